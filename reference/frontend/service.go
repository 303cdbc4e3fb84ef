// Package frontend is what the services of the reference server have in common. It recovers from panics, cuts the
// account off the path, names the operation that a request asks for, finds out the version of the protocol, who sent
// the request and whether they may, executes the operation, and answers with what it has or with a refusal.
//
// A service brings a description of itself (Service): how its addresses read, which operation is meant, what a signature
// must grant, and a function for each operation. Its own type of call embeds Call and is handed through all of them.
package frontend

import (
	"net/http"

	"ifmatch/reference/auth"
	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	op "ifmatch/reference/operation"
)

// Service describes a service to its front end. C is its call, a pointer to a struct that embeds Call. Functions that a
// service has no use for are nil.
type Service[C Caller] struct {
	Name op.Service
	// Preflight is the operation that browsers send without credentials.
	Preflight op.Operation
	// Oldest is the oldest version of the protocol whose rules the service follows. A service that has one wants requests
	// that are signed with the key to name a version; any version will do for the others, and none.
	Oldest string
	// Primary means that the service has no secondary location.
	Primary bool
	// Headers are on every response, beside those that all services have.
	Headers []Header

	// New makes room for a request.
	New func() C
	// Address reads the path below the account into the call.
	Address func(c C, path string) error
	// Escaped lets Address have the path as the client has escaped it.
	Escaped bool
	// Operation names what a request asks for, once its address is known.
	Operation func(c C) (op.Operation, error)

	// Needs is what a shared access signature must grant for each operation.
	Needs *Needs
	// Anonymous admits a request without credentials, or leaves it to Needs, which admits none.
	Anonymous func(c C) (admitted bool, err error)
	// Permits refuses what a signature does not cover although it grants the operation.
	Permits func(c C) error
	// Policies are the stored access policies of a container, queue or table, none if it does not exist.
	Policies func(resource string) []document.Policy

	// Prepare makes a call ready for its operation, and refuses what the operation must not be asked with.
	Prepare func(c C) error
	// Handlers execute the operations: each answers with success itself, and returns a refusal. An operation that has
	// none is documented, and out of the server's scope.
	Handlers *[op.Count]func(c C, w http.ResponseWriter) error

	// Properties are those of the service until others are set.
	Properties document.Properties

	// Codes are the refusals that errors of the store stand for.
	Codes map[error]errcode.Code
	// Refuse answers with an error in the service's own form.
	Refuse func(w http.ResponseWriter, r *http.Request, e *errcode.Error)
}

// Header is a header of a response: its name in canonical form, and its value, which is never changed.
type Header struct {
	Name  string
	Value []string
}

// Needs are what a shared access signature must grant, by operation.
type Needs [op.Count]Need

// Grant sets the need of some operations.
func (n *Needs) Grant(anyOf string, on auth.Kind, operations ...op.Operation) {
	for _, o := range operations {
		n[o] = Need{AnyOf: anyOf, On: on}
	}
}

// Need is what a shared access signature must grant.
type Need struct {
	AnyOf string    // one of these letters; empty for what no signature can grant
	On    auth.Kind // the kind of resource that an account's signature must be for
	Also  string    // and one of these letters, too, if there are any
}
