// Package held holds answers to requests back: they may be looked at, altered, replaced, or put into another.
package held

import (
	"bytes"
	"maps"
	"net/http"
)

// Answer is an answer that was not sent yet. It is an http.ResponseWriter.
type Answer struct {
	header http.Header
	Status int // zero until it is known
	Body   bytes.Buffer
}

// New begins an answer with the header fields that w has already.
func New(w http.ResponseWriter) *Answer { return &Answer{header: w.Header().Clone()} }

// Empty begins an answer.
func Empty() *Answer { return &Answer{header: http.Header{}} }

// By is the answer of a handler.
func By(w http.ResponseWriter, r *http.Request, next http.Handler) *Answer {
	a := New(w)
	next.ServeHTTP(a, r)
	return a
}

// Header is that of the answer.
func (a *Answer) Header() http.Header { return a.header }

// WriteHeader takes the first status.
func (a *Answer) WriteHeader(status int) {
	if a.Status == 0 {
		a.Status = status
	}
}

// Write takes a part of the body.
func (a *Answer) Write(b []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.Body.Write(b)
}

// Send sends the answer.
func (a *Answer) Send(w http.ResponseWriter) {
	clear(w.Header())
	maps.Copy(w.Header(), a.header)
	a.WriteHeader(http.StatusOK) // the status of an answer that says nothing
	w.WriteHeader(a.Status)
	_, _ = w.Write(a.Body.Bytes()) // a client that is gone cannot be told
}
