// Package ops holds the documented operations as values: what Microsoft calls
// each one, what the article and the REST reference say of its ETag, its
// conditions and its lease use, and a function that performs it through the
// official SDK clients. It is the only package that knows SDK types. Steps,
// `list operations` and the check of the features' tables read the same values.
//
// The idea needed to use it: an Operation is performed on a Resource with a
// Request and gives a Response; ReadState takes a full snapshot of a Resource
// before and after; Operation.After says what the documents promise of the
// second snapshot; Compare lists where the two disagree.
//
// Nothing here knows what a server should answer to a condition: that stands in
// the feature files.
package ops

import (
	"context"
	"net/http"

	"ifmatch/internal/target"
)

// Kind is the sort of resource an operation addresses.
type Kind string

// The kinds of resource.
const (
	Account    Kind = "account"
	Table      Kind = "table"
	Entity     Kind = "entity"
	Queue      Kind = "queue"
	Message    Kind = "message"
	Container  Kind = "container"
	BlockBlob  Kind = "block blob"
	PageBlob   Kind = "page blob"
	AppendBlob Kind = "append blob"
)

// Blobs lists the three kinds of blob.
var Blobs = []Kind{BlockBlob, PageBlob, AppendBlob}

// Conditional names a request condition as documents write it.
type Conditional string

// The conditional headers of the Blob service.
const (
	IfMatch           Conditional = "If-Match"
	IfNoneMatch       Conditional = "If-None-Match"
	IfModifiedSince   Conditional = "If-Modified-Since"
	IfUnmodifiedSince Conditional = "If-Unmodified-Since"
)

// LeaseUse says what an operation does with x-ms-lease-id.
type LeaseUse int

// How operations use leases (article, "operations that can use leases").
const (
	LeaseIgnored  LeaseUse = iota // takes no lease id
	LeaseShared                   // a condition if sent, never needed: reads
	LeaseRequired                 // needed while a lease is active: writes
	LeaseSubject                  // acts on the lease itself
)

// String is the word that lists show.
func (u LeaseUse) String() string {
	return [...]string{"ignored", "shared", "required", "subject"}[u]
}

// Article is one row of the article's two tables, "operations that return an
// ETag and accept conditional headers".
type Article struct {
	Table string // "container" or "blob"; empty: the article does not list the operation
	Row   int    // counted from 1 within its table
	Name  string // the operation as the article writes it: "Lease Blob" for all five actions
	// ETag and Conditions are the cells, without footnote marks: "Yes", "No",
	// "Yes (for source and destination)".
	ETag, Conditions string
}

// Operation is one documented operation.
type Operation struct {
	Name    string // Microsoft's name: "Put Block List", "Lease Blob acquire"
	Service target.Service
	Verb    string // HTTP method of the request
	// Kinds are the resources it can address; a blob operation that takes any
	// blob lists all three.
	Kinds []Kind
	// Success is the documented status of success.
	Success int
	// ReturnsETag and Conditions are what the documents promise; where the
	// article says "Yes" without detail, the REST reference says which.
	ReturnsETag bool
	Conditions  []Conditional
	Source      bool // takes x-ms-source-if-*
	Lease       LeaseUse
	Reads       bool // changes nothing
	Article     Article

	// Complete fills in what the request leaves to the operation: a body, the
	// metadata to set, the source of a copy. Do, Prepare and After apply it
	// themselves; it is idempotent.
	Complete func(r Resource, req Request) Request
	// Prepare makes what must exist, besides the resource itself, before the
	// request can succeed: the blocks that a list commits, the source of a copy
	// where the request names none. It completes the request and notes in it what
	// the effect depends on (SourceState). It belongs to the set-up, before a
	// lease is taken and before the state "before" is read, and sends neither
	// conditions nor lease ids. Nil: nothing to prepare.
	Prepare func(ctx context.Context, c *Client, r Resource, req *Request) error
	// Do performs the operation in exactly one exchange. An error means that no
	// answer could be had or that the answer cannot be read (UnreadableError);
	// a refusal is a Response.
	Do func(ctx context.Context, c *Client, r Resource, req Request) (Response, error)
	// Effect computes, from the resource before and an exchange that succeeded,
	// what the documents promise of the resource afterwards. Nil for reads:
	// nothing changes. Most callers want After.
	Effect func(before State, req Request, resp Response) State
}

// After is the state that the documents promise once the operation succeeded.
func (o Operation) After(before State, req Request, resp Response) State {
	if o.Effect == nil {
		return before
	}
	return o.Effect(before.clone(), o.Complete(before.Resource, req), resp)
}

// Resource names what an operation addresses.
type Resource struct {
	Kind      Kind
	Container string
	Blob      string // empty for a container
	Snapshot  string // x-ms-snapshot value, empty for the base blob

	// Service is that of an account's service properties; empty: the Queue service.
	Service target.Service

	// Of the Table service. A table's Partition is the one that transactions on
	// it work in.
	Table, Partition, Row string

	// Of the Queue service. A message is known by its id.
	Queue, Message string
}

// String is the resource's path within the account.
func (r Resource) String() string {
	switch {
	case r.Kind == Table:
		return r.Table
	case r.Kind == Entity:
		return r.Table + "(" + r.Partition + "," + r.Row + ")"
	case r.Kind == Queue:
		return r.Queue
	case r.Kind == Message:
		return r.Queue + "/messages/" + r.Message
	case r.Container == "":
		return "the account"
	case r.Blob == "":
		return r.Container
	case r.Snapshot != "":
		return r.Container + "/" + r.Blob + "?snapshot=" + r.Snapshot
	}
	return r.Container + "/" + r.Blob
}

// Response is an answer of the service.
type Response struct {
	Status int
	Code   string // x-ms-error-code, or the body's <Code> where the header is missing
	Header http.Header
	Body   []byte

	// Of a transaction: the status of the batch as a whole, and the answers to its
	// operations. Status and Code are those of the operation that failed, if any.
	Outer int
	Parts []Part
}

// OK tells whether the status is one of success.
func (r Response) OK() bool { return r.Status >= 200 && r.Status < 300 }
