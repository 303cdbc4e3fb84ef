package auth

import (
	"net/http"

	op "ifmatch/reference/operation"
)

// Gate is what a request passes before it is executed. Strict is the documented one; a decorator may stand before it.
type Gate interface {
	// Verify finds out who sent a request, as the function of that name does.
	Verify(r *http.Request, o Options) (Identity, *Error)
	// Allows reports whether a sender may do an operation that needs any one of the permission letters in anyOf on a
	// resource of the given kind, as the method of Identity does.
	Allows(sender Identity, o op.Operation, anyOf string, on Kind) *Error
}

// Strict is the gate that lets through what the documents say.
type Strict struct{}

// Verify finds out who sent a request.
func (Strict) Verify(r *http.Request, o Options) (Identity, *Error) { return Verify(r, o) }

// Allows reports whether a sender may do an operation.
func (Strict) Allows(sender Identity, _ op.Operation, anyOf string, on Kind) *Error {
	return sender.Allows(anyOf, on)
}
