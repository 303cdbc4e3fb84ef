// Package sendonce sends HTTP requests over net/http, each at most once. net/http itself sends a
// GET again if a kept connection breaks before the answer, and over HTTP/2 also other requests.
// But Get Messages is a GET that changes what it reads, and who judges a service must know that
// an answer was lost. All requests of ours over net/http go through this package; a test in
// internal/deps says so.
package sendonce

import (
	"bytes"
	"io"
	"net/http"
)

// Transport is an http.RoundTripper that sends each request at most once. Only if nothing of a
// request was written, because the server had closed the kept connection, may it take another
// connection.
type Transport struct{ under *http.Transport }

// Over returns a Transport with the settings of t, which the caller must not use any more. It
// speaks HTTP/1.1 only, as Azure Storage does.
func Over(t *http.Transport) *Transport {
	t.Protocols = new(http.Protocols)
	t.Protocols.SetHTTP1(true)
	t.ForceAttemptHTTP2 = false
	return &Transport{t}
}

// RoundTrip sends req. net/http repeats a request only if its method is harmless by name and its
// body can be had again. So a request of these methods gets a body that cannot be had again, an
// empty one if it has none, which is not visible on the wire. (net/http also repeats requests with
// an Idempotency-Key, which no storage service knows.)
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	switch req.Method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		once := *req // do not change the caller's request
		if req.Body == nil || req.Body == http.NoBody {
			// In memory by its type: net/http sends the header by itself before a body that may block.
			once.Body, once.ContentLength = io.NopCloser(new(bytes.Reader)), 0
			once.TransferEncoding = []string{"identity"} // otherwise net/http might send an empty chunked body
		}
		once.GetBody = nil
		req = &once
	}
	return t.under.RoundTrip(req)
}

// CloseIdleConnections closes the connections that no request uses.
func (t *Transport) CloseIdleConnections() { t.under.CloseIdleConnections() }
