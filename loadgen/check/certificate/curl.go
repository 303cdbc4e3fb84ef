package certificate

import (
	_ "embed" // requests.tsv
	"fmt"
	"net/url"
	"strings"
	"time"

	"ifmatch/loadgen/history"
	"ifmatch/reports"
	"ifmatch/reports/curl"
)

// request is how a documented operation is written on the wire.
type request struct {
	method string
	suffix string // after the path of the resource: "/messages"
	query  string
}

// requests.tsv lists the operations that workloads send, by their documented names. The event completes the query.
//
//go:embed requests.tsv
var requestRows string

var requests = func() map[string]request {
	out := map[string]request{}
	for line := range strings.Lines(requestRows) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		out[f[0]] = request{f[1], f[2], f[3]}
	}
	return out
}()

// curl is a line for a POSIX shell that sends the request of an event again. The SAS and the
// version are shell variables. A body is read from the file "body".
func (o Origin) curl(e *history.Event) string {
	if o.overSMB(e) {
		return o.hold(e)
	}
	key := parse(o.Book.KeyText(e.Key))
	if e.Op == history.Apply {
		key = parse(o.Book.KeyText(uint32(e.Arg)))
	}
	operation := o.Book.NameText(e.Name)
	headers, body := o.conditions(e), true
	if e.Op >= history.Acquire && e.Op <= history.Break { // the name ends with the action
		at := strings.LastIndexByte(operation, ' ')
		headers, body = append([]string{"x-ms-lease-action: " + operation[at+1:]}, o.leaseHeaders(e)...), false
		operation = operation[:max(at, 0)]
	}
	r, ok := requests[operation]
	if !ok {
		return "" // not a request over HTTP
	}
	switch {
	case operation == "Put Blob":
		headers = append(headers, "x-ms-blob-type: BlockBlob")
	case e.Op == history.Append && e.If != history.None:
		headers = append(headers, "x-ms-blob-condition-appendpos: "+o.Book.Text(e.If))
	}
	if operation == "List Blobs" { // it lists the container, with the name of the blob as prefix
		at := strings.LastIndexByte(key.path, '/')
		r.query += key.path[at+1:]
		key.path = key.path[:max(at, 0)]
	}
	if key.service == "table" {
		headers = append(headers, "Accept: application/json;odata=fullmetadata")
		key, r = tableRequest(key, r, e)
	}
	if e.Op == history.PutRange || e.Op == history.GetRange {
		headers = append(headers, o.rangeHeaders(e)...)
		body = e.Got == 0
	}
	if key.service == "queue" {
		key.path, _, _ = strings.Cut(key.path, "?") // the history of its access policies
		r.query = o.queueQuery(e, r.query)
	}
	switch operation {
	case "Create Container", "Set Container Metadata", "Set Blob Metadata", "Set Queue Metadata", "Set File Metadata":
		body, headers = false, append(headers, "x-ms-meta-body: contents")
	case "Set Blob Properties", "Snapshot Blob", "Copy Blob":
		body = false
	}
	body = body && (r.method == "PUT" || r.method == "POST" || r.method == "PATCH")
	return o.command(e, key, r, headers, body)
}

// hold is a line that opens a file as an event did. An operation by the handle has no line.
func (o Origin) hold(e *history.Event) string {
	if e.Op != history.Opening {
		return ""
	}
	access, share := history.OpeningOf(e.Arg)
	return fmt.Sprintf("ifmatch smb hold --target env --access %s --share %s %s", history.KindsText(access), history.KindsText(share), strings.TrimPrefix(parse(o.Book.KeyText(e.Key)).path, "/"))
}

// rangeHeaders say which part of a file is written or read, or how long a new file is.
func (o Origin) rangeHeaders(e *history.Event) []string {
	from, ok := o.Book.Number(e.If)
	if !ok {
		return nil
	}
	part := fmt.Sprintf("x-ms-range: bytes=%d-%d", from, from+e.Arg-1)
	switch {
	case e.Op == history.PutRange && e.Got > 0:
		return []string{"x-ms-type: file", fmt.Sprintf("x-ms-content-length: %d", e.Arg)}
	case e.Op == history.PutRange:
		return []string{part, "x-ms-write: update"}
	}
	return []string{part}
}

// tableRequest completes a request of the Table service. An insert goes to the table, a page
// is a query of the partition, and a transaction is a batch.
func tableRequest(key resource, r request, e *history.Event) (resource, request) {
	table, rest, _ := strings.Cut(key.path, "(")
	switch {
	case e.Group != 0 && e.Op == history.Read:
		partition, _, _ := strings.Cut(rest, ",RowKey='")
		name := strings.TrimPrefix(partition, "PartitionKey=")
		key.path = table + "()"
		r = request{"GET", "", "$filter=PartitionKey%20eq%20" + strings.ReplaceAll(name, "'", "%27")}
	case e.Op == history.Swap && r.method == "POST":
		key.path, r = "/$batch", request{"POST", "", ""}
	case r.method == "POST", e.Op == history.Create, e.Op == history.Apply:
		key.path, r.method = table, "POST"
	}
	return key, r
}

// queueQuery adds the visibility timeout and the pop receipt to the query.
func (o Origin) queueQuery(e *history.Event, query string) string {
	if e.Op == history.Put || e.Op == history.Get || e.Op == history.Update {
		query += fmt.Sprint("&visibilitytimeout=", e.Arg/int64(time.Second))
	}
	if e.Op == history.Update || e.Op == history.Remove {
		query += "&popreceipt=" + url.QueryEscape(o.Book.Text(e.If))
	}
	return strings.TrimPrefix(query, "&")
}

// conditions are the header fields with the conditions and the lease id.
func (o Origin) conditions(e *history.Event) []string {
	var h []string
	name, value := history.GuardOf(e).Header(e.Got)
	switch {
	case name != "":
		h = append(h, name+": "+value)
	case e.Op >= history.Append:
	case e.Flags&history.IfNoneMatch != 0 && e.If != history.None:
		h = append(h, "If-None-Match: "+o.Book.Text(e.If))
	case e.If != history.None:
		h = append(h, "If-Match: "+o.Book.Text(e.If))
	case e.Op == history.Create && o.Book.NameText(e.Name) != "Create Container" && strings.HasPrefix(o.Book.KeyText(e.Key), "blob "):
		h = append(h, "If-None-Match: *")
	}
	if e.Lease != history.None {
		h = append(h, "x-ms-lease-id: "+o.Book.Text(e.Lease))
	}
	return h
}

// leaseHeaders are the header fields of a lease operation, apart from its action.
func (o Origin) leaseHeaders(e *history.Event) []string {
	seconds, id := fmt.Sprint(e.Arg/int64(time.Second)), o.Book.Text(e.Lease)
	if e.Arg == history.Infinite {
		seconds = "-1"
	}
	switch {
	case e.Op == history.Acquire && e.Lease == history.None:
		return []string{"x-ms-lease-duration: " + seconds}
	case e.Op == history.Acquire:
		return []string{"x-ms-lease-duration: " + seconds, "x-ms-proposed-lease-id: " + id}
	case e.Op == history.Change:
		return []string{"x-ms-lease-id: " + id, "x-ms-proposed-lease-id: " + o.Book.Text(e.Next)}
	case e.Op == history.Break && e.Arg == history.Infinite:
		return nil
	case e.Op == history.Break:
		return []string{"x-ms-lease-break-period: " + seconds}
	}
	return []string{"x-ms-lease-id: " + id}
}

// command writes the line, with a SAS for a secret. Values that the history does not hold are redacted.
func (o Origin) command(e *history.Event, key resource, r request, headers []string, body bool) string {
	x := reports.Exchange{Method: r.method}
	for _, h := range append([]string{
		"Authorization: SharedKey " + reports.Redacted, "x-ms-version: " + reports.Redacted,
		"x-ms-client-request-id: " + o.requestID(e),
	}, headers...) {
		name, value, _ := strings.Cut(h, ": ")
		x.RequestHeader = append(x.RequestHeader, reports.Header{Name: name, Value: value})
	}
	if body {
		x.RequestBody = curl.FromFile
	}
	base, ok := o.Endpoints[key.service]
	if !ok {
		base = reports.Redacted
	}
	base, _, _ = strings.Cut(base, "?") // a shared access signature would follow
	x.URL = strings.TrimSuffix(base, "/") + key.path + r.suffix
	if r.query != "" {
		x.URL += "?" + r.query
	}
	return curl.Line(x)
}
