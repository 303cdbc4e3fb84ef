package scenario

import (
	"context"
	"net/http"
	"reflect"
	"strings"
	"time"
)

// Operation is one documented operation, ready to be performed; a Typed makes it.
type Operation struct {
	Facts
	// Request makes an empty request for the operation.
	Request func() Request
	// Complete fills in what the request leaves to the operation: a body, the
	// metadata to set, the source of a copy. Do, Prepare and After apply it
	// themselves; it is idempotent.
	Complete func(r Address, req Request)
	// Prepare makes what must exist, in addition to the resource itself, before the request can
	// succeed: the blocks that a list commits, or the source of a copy if the request names none.
	// It completes the request, and notes in it what the effect depends on. It belongs to the
	// set-up, before a lease is taken and before the state "before" is read. It sends neither
	// conditions nor lease ids. Nil: there is nothing to make.
	Prepare func(ctx context.Context, c Client, r Address, req Request) error
	// Do performs the operation in exactly one exchange. An error means that no answer
	// came or that the answer cannot be read (UnreadableError); a refusal is a Response.
	Do func(ctx context.Context, c Client, r Address, req Request) (Response, error)
	// After is the state that the documents promise after the operation has succeeded.
	After func(before State, req Request, resp Response) State
	// Sign marks what one of many clients writes as its own; id makes GUIDs.
	Sign func(req Request, text string, id func() string)
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

// Or completes a request with what it leaves open and another has.
func Or[A Address, R any](otherwise R) func(A, *R) {
	return func(_ A, req *R) { complete(reflect.ValueOf(req).Elem(), reflect.ValueOf(otherwise)) }
}

func complete(req, otherwise reflect.Value) {
	for i := range req.NumField() {
		switch f := req.Field(i); {
		case f.Kind() == reflect.Struct:
			complete(f, otherwise.Field(i))
		case f.IsZero():
			f.Set(otherwise.Field(i))
		}
	}
}

// SignMetadata, SignPolicies and SignNothing mark what one of many clients sends as its own. The
// mark stands under a name that all clients write and under one of the client's own, so that both a
// mix and a union of two writes show. SignNothing is for operations that
// write nothing of their own.
func SignMetadata[R any](req *R, text string, _ func() string) {
	any(req).(Request).Common().Metadata = map[string]string{"first": text, OwnName(text): text}
}

// OwnName is a name that only the client with this mark writes.
func OwnName(text string) string { return strings.ReplaceAll(text, " ", "_") }

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

// Typed is an operation in the types of its room: client C, address A, request *R, state *S.
type Typed[C any, A Address, R, S any] struct {
	Facts
	// Complete: see Operation.Complete; nil leaves the request as it is.
	Complete func(r A, req *R)
	// Prepare: see Operation.Prepare; nil: nothing to prepare.
	Prepare func(ctx context.Context, c C, r A, req *R) error
	Do      func(ctx context.Context, c C, r A, req R) (Response, error)
	// Effect turns a copy of the resource before a successful exchange into what the documents
	// promise about the resource afterwards. Nil for reads.
	Effect func(s *S, req R, resp Response)
	// Sign puts text into what is written; nil makes it the body of every write.
	Sign func(req *R, text string, id func() string)
}

// Operation hides the types.
func (t Typed[C, A, R, S]) Operation() Operation {
	switch {
	case t.Reads:
		t.Sign = SignNothing[R]
	case t.Sign == nil:
		t.Sign = func(req *R, text string, _ func() string) { any(req).(Request).Common().Body = []byte(text) }
	}
	o := Operation{Facts: t.Facts,
		Request:  func() Request { return any(new(R)).(Request) },
		Complete: func(r Address, req Request) { t.complete(r, any(req).(*R)) },
		Sign:     func(req Request, text string, id func() string) { t.Sign(any(req).(*R), text, id) },
		Do: func(ctx context.Context, c Client, r Address, req Request) (Response, error) {
			return t.Do(ctx, c.(C), r.(A), t.completed(r, req))
		},
		After: func(before State, req Request, resp Response) State {
			s := before.Clone()
			if t.Effect != nil {
				t.Effect(any(s).(*S), t.completed(s.Common().Address, req), resp)
			}
			return s
		},
	}
	if t.Prepare != nil {
		o.Prepare = func(ctx context.Context, c Client, r Address, req Request) error {
			t.complete(r, any(req).(*R))
			return t.Prepare(ctx, c.(C), r.(A), any(req).(*R))
		}
	}
	return o
}

func (t Typed[C, A, R, S]) complete(r Address, req *R) {
	if t.Complete != nil {
		t.Complete(r.(A), req)
	}
}

// completed is a completed copy of req; the caller's req stays unchanged.
func (t Typed[C, A, R, S]) completed(r Address, req Request) R {
	q := *any(req).(*R)
	t.complete(r, &q)
	return q
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
