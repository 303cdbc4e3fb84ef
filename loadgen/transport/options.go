package transport

import (
	"cmp"
	"crypto/tls"
	"time"
)

// Options shape both transports. The zero value is usable.
type Options struct {
	// Timeout is for one exchange, from connecting to the answer's last byte;
	// DefaultTimeout if 0.
	Timeout time.Duration
	// TLS is for https; the system's roots if nil.
	TLS *tls.Config
	// MaxHeader is how many bytes the header of an answer may have, 1xx answers
	// before it included; DefaultMaxHeader if 0.
	MaxHeader int
	// MaxBody is how many bytes the body of an answer may have; DefaultMaxBody if 0.
	MaxBody int
}

// The defaults of Options. A service ends an operation by itself after 30 s or
// more; who waits that long in a load run has his answer.
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
