// Package history is what the clients of a store did, as a schedule shows it: requests with their conditions, in the
// order in which they took effect, their answers, and what became of those.
package history

import (
	"fmt"
	"hash/maphash"
	"slices"
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
	Duration    string // of a lease or of a message's window, in seconds
	Receipt     string // the pop receipt
	Digest      uint64 // of the body and of the metadata

	Range      string    // the bytes that are written, as "bytes=0-511"
	Properties []string  // those that a merge writes
	Rows       []Request // what a transaction does
	Detail     string    // what else a drawing shows: a block's id, the prefix of a list
}

// Parts are what the request does to one resource each: a transaction does several things.
func (r *Request) Parts() (all []*Request) {
	for i := range r.Rows {
		all = append(all, &r.Rows[i])
	}
	if len(all) == 0 {
		all = append(all, r)
	}
	return all
}

// Names reports whether the request is refused unless the resource is in the version, or the state, that it names.
func (r *Request) Names() bool {
	return r.IfMatch != "" && r.IfMatch != "*" || r.IfNoneMatch+r.IfTags+r.Since+r.Position != ""
}

// Name is the resource without its service.
func (r *Request) Name() string {
	_, name, _ := strings.Cut(r.Resource, " ")
	return strings.TrimPrefix(name, "/")
}

// Label is a number for what the request asks for, without values that depend on the time.
func (r *Request) Label() uint64 {
	return maphash.Comparable(seed, [3]string{r.Client, r.Operation.String(), r.Resource})
}

// seed is that of all numbers that stand for texts.
var seed = maphash.MakeSeed()

// LeaseAction is what the request does with a lease, such as "acquire"; empty if it is about none.
func (r *Request) LeaseAction() string {
	name, about := strings.CutPrefix(r.Operation.String(), "Lease ")
	if !about {
		return ""
	}
	return name[strings.LastIndexByte(name, ' ')+1:]
}

// Granted reports whether success grants something that ends by itself: a lease, or a message for a while. Leases of files
// never end.
func (r *Request) Granted() bool {
	action := r.LeaseAction()
	return r.Operation == operation.GetMessages || r.Operation == operation.UpdateMessage ||
		(action == "acquire" || action == "renew") && r.Operation != operation.LeaseFileAcquire
}

// MakesRoom reports whether the request makes what others are put into. Programs do that before they begin.
func (r *Request) MakesRoom() bool { return slices.Contains(rooms, r.Operation) }

var rooms = []operation.Operation{operation.CreateContainer, operation.CreateTable, operation.CreateQueue, operation.CreateShare, operation.CreateDirectory}

// Conflicts reports whether the order of two requests matters: one of them writes what the other reads or is guarded by.
// Requests of one client keep their order.
func (r *Request) Conflicts(o *Request) bool {
	if r.Client == o.Client {
		return true
	}
	reads, alsoReads := r.Operation.ReadOnly(), o.Operation.ReadOnly()
	from := func(sources []string, resource string) bool {
		return slices.ContainsFunc(sources, func(s string) bool { return Near(s, resource) })
	}
	return !(reads && alsoReads) &&
		(Near(r.Resource, o.Resource) || !reads && from(o.Sources, r.Resource) || !alsoReads && from(r.Sources, o.Resource))
}

// Near reports whether two resources are the same, or one contains the other. An entity is in its table, a batch may
// write anything in its service.
func Near(a, b string) bool {
	a, b = trunk(a), trunk(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	return strings.HasPrefix(b, a) && (len(a) == len(b) || strings.HasSuffix(a, "/") || b[len(a)] == '/' || b[len(a)] == '(')
}

// trunk is the resource that a path is about: "/table()" lists a table, "/$batch" writes to several.
func trunk(resource string) string {
	resource = strings.TrimSuffix(resource, "()")
	if of, found := strings.CutSuffix(resource, "/$batch"); found {
		return of + "/"
	}
	return strings.TrimSuffix(resource, "/messages")
}

// parts are what operations change of a blob or file, if it is not all of it.
var parts = map[operation.Operation]string{
	operation.SetBlobTags: "tags", operation.SetBlobMetadata: "metadata", operation.SetFileMetadata: "metadata",
	operation.SetBlobProperties: "properties", operation.SetFileProperties: "properties", operation.PutPage: "contents",
	operation.PutRange: "contents", operation.AppendBlock: "contents", operation.AppendBlockFromURL: "contents",
}

// Overlaps reports whether two writes of one resource change the same part of it: the same properties of an entity, the
// same bytes, both the tags, both the metadata.
func (r *Request) Overlaps(o *Request) bool {
	if a, b := parts[r.Operation], parts[o.Operation]; a != b && a != "" && b != "" {
		return false
	}
	if len(r.Properties) > 0 && len(o.Properties) > 0 {
		return slices.ContainsFunc(r.Properties, func(p string) bool { return slices.Contains(o.Properties, p) })
	}
	var a, b, c, d int64
	_, err := fmt.Sscanf(r.Range+" "+o.Range, "bytes=%d-%d bytes=%d-%d", &a, &b, &c, &d)
	return err != nil || a <= d && c <= b
}
