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
	Secure bool   // https
	Host   string // authority to connect to and to name in Host, with the port unless it is the scheme's own
	Target string // escaped path and query, as it stands in the request line
	// Header holds every field but those that say how the request is sent: Host,
	// Content-Length, Transfer-Encoding, Connection, Expect, Trailer, Upgrade.
	Header sharedkey.Header
	Body   []byte
}

// Reply is one answer. Its contents stay valid until the session's next exchange.
type Reply struct {
	Status int
	Body   []byte
	// Header holds what the server said, the fields about the connection and the
	// body's framing perhaps left out. Over net/http names are in canonical case
	// and fields in any order, else both are as the server wrote them. Trailers
	// are dropped.
	Header sharedkey.Header
}

// Session is the way of one actor to the server: exchanges one at a time, over a
// connection that is kept while the server keeps it.
type Session interface {
	// Do sends the request and reads the answer whole. It honours ctx's end and
	// the transport's timeout. Its errors are Failures by errors.Is and FailureOf,
	// and show neither target nor header. After one nobody knows whether the
	// server acted, unless Failure.Unsent.
	Do(ctx context.Context, req *Request, reply *Reply) error
	// Close ends the session, whose connections close or go to other sessions.
	// Nothing may be sent after it.
	Close()
}

// Transport opens sessions, also from several goroutines.
type Transport interface {
	Session() Session
	// Close ends what connections are left when all sessions are closed.
	Close()
}
