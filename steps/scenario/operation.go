package scenario

import (
	"context"
	"net/http"
	"time"
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

// Unimplemented reports whether an answer means that the operation does not exist there. That is
// a 501 or a 500 whose code says so. For an operation that a later version introduced it is
// also a 400 without any header of the service: a front end sends it if it finds no operation for
// the request. Azurite 3.31.0 sends the 500, 3.20.1 the 400.
func Unimplemented(op Operation, resp Response) bool {
	switch resp.Status {
	case http.StatusNotImplemented:
		return true
	case http.StatusInternalServerError:
		return saysUnimplemented(resp.Code)
	case http.StatusBadRequest:
		return op.Since != "" && resp.Code == "" && len(resp.Body) == 0 && resp.Header.Get("x-ms-request-id") == ""
	}
	return false
}
