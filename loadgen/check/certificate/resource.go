package certificate

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Origin is where the events of a history come from.
type Origin struct {
	Run       string            // id of the run, with which every request id begins
	Endpoints map[string]string // by service: "blob", "http://127.0.0.1:10000/devstoreaccount1"
	Book      *history.Dictionary
}

// requestID is the x-ms-client-request-id of an operation; "" if it was not a request over HTTP.
func (o Origin) requestID(e *history.Event) string {
	if e.Op == history.Restart || o.overSMB(e) {
		return "" // not a request over HTTP
	}
	return fmt.Sprintf("%s-%d-%d", o.Run, e.Client, e.Seq)
}

// overSMB reports whether an event was not a request over HTTP.
func (o Origin) overSMB(e *history.Event) bool {
	return e.Op == history.Opening || e.Op == history.Closing || strings.HasPrefix(o.Book.NameText(e.Name), history.OverSMB)
}

// resource is the name of a key, split: "table /t(PartitionKey='p0',RowKey='r3')" is the
// entity (PartitionKey='p0',RowKey='r3') of the table t.
type resource struct {
	service string
	path    string // relative to the account, escaped
}

func parse(key string) resource {
	service, path, ok := strings.Cut(key, " ")
	if !ok {
		return resource{path: key}
	}
	return resource{service, path}
}

// key names the subject of a certificate: one resource, the partition of several entities,
// or else all resources.
func (o Origin) key(of []finding.Evidence) string {
	var names []string
	for _, e := range of {
		if e.Event.Op != history.Restart { // a restart concerns all of them
			names = append(names, o.Book.KeyText(e.Event.Key))
		}
	}
	slices.Sort(names)
	if names = slices.Compact(names); len(names) < 2 {
		return strings.Join(names, "")
	}
	partition, ok := check.PartitionOf(names[0])
	elsewhere := func(name string) bool {
		p, _ := check.PartitionOf(name)
		return p != partition
	}
	if ok && !slices.ContainsFunc(names, elsewhere) {
		return partition + ")"
	}
	return strings.Join(names, " and ")
}
