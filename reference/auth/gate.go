package auth

import (
	"net/http"

	op "ifmatch/reference/operation"
)

// Gate decides about a request before it is executed. Strict is the documented gate; decorators may wrap it.
type Gate interface {
	// Verify determines who sent a request, like the function of that name.
	Verify(r *http.Request, o Options) (Identity, *Error)
	// Allows returns an error unless a sender may do an operation, like the method of Identity. The operation needs any
	// one of the permission letters in anyOf, on a resource of the given kind.
	Allows(sender Identity, o op.Operation, anyOf string, on Kind) *Error
}

// Strict is the gate that follows the documents.
type Strict struct{}

// Verify determines who sent a request.
func (Strict) Verify(r *http.Request, o Options) (Identity, *Error) { return Verify(r, o) }

// Allows returns an error unless a sender may do an operation.
func (Strict) Allows(sender Identity, _ op.Operation, anyOf string, on Kind) *Error {
	return sender.Allows(anyOf, on)
}
