package scenario

import (
	"fmt"
	"net/http"
	"strings"
)

// Response is an answer of the service.
type Response struct {
	Status int
	Code   string // x-ms-error-code, or the code in the body where the header is missing
	Header http.Header
	Body   []byte

	// For a batch: the status of the batch as a whole, and the answers to its operations.
	// Status and Code are then those of the failed operation, if any.
	Outer   int
	Parts   []Response
	Message string // in the answer to an operation of a batch

	SMB bool // the code is the whole answer
}

// OK reports whether the status is 2xx.
func (r Response) OK() bool { return r.Status >= 200 && r.Status < 300 }

// String puts an answer into words: "412 ConditionNotMet".
func (r Response) String() string {
	switch {
	case r.SMB:
		return r.Code
	case r.Code != "":
		return fmt.Sprintf("%d %s", r.Status, r.Code)
	case r.Status >= 400:
		return fmt.Sprintf("%d without an error code", r.Status)
	}
	return fmt.Sprintf("%d %s", r.Status, http.StatusText(r.Status))
}

// RefusedError says that an operation of the suite itself did not succeed: one that builds a
// state, or reads it.
type RefusedError struct {
	Operation string
	Response  Response
}

// Error names the operation and the answer.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("%s was answered %s", e.Operation, strings.TrimSpace(fmt.Sprintf("%d %s", e.Response.Status, e.Response.Code)))
}

// UnreadableError says that the official SDK cannot parse an answer: for example, its date is
// not a date or its body is not XML.
type UnreadableError struct {
	Operation string
	Response  Response // as far as it could be read
	Err       error
	Text      string // without secrets
	// Broken: the connection ended before the answer did, which may be bad weather.
	Broken bool
}

// Error names the operation, the status and what could not be read.
func (e *UnreadableError) Error() string { return e.Text }

// Unwrap gives the SDK's error.
func (e *UnreadableError) Unwrap() error { return e.Err }

// saysUnimplemented reports whether an error code means that the operation does not exist.
func saysUnimplemented(code string) bool {
	return code == "NotImplemented" || code == "APINotImplemented"
}
