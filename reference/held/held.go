// Package held holds answers to requests back, so that they can be inspected, altered, replaced, or embedded in another
// answer.
package held

import (
	"bytes"
	"maps"
	"net/http"
)

// Answer is an answer that has not been sent yet. It is an http.ResponseWriter.
type Answer struct {
	header http.Header
	Status int // zero until it is known
	Body   bytes.Buffer
}

// New begins an answer with the header fields that w already has.
func New(w http.ResponseWriter) *Answer { return &Answer{header: w.Header().Clone()} }

// Empty begins an answer without header fields. Most answers have at most 14, which is what a map of two groups holds.
func Empty() *Answer { return &Answer{header: make(http.Header, 14)} }

// By returns the answer of a handler.
func By(w http.ResponseWriter, r *http.Request, next http.Handler) *Answer {
	a := New(w)
	next.ServeHTTP(a, r)
	return a
}

// Header returns the header of the answer.
func (a *Answer) Header() http.Header { return a.header }

// WriteHeader keeps the first status that is no interim one.
func (a *Answer) WriteHeader(status int) {
	if a.Status == 0 && status >= http.StatusOK {
		a.Status = status
	}
}

// Write appends to the body.
func (a *Answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.Body.Write(b)
}

// Send sends the answer.
func (a *Answer) Send(w http.ResponseWriter) {
	clear(w.Header())
	maps.Copy(w.Header(), a.header)
	a.WriteHeader(http.StatusOK) // the default status, if the handler set none
	w.WriteHeader(a.Status)
	_, _ = w.Write(a.Body.Bytes()) // the client may be gone
}
