package scenario

import (
	"context"
	"time"
)

// Operation is one documented operation, ready to be performed.
type Operation struct {
	Facts
	acts actions
}

// actions are what a Typed operation does, whatever its types.
type actions interface {
	request() Request
	complete(r Resource, req Request)
	prepares() bool
	prepare(ctx context.Context, c Client, r Resource, req Request) error
	do(ctx context.Context, c Client, r Resource, req Request) (Response, error)
	after(before State, req Request, resp Response) State
	sign(req Request, text string, id func() string) bool
}

// Request is an empty request for the operation.
func (o Operation) Request() Request { return o.acts.request() }

// Complete fills in what the request leaves to the operation: a body, the
// metadata to set, the source of a copy. Do, Prepare and After apply it
// themselves; it is idempotent.
func (o Operation) Complete(r Resource, req Request) { o.acts.complete(r, req) }

// Prepares tells whether there is something for Prepare to make.
func (o Operation) Prepares() bool { return o.acts.prepares() }

// Prepare makes what must exist, besides the resource itself, before the request
// can succeed: the blocks that a list commits, the source of a copy where the
// request names none. It completes the request and notes in it what the effect
// depends on. It belongs to the set-up, before a lease is taken and before the
// state "before" is read, and sends neither conditions nor lease ids.
func (o Operation) Prepare(ctx context.Context, c Client, r Resource, req Request) error {
	return o.acts.prepare(ctx, c, r, req)
}

// Do performs the operation in exactly one exchange. An error means that no answer
// came or that the answer cannot be read (UnreadableError); a refusal is a Response.
func (o Operation) Do(ctx context.Context, c Client, r Resource, req Request) (Response, error) {
	return o.acts.do(ctx, c, r, req)
}

// After is the state that the documents promise once the operation succeeded.
func (o Operation) After(before State, req Request, resp Response) State {
	return o.acts.after(before, req, resp)
}

// Sign makes what one of many clients writes its own; id makes GUIDs. It tells whether the
// operation writes something that can be signed.
func (o Operation) Sign(req Request, text string, id func() string) bool {
	return o.acts.sign(req, text, id)
}

// WithMetadata and WithPolicies complete a request that sets metadata or stored access
// policies, and says of none which.
func WithMetadata[A Resource, R any](_ A, req *R) {
	if b := any(req).(Request).Common(); b.Metadata == nil {
		b.Metadata = map[string]string{"changed": "yes"}
	}
}

// WithPolicies: see WithMetadata.
func WithPolicies[A Resource, R any](_ A, req *R) {
	if b := any(req).(Request).Common(); b.Policies == nil {
		b.Policies = []Policy{lasting("readers")}
	}
}

// SignMetadata, SignPolicies and SignNothing are how what one of many clients sends is its
// own: in two places, so that two writes that were mixed show; SignNothing is for what writes
// nothing of its own.
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

// Typed is an operation in the types of its room: client C, address A, request *R,
// state *S. The functions get values of their own.
type Typed[C any, A Resource, R, S any] struct {
	Facts
	// Complete: see Operation.Complete; nil leaves the request as it is.
	Complete func(r A, req *R)
	// Prepare: see Operation.Prepare; nil: nothing to prepare.
	Prepare func(ctx context.Context, c C, r A, req *R) error
	Do      func(ctx context.Context, c C, r A, req R) (Response, error)
	// Effect computes, from the resource before and an exchange that succeeded,
	// what the documents promise of the resource afterwards. Nil for reads.
	Effect func(before S, req R, resp Response) S
	// Sign puts text into what is written; nil makes it the body of every write.
	Sign func(req *R, text string, id func() string)
}

// Operation hides the types.
func (t Typed[C, A, R, S]) Operation() Operation { return Operation{t.Facts, t} }

func (t Typed[C, A, R, S]) request() Request { return any(new(R)).(Request) }

func (t Typed[C, A, R, S]) complete(r Resource, req Request) {
	if t.Complete != nil {
		t.Complete(r.(A), any(req).(*R))
	}
}

// completed is a copy of req that the caller's stays apart from.
func (t Typed[C, A, R, S]) completed(r Resource, req Request) R {
	q := *any(req).(*R)
	if t.Complete != nil {
		t.Complete(r.(A), &q)
	}
	return q
}

func (t Typed[C, A, R, S]) prepares() bool { return t.Prepare != nil }

func (t Typed[C, A, R, S]) prepare(ctx context.Context, c Client, r Resource, req Request) error {
	if t.Prepare == nil {
		return nil
	}
	t.complete(r, req)
	return t.Prepare(ctx, c.(C), r.(A), any(req).(*R))
}

func (t Typed[C, A, R, S]) do(ctx context.Context, c Client, r Resource, req Request) (Response, error) {
	return t.Do(ctx, c.(C), r.(A), t.completed(r, req))
}

func (t Typed[C, A, R, S]) after(before State, req Request, resp Response) State {
	if t.Effect == nil {
		return before
	}
	s := t.Effect(*any(before.Clone()).(*S), t.completed(before.Common().Resource, req), resp)
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
