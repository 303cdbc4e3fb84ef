package reference

import (
	"bytes"
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"

	"ifmatch/reference/metadata"
)

// metadataPrefix begins the names of headers that hold metadata.
const metadataPrefix = "x-ms-meta-"

// Limits of what is remembered per connection.
const (
	maxSpelled     = 256 // bytes of a name
	maxSpelledKept = 256 // names; at this number the connection forgets them and starts anew
)

// spelledConn is a connection that remembers how the client spells the names of its metadata. Go's server changes the
// case of all header names before a handler sees them.
//
// It looks at lines, and does not know where a header ends and a body begins. A line of a body that looks like metadata
// can change only the remembered case of a name on the same connection.
type spelledConn struct {
	net.Conn
	line []byte // the name so far, while it can still be that of metadata
	skip bool   // ignore the rest of the line

	mu    sync.Mutex
	names map[string]string // name in lower case → name as spelled, if that differs
}

func (c *spelledConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
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

// tooLarge begins the answer of Go's server to a request whose header is too large. No handler sends this status.
const tooLarge = "HTTP/1.1 431 "

// Write sends the service's own answer to a request whose header is too large: 400 without an error code.
// D:Error logging in HTTP Server API, RequestLength
func (c *spelledConn) Write(p []byte) (int, error) {
	if !bytes.HasPrefix(p, []byte(tooLarge)) {
		return c.Conn.Write(p)
	}
	const text = "HTTP Error 400. The size of the request headers is too long."
	_, err := io.WriteString(c.Conn, "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=us-ascii\r\nConnection: close\r\n\r\n"+text)
	return len(p), err
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

// NetConn returns the underlying connection, like the method of tls.Conn.
func (c *spelledConn) NetConn() net.Conn { return c.Conn }

// CloseWrite ends the sending direction, which lets the client read the last answer.
func (c *spelledConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// spelledListener turns accepted connections into spelledConns. These read the text after decryption.
type spelledListener struct {
	net.Listener
	certificate *Certificate // nil: connections are not encrypted
}

func (l spelledListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if l.certificate != nil {
		c = tls.Server(c, l.certificate.config())
	}
	return &spelledConn{Conn: c}, nil
}

// withSpelling gives the spellings remembered by a connection to the requests that arrive on it.
func withSpelling(ctx context.Context, c net.Conn) context.Context {
	if s, ok := c.(*spelledConn); ok {
		ctx = context.WithValue(ctx, connKey{}, s)
		return metadata.WithSpelling(ctx, &metadata.Spelling{Names: s.spelled})
	}
	return ctx
}

type connKey struct{}

// withTLS marks requests that came over https, because the http package cannot see that through a spelledConn.
func withTLS(service http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s, ok := r.Context().Value(connKey{}).(*spelledConn); ok {
			if c, ok := s.Conn.(*tls.Conn); ok {
				state := c.ConnectionState()
				r.TLS = &state
			}
		}
		service.ServeHTTP(w, r)
	})
}
