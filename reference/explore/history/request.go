// Package history is what the clients of a store did, as a schedule shows it: requests with their conditions, in the
// order in which they took effect, their answers, and what became of those.
package history

import (
	"hash/fnv"
	"io"
	"net/http"
	"net/url"
	"strings"

	"ifmatch/reference/operation"
)

// Request is what a request asks for, as far as other requests can notice.
type Request struct {
	Client    string
	Operation operation.Operation
	Resource  string   // service and path within the account: "blob /cont/blob"
	Sources   []string // resources that it reads besides, such as the source of a copy

	IfMatch     string // an ETag, or "*"
	IfNoneMatch string
	Since       string // If-Modified-Since or If-Unmodified-Since
	Position    string // the offset at which an append must take place
	Lease       string // the id in x-ms-lease-id
	Proposed    string // the id that an acquire or change proposes
	Duration    string // of a lease or of a message's window, in seconds
	Receipt     string // the pop receipt
	Digest      uint64 // of the body and of the metadata
}

// Describe reads a request as a server sees it: with canonical names of headers, and the account first in its path.
func Describe(client string, s operation.Service, o operation.Operation, r *http.Request, body []byte) Request {
	h := r.Header
	var q url.Values
	if r.URL.RawQuery != "" {
		q = r.URL.Query()
	}
	d := Request{
		Client: client, Operation: o, Resource: string(s) + " " + within(r.URL.Path),
		IfMatch: h.Get("If-Match"), IfNoneMatch: h.Get("If-None-Match"),
		Position: h.Get("X-Ms-Blob-Condition-Appendpos"),
		Lease:    h.Get("X-Ms-Lease-Id"), Proposed: h.Get("X-Ms-Proposed-Lease-Id"), Duration: h.Get("X-Ms-Lease-Duration"),
		Receipt: q.Get("popreceipt"), Digest: digest(h, body),
	}
	if since := h.Get("If-Modified-Since"); since != "" {
		d.Since = "If-Modified-Since: " + since
	} else if since := h.Get("If-Unmodified-Since"); since != "" {
		d.Since = "If-Unmodified-Since: " + since
	}
	if v := q.Get("visibilitytimeout"); v != "" {
		d.Duration = v
	}
	for _, name := range []string{"X-Ms-Copy-Source", "X-Ms-File-Rename-Source"} {
		if u, err := url.Parse(h.Get(name)); err == nil && u.Path != "" {
			d.Sources = append(d.Sources, string(s)+" "+within(u.Path))
		}
	}
	return d
}

// within drops the account from a path.
func within(path string) string {
	if _, rest, found := strings.Cut(strings.TrimPrefix(path, "/"), "/"); found {
		return "/" + rest
	}
	return "/"
}

// digest tells apart what requests write.
func digest(h http.Header, body []byte) uint64 {
	sum := fnv.New64a()
	_, _ = sum.Write(body)
	all := sum.Sum64()
	for name, values := range h { // in no order
		if strings.HasPrefix(name, "X-Ms-Meta-") {
			one := fnv.New64a()
			_, _ = io.WriteString(one, name+"="+strings.Join(values, ","))
			all += one.Sum64()
		}
	}
	return all
}

// Conditions are the headers that guard a request, as they are drawn.
func (r *Request) Conditions() []string {
	var all []string
	add := func(name, value string) {
		if value != "" {
			all = append(all, name+value)
		}
	}
	add("If-Match: ", r.IfMatch)
	add("If-None-Match: ", r.IfNoneMatch)
	add("", r.Since)
	add("append position: ", r.Position)
	add("lease: ", short(r.Lease))
	add("pop receipt: ", short(r.Receipt))
	return all
}

// Names reports whether the request is refused unless the resource is in the version, or the state, that it names.
func (r *Request) Names() bool {
	return r.IfMatch != "" && r.IfMatch != "*" || r.IfNoneMatch != "" || r.Since != "" || r.Position != ""
}

// short is the beginning of an id, which tells it apart from the others of a schedule.
func short(id string) string {
	if len(id) > 8 {
		return id[:8]
	}
	return id
}
