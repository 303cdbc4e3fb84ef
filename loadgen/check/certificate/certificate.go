// Package certificate turns violations found by a check into certificates that people can
// follow. It writes texts instead of numbers, the ids that the requests were sent with, and
// for every operation a line that sends it again. A certificate holds no secret: whoever
// replays an operation signs it.
package certificate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
)

// Verdict is the verdict of a check as reports show it, with up to so many certificates. Every
// resource gets its first certificate before any gets its second.
func (o Origin) Verdict(v check.Verdict, certificates int) load.Verdict {
	out := load.Verdict{
		State:       string(v.State),
		Why:         v.Why,
		Operations:  v.Operations,
		Keys:        v.Keys,
		Seconds:     v.Seconds,
		Violations:  v.Violations,
		More:        v.More,
		Observed:    v.Observed,
		NotObserved: v.NotObserved,
		Assumptions: v.Assumptions,
	}
	for round, more := 0, true; more; round++ {
		more = false
		for _, r := range v.Results {
			if len(out.Certificates) == certificates {
				return out
			}
			if round < len(r.Violations) {
				out.Certificates = append(out.Certificates, o.Of(r.Violations[round]))
				more = true
			}
		}
	}
	return out
}

// Of is the certificate of a violation.
func (o Origin) Of(v finding.Violation) load.Certificate {
	c := load.Certificate{Rule: v.Rule, Sentence: v.Sentence, Clauses: v.Clauses, Key: o.key(v.Evidence)}
	for _, e := range v.Evidence {
		c.Steps = append(c.Steps, o.step(e, c.Key))
	}
	return c
}

// step is one operation of a certificate about the resource named about.
func (o Origin) step(of finding.Evidence, about string) load.Step {
	e := &of.Event
	s := load.Step{
		Client:    e.Client,
		Who:       e.Who(),
		Seq:       e.Seq,
		Operation: o.Book.NameText(e.Name),
		Invoke:    time.Duration(e.Invoke),
		Outcome:   e.Outcome.String(),
		Status:    int(e.Status),
		Code:      o.Book.CodeText(e.Code),
		Named:     o.Book.Text(e.If),
		Answered:  o.Book.Text(e.Tag),
		Lease:     o.Book.Text(e.Lease),
		Role:      of.Role,
		RequestID: o.requestID(e),
		Curl:      o.curl(e),
	}
	if key := o.Book.KeyText(e.Key); key != about && e.Op != history.Restart {
		s.Key = key
	}
	if e.Return != history.Open {
		s.Return = new(time.Duration(e.Return))
	}
	if e.Value != 0 {
		client, seq := history.WriterOf(e.Value)
		s.Value = fmt.Sprintf("written by %s, exchange %d", history.ClientName(client), seq)
	}
	return s
}

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
