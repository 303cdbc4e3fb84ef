package reference

import (
	"bytes"
	"context"
	"net"
	"strings"
	"sync"

	"ifmatch/reference/metadata"
)

// metadataPrefix begins the names of headers that hold metadata.
const metadataPrefix = "x-ms-meta-"

// The limits of what is remembered of one connection.
const (
	maxSpelled     = 256 // bytes of a name
	maxSpelledKept = 256 // names; then it begins anew
)

// spelledConn is a connection that remembers how the client spells the names of its metadata: by the time a handler sees
// them, they all have the case that Go's server gives them.
//
// It looks at lines, and does not know where a header ends and a body begins. A line of a body that looks like metadata
// may change in which case a name of the same connection is kept, and nothing else.
type spelledConn struct {
	*net.TCPConn
	line []byte // the name so far, while it can still be one
	skip bool   // the rest of the line

	mu    sync.Mutex
	names map[string]string // in lower case → as it was spelled, where that is another
}

func (c *spelledConn) Read(p []byte) (int, error) {
	n, err := c.TCPConn.Read(p)
	c.look(p[:n])
	return n, err
}

func (c *spelledConn) look(p []byte) {
	for len(p) > 0 {
		if c.skip {
			end := bytes.IndexByte(p, '\n')
			if end < 0 {
				return
			}
			p, c.skip, c.line = p[end+1:], false, c.line[:0]
			continue
		}
		b := p[0]
		p = p[1:]
		n := len(c.line)
		switch {
		case b == '\n':
			c.line = c.line[:0]
		case n < len(metadataPrefix) && lower(b) != metadataPrefix[n], n == maxSpelled:
			c.skip = true
		case b == ':':
			c.learn(string(c.line[len(metadataPrefix):]))
			c.skip = true
		default:
			c.line = append(c.line, b)
		}
	}
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 'a' - 'A'
	}
	return b
}

func (c *spelledConn) learn(name string) {
	plain := strings.ToLower(name)
	c.mu.Lock()
	defer c.mu.Unlock()
	if plain == name {
		delete(c.names, plain)
		return
	}
	if c.names == nil || len(c.names) >= maxSpelledKept {
		c.names = make(map[string]string)
	}
	c.names[plain] = name
}

func (c *spelledConn) spelled(name string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.names[name]; ok {
		return s
	}
	return name
}

// spelledListener makes spelledConns of the connections that it accepts.
type spelledListener struct{ net.Listener }

func (l spelledListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return &spelledConn{TCPConn: tcp}, err
	}
	return c, err
}

// withSpelling hands what a connection remembers to the requests that come over it.
func withSpelling(ctx context.Context, c net.Conn) context.Context {
	if s, ok := c.(*spelledConn); ok {
		return metadata.WithSpelling(ctx, &metadata.Spelling{Names: s.spelled})
	}
	return ctx
}
