// Package transport sends one HTTP request of a load run and reads the whole
// answer, as cheaply as possible: over net/http, or over a lean HTTP/1.1 client
// with one connection per actor. Neither retries, follows redirects, or hides an
// answer. Both pass the same conformance tests.
package transport

import (
	"cmp"
	"context"
	"crypto/tls"
	"time"

	"ifmatch/internal/sharedkey"
)

// Request is one request. The caller owns its slices again when the exchange is
// over, and may reuse them for the next.
type Request struct {
	Method string
	Secure bool   // https
	Host   string // authority to connect to and for Host, with the port unless it is the scheme's default
	Target string // escaped path and query, as in the request line
	// Header holds all fields except those that say how the request is sent: Host,
	// Content-Length, Transfer-Encoding, Connection, Expect, Trailer, Upgrade.
	Header sharedkey.Header
	Body   []byte
}

// Reply is one answer. Its contents stay valid until the session's next exchange.
type Reply struct {
	Status int
	Body   []byte
	// Header holds the answer's fields, possibly without those about the
	// connection and the body's framing. Over net/http names are in canonical case
	// and fields in any order; otherwise both are as the server wrote them.
	// Trailers are dropped.
	Header sharedkey.Header
}

// Session is one actor's access to the server: exchanges one at a time, over a
// connection that is kept as long as the server keeps it.
type Session interface {
	// Do sends the request and reads the whole answer. It honours ctx's end and
	// the transport's timeout. Its errors are Failures by errors.Is and FailureOf,
	// and contain neither target nor header. After an error it is unknown whether
	// the server acted, unless Failure.Unsent.
	Do(ctx context.Context, req *Request, reply *Reply) error
	// Close ends the session. Its connections are closed, or used by other
	// sessions. Nothing may be sent afterwards.
	Close()
}

// Transport opens sessions. Several goroutines may use it.
type Transport interface {
	Session() Session
	// Close closes the remaining connections, after all sessions are closed.
	Close()
}

// Options shape both transports. The zero value is usable.
type Options struct {
	// Timeout bounds one exchange, from connecting to the answer's last byte;
	// DefaultTimeout if 0.
	Timeout time.Duration
	// TLS is the configuration for https; nil: the system's roots.
	TLS *tls.Config
	// MaxHeader bounds the bytes of an answer's header, including preceding 1xx
	// answers; DefaultMaxHeader if 0.
	MaxHeader int
	// MaxBody bounds the bytes of an answer's body; DefaultMaxBody if 0.
	MaxBody int
}

// Defaults of Options. A service itself ends an operation after 30 s or more; in a
// load run there is no point in waiting that long.
const (
	DefaultTimeout   = 30 * time.Second
	DefaultMaxHeader = 64 << 10
	DefaultMaxBody   = 64 << 20
)

func (o Options) withDefaults() Options {
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	o.MaxHeader = cmp.Or(o.MaxHeader, DefaultMaxHeader)
	o.MaxBody = cmp.Or(o.MaxBody, DefaultMaxBody)
	return o
}
