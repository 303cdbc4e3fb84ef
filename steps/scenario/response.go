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

	// Of a batch: the status of the batch as a whole, and the answers to its
	// operations. Status and Code are those of the operation that failed, if any.
	Outer int
	Parts []Part
}

// Part is the answer to one operation of a batch.
type Part struct {
	Status  int
	Code    string
	Message string
	ETag    string
	Header  http.Header
	Body    []byte
}

// OK tells whether the status is one of success.
func (r Response) OK() bool { return r.Status >= 200 && r.Status < 300 }

// String puts an answer into words: "412 ConditionNotMet".
func (r Response) String() string {
	switch {
	case r.Code != "":
		return fmt.Sprintf("%d %s", r.Status, r.Code)
	case r.Status >= 400:
		return fmt.Sprintf("%d without an error code", r.Status)
	}
	return fmt.Sprintf("%d %s", r.Status, http.StatusText(r.Status))
}

// RefusedError says that an operation was answered otherwise than with success where
// the suite itself needs it: to build a state, or to read it.
type RefusedError struct {
	Operation string
	Response  Response
}

// Error names the operation and the answer.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("%s was answered %s", e.Operation, strings.TrimSpace(fmt.Sprintf("%d %s", e.Response.Status, e.Response.Code)))
}

// UnreadableError says that an answer arrived which the official SDK cannot
// make sense of: a date that is none, a body that is no XML.
type UnreadableError struct {
	Operation string
	Response  Response // as far as it could be read
	Err       error
	Text      string // without secrets
	// Broken: the connection ended before the answer did, which may be the weather.
	Broken bool
}

// Error names the operation, the status and what could not be read.
func (e *UnreadableError) Error() string { return e.Text }

// Unwrap gives the SDK's error.
func (e *UnreadableError) Unwrap() error { return e.Err }
