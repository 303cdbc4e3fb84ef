package scenario

import (
	"context"
	"fmt"
	"time"

	"ifmatch/internal/target"
)

// Operation is one documented operation, ready to be performed.
type Operation struct {
	Facts
	acts actions
}

// actions are what a Typed operation does, independent of its types.
type actions interface {
	request() Request
	complete(r Address, req Request)
	prepares() bool
	prepare(ctx context.Context, c Client, r Address, req Request) error
	do(ctx context.Context, c Client, r Address, req Request) (Response, error)
	after(before State, req Request, resp Response) State
	sign(req Request, text string, id func() string) bool
}

// Request is an empty request for the operation.
func (o Operation) Request() Request { return o.acts.request() }

// Complete fills in what the request leaves to the operation: a body, the
// metadata to set, the source of a copy. Do, Prepare and After apply it
// themselves; it is idempotent.
func (o Operation) Complete(r Address, req Request) { o.acts.complete(r, req) }

// Prepares reports whether Prepare has anything to make.
func (o Operation) Prepares() bool { return o.acts.prepares() }

// Prepare makes what must exist, in addition to the resource itself, before the request can
// succeed: the blocks that a list commits, or the source of a copy if the request names none.
// It completes the request, and notes in it what the effect depends on. It belongs to the
// set-up, before a lease is taken and before the state "before" is read. It sends neither
// conditions nor lease ids.
func (o Operation) Prepare(ctx context.Context, c Client, r Address, req Request) error {
	return o.acts.prepare(ctx, c, r, req)
}

// Do performs the operation in exactly one exchange. An error means that no answer
// came or that the answer cannot be read (UnreadableError); a refusal is a Response.
func (o Operation) Do(ctx context.Context, c Client, r Address, req Request) (Response, error) {
	return o.acts.do(ctx, c, r, req)
}

// After is the state that the documents promise after the operation has succeeded.
func (o Operation) After(before State, req Request, resp Response) State {
	return o.acts.after(before, req, resp)
}

// Sign marks what one of many clients writes as its own; id makes GUIDs. It reports whether the
// operation writes anything that can be marked.
func (o Operation) Sign(req Request, text string, id func() string) bool {
	return o.acts.sign(req, text, id)
}

// WithMetadata completes a request that sets metadata but does not say which. WithPolicies does
// the same for stored access policies.
func WithMetadata[A Address, R any](_ A, req *R) {
	if b := any(req).(Request).Common(); b.Metadata == nil {
		b.Metadata = map[string]string{"changed": "yes"}
	}
}

// WithPolicies: see WithMetadata.
func WithPolicies[A Address, R any](_ A, req *R) {
	if b := any(req).(Request).Common(); b.Policies == nil {
		b.Policies = []Policy{lasting("readers")}
	}
}

// SignMetadata, SignPolicies and SignNothing mark what one of many clients sends as its own. The
// mark stands in two places, so that a mix of two writes shows. SignNothing is for operations that
// write nothing of their own.
func SignMetadata[R any](req *R, text string, _ func() string) {
	any(req).(Request).Common().Metadata = map[string]string{"first": text, "second": text}
}

// SignPolicies: see SignMetadata.
func SignPolicies[R any](req *R, text string, _ func() string) {
	any(req).(Request).Common().Policies = []Policy{lasting(text), lasting(text + " too")}
}

// SignNothing: see SignMetadata.
func SignNothing[R any](*R, string, func() string) {}

// lasting is a stored access policy that no run outlives.
func lasting(id string) Policy {
	return Policy{ID: id, Permission: "r", Expiry: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)}
}

// Typed is an operation in the types of its room: client C, address A, request *R, state *S. The
// functions receive copies.
type Typed[C any, A Address, R, S any] struct {
	Facts
	// Complete: see Operation.Complete; nil leaves the request as it is.
	Complete func(r A, req *R)
	// Prepare: see Operation.Prepare; nil: nothing to prepare.
	Prepare func(ctx context.Context, c C, r A, req *R) error
	Do      func(ctx context.Context, c C, r A, req R) (Response, error)
	// Effect computes, from the resource before and a successful exchange, what the documents
	// promise about the resource afterwards. Nil for reads.
	Effect func(before S, req R, resp Response) S
	// Sign puts text into what is written; nil makes it the body of every write.
	Sign func(req *R, text string, id func() string)
}

// Operation hides the types.
func (t Typed[C, A, R, S]) Operation() Operation { return Operation{t.Facts, t} }

func (t Typed[C, A, R, S]) request() Request { return any(new(R)).(Request) }

func (t Typed[C, A, R, S]) complete(r Address, req Request) {
	if t.Complete != nil {
		t.Complete(r.(A), any(req).(*R))
	}
}

// completed is a completed copy of req; the caller's req stays unchanged.
func (t Typed[C, A, R, S]) completed(r Address, req Request) R {
	q := *any(req).(*R)
	t.complete(r, any(&q).(Request))
	return q
}

func (t Typed[C, A, R, S]) prepares() bool { return t.Prepare != nil }

func (t Typed[C, A, R, S]) prepare(ctx context.Context, c Client, r Address, req Request) error {
	if t.Prepare == nil {
		return nil
	}
	t.complete(r, req)
	return t.Prepare(ctx, c.(C), r.(A), any(req).(*R))
}

func (t Typed[C, A, R, S]) do(ctx context.Context, c Client, r Address, req Request) (Response, error) {
	return t.Do(ctx, c.(C), r.(A), t.completed(r, req))
}

func (t Typed[C, A, R, S]) after(before State, req Request, resp Response) State {
	if t.Effect == nil {
		return before
	}
	s := t.Effect(*any(before.Clone()).(*S), t.completed(before.Common().Address, req), resp)
	return any(&s).(State)
}

func (t Typed[C, A, R, S]) sign(req Request, text string, id func() string) bool {
	switch {
	case t.Facts.Reads:
		return false
	case t.Sign != nil:
		t.Sign(any(req).(*R), text, id)
	default:
		req.Common().Body = []byte(text)
	}
	return true
}

// Address is that of what an operation acts on. Each room has its own comparable
// type; its text is the path within the account.
type Address = fmt.Stringer

// Client is a room's view of its service with one credential. A room gets back the value
// that its Open returned.
type Client any

// LeaseUse says how an operation uses x-ms-lease-id.
type LeaseUse int

// How operations use leases (article, "operations that can use leases").
const (
	LeaseIgnored  LeaseUse = iota // takes no lease id
	LeaseShared                   // a condition if sent, never required: reads
	LeaseRequired                 // required while a lease is active: writes
	LeaseSubject                  // acts on the lease itself
)

// String is the word that lists show.
func (u LeaseUse) String() string {
	return [...]string{"ignored", "shared", "required", "subject"}[u]
}

// Article is one row of the article's tables, "operations that return an ETag and
// accept conditional headers".
type Article struct {
	List string // "container", "blob" or "table"; empty: the article does not list the operation
	Row  int    // counted from 1 within its table
	Name string // the operation as the article writes it: "Lease Blob" for all five actions
	// ETag and Conditions are the cells, without footnote marks: "Yes", "No",
	// "Yes (for source and destination)".
	ETag, Conditions string
}

// Facts are what the documents say about an operation.
type Facts struct {
	Name    string // Microsoft's name: "Put Block List", "Lease Blob acquire"
	Since   string // the service version that introduced it; empty: the article's operations, and others as old
	Service target.Service
	Verb    string // HTTP method of the request
	// Kinds are the words of the kinds that it can address; an operation on any kind of
	// blob lists all three.
	Kinds []string
	// On is the resource that a sentence means if it names none; empty: the label of the
	// first kind.
	On string
	// Success is the documented status of success.
	Success int
	// ReturnsETag and Conditions are what the documents promise; where the article says
	// "Yes" without detail, they follow the REST reference.
	ReturnsETag bool
	Conditions  []string
	Source      bool // reads a source, which Prepare provides
	Lease       LeaseUse
	Reads       bool // changes nothing
	// Changes are the fields that it changes and that only one read shows. A snapshot can do
	// without that read.
	Changes []Field
	Article Article
}
