// Package transport sends one HTTP request of a load run and reads the whole
// answer, as cheaply as can be: over net/http, or over a lean HTTP/1.1 client of
// one connection per actor. Neither retries, follows redirects, or hides an
// answer; both pass the same conformance tests.
package transport

import (
	"context"

	"ifmatch/internal/sharedkey"
)

// Request is one request. The one who fills it in owns its slices again when the
// exchange is over, so that they can be used for the next.
type Request struct {
	Method string
	Host   string // authority to connect to and to name in Host
	Target string // escaped path and query, as it stands in the request line
	Header sharedkey.Header
	Body   []byte
}

// Reply is one answer. Its contents stay valid until the session's next exchange.
type Reply struct {
	Status int
	Body   []byte
	Header sharedkey.Header // names as the server spelled them
}

// Session is the way of one actor to the server: exchanges one at a time, over a
// connection that is kept while the server keeps it.
type Session interface {
	// Do sends the request and reads the answer whole. After an error nobody
	// knows whether the server acted. It honours ctx's end and the transport's
	// timeout.
	Do(ctx context.Context, req *Request, reply *Reply) error
	Close()
}

// Transport opens sessions.
type Transport interface {
	Session() Session
	Close()
}
