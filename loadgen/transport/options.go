package transport

import (
	"cmp"
	"crypto/tls"
	"time"
)

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
