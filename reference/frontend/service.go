// Package frontend holds the common part of the reference server's services. It recovers from panics, cuts the account
// off the path, and determines the operation and the protocol version. It verifies the sender and the sender's
// permissions, executes the operation, and sends the answer or a refusal.
//
// A service supplies a description of itself (Service): how to read its addresses, how to find the operation, what a
// signature must grant, and a function for each operation. Its own call type embeds Call and is passed to all of them.
package frontend

import (
	"net/http"

	"ifmatch/reference/auth"
	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	op "ifmatch/reference/operation"
)

// Service describes a service to its front end. C is its call, a pointer to a struct that embeds Call. Functions that a
// service does not need are nil.
type Service[C Caller] struct {
	Name op.Service
	// Preflight is the operation that browsers send without credentials.
	Preflight op.Operation
	// Oldest is the oldest protocol version whose rules the service follows. If it is set, requests signed with the key
	// must name a version. Other requests may name any version, or none.
	Oldest string
	// Primary means that the service has no secondary location.
	Primary bool
	// Headers are set on the responses that they are for, in addition to those that all services set.
	Headers []Header

	// New allocates a call for a request.
	New func() C
	// Address reads the path below the account into the call.
	Address func(c C, path string) error
	// Escaped passes the path to Address as the client has escaped it.
	Escaped bool
	// Operation finds the operation of a request, once its address is known.
	Operation func(c C) (op.Operation, error)

	// Needs lists the permissions that a shared access signature must grant for each operation.
	Needs *Needs
	// Anonymous admits a request without credentials, or leaves the decision to Needs, which refuses it.
	Anonymous func(c C) (admitted bool, err error)
	// Permits refuses requests that a signature does not cover although it grants the operation.
	Permits func(c C) error
	// Policies returns the stored access policies of a container, queue or table, or none if it does not exist.
	Policies func(resource string) []document.Policy

	// Prepare makes a call ready for its operation, and refuses what the operation does not accept.
	Prepare func(c C) error
	// Handlers execute the operations. Each sends its own answer on success, and returns a refusal. An operation
	// without a handler is documented, but out of the server's scope.
	Handlers *[op.Count]func(c C, w http.ResponseWriter) error

	// Properties are the properties of the service until others are set.
	Properties document.Properties

	// Codes maps errors of the store to refusals.
	Codes map[error]errcode.Code
	// Refuse answers with an error in the service's own form.
	Refuse func(w http.ResponseWriter, r *http.Request, e *errcode.Error)
}

// Header is a header of a response: its name in canonical form, and its value, which is never changed.
type Header struct {
	Name  string
	Value []string
	// For reports whether the responses to a request have it; nil: all have.
	For func(*http.Request) bool
}

// Needs lists the permissions that a shared access signature must grant, by operation.
type Needs [op.Count]Need

// Grant sets the permissions needed for some operations.
func (n *Needs) Grant(anyOf string, on auth.Kind, operations ...op.Operation) {
	for _, o := range operations {
		n[o] = Need{AnyOf: anyOf, On: on}
	}
}

// Need is a permission that a shared access signature must grant.
type Need struct {
	AnyOf string    // one of these letters; empty if no signature can grant the operation
	On    auth.Kind // the kind of resource that an account SAS must cover
	Also  string    // additionally one of these letters, if there are any
}
