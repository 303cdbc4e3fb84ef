package transport_test

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"ifmatch/loadgen/transport"
)

// transports are the transports under test in the conformance tests.
var transports = map[string]func(transport.Options) transport.Transport{
	"lean":     transport.NewLean,
	"net/http": transport.NewNetHTTP,
}

// wire is a server that handles every connection as the test says, byte by byte.
type wire struct {
	host   string
	dialed atomic.Int32 // connections accepted
}

// peer is one connection of a wire, seen from the server.
type peer struct {
	net.Conn
	*bufio.Reader
}

func (p *peer) Read(b []byte) (int, error) { return p.Reader.Read(b) }

// listen starts a server that handles each connection with serve, which receives
// the connection's number, from 1. The server then closes the connection.
func listen(t testing.TB, config *tls.Config, serve func(n int, p *peer)) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{host: l.Addr().String()}
	var open sync.Map
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			n := int(w.dialed.Add(1))
			open.Store(c, nil)
			serving.Go(func() {
				defer open.Delete(c)
				defer c.Close()
				if config != nil {
					secured := tls.Server(c, config)
					if secured.Handshake() != nil {
						return
					}
					c = secured
				}
				serve(n, &peer{c, bufio.NewReader(c)})
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		open.Range(func(c, _ any) bool { c.(net.Conn).Close(); return true })
		serving.Wait()
	})
	return w
}

// request reads one request with its whole body. It returns nil at the end of the
// connection.
func (p *peer) request() *http.Request {
	r, err := http.ReadRequest(p.Reader)
	if err != nil {
		return nil
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return r
}

// say sends text.
func (p *peer) say(text string) { _, _ = io.WriteString(p.Conn, text) }

// reset tears down the connection so that the other side notices.
func (p *peer) reset() {
	if tcp, ok := p.Conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = p.Close()
}

// certificate returns a server's certificate and the pool that trusts it, valid
// for example.com and 127.0.0.1.
func certificate(t testing.TB) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	s := httptest.NewUnstartedServer(nil)
	s.StartTLS()
	defer s.Close()
	pool := x509.NewCertPool()
	pool.AddCert(s.Certificate())
	return s.TLS.Certificates[0], pool
}
