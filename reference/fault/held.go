package fault

import (
	"bytes"
	"maps"
	"net/http"
)

// held is an answer that may yet be replaced by another.
type held struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// hold begins an answer with the header fields that w has already.
func hold(w http.ResponseWriter) *held { return &held{header: w.Header().Clone()} }

// heldBy is the answer of a handler.
func heldBy(w http.ResponseWriter, r *http.Request, next http.Handler) *held {
	h := hold(w)
	next.ServeHTTP(h, r)
	return h
}

func (h *held) Header() http.Header { return h.header }

func (h *held) WriteHeader(status int) {
	if h.status == 0 {
		h.status = status
	}
}

func (h *held) Write(b []byte) (int, error) {
	h.WriteHeader(http.StatusOK)
	return h.body.Write(b)
}

func (h *held) send(w http.ResponseWriter) {
	clear(w.Header())
	maps.Copy(w.Header(), h.header)
	h.WriteHeader(http.StatusOK) // the status of an answer that says nothing
	w.WriteHeader(h.status)
	_, _ = w.Write(h.body.Bytes()) // a client that is gone cannot be told
}
