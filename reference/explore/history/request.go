// Package history is what the clients of a store did, as a schedule shows it: requests with their conditions, in the
// order in which they took effect, their answers, and what became of those.
package history

import (
	"regexp"
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
	IfTags      string // a condition on the tags of a blob
	Since       string // If-Modified-Since or If-Unmodified-Since
	Position    string // the offset at which an append must take place
	Lease       string // the id in x-ms-lease-id
	Proposed    string // the id that an acquire or change proposes
	Duration    string // of a lease or of a message's window, in seconds
	Receipt     string // the pop receipt
	Digest      uint64 // of the body and of the metadata

	Range      string    // the bytes that are written, as "bytes=0-511"
	Properties []string  // those that a merge writes
	Rows       []Request // what a transaction does
	Detail     string    // what else a drawing shows: a block's id, the prefix of a list
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
	add("x-ms-if-tags: ", r.IfTags)
	add("", r.Since)
	add("append position: ", r.Position)
	add("lease: ", guids.ReplaceAllString(r.Lease, "$1"))
	add("pop receipt: ", short(r.Receipt))
	return all
}

// Names reports whether the request is refused unless the resource is in the version, or the state, that it names.
func (r *Request) Names() bool {
	return r.IfMatch != "" && r.IfMatch != "*" || r.IfNoneMatch != "" || r.IfTags != "" || r.Since != "" || r.Position != ""
}

// short is the beginning of an id, which tells it apart from the others of a schedule.
func short(id string) string {
	if len(id) > 8 {
		return id[:8]
	}
	return id
}

// guids finds the ids that the store generates, of which the beginning is enough.
var guids = regexp.MustCompile(`([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)

// Name is the resource without its service.
func (r *Request) Name() string {
	_, name, _ := strings.Cut(r.Resource, " ")
	return strings.TrimPrefix(name, "/")
}
