package weatherproxy

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
)

// virtual runs a proxy in front of a server over pipes, so that time can be
// simulated.
func virtual(t *testing.T, upstream http.Handler, o Options) (*Proxy, *http.Client, func()) {
	t.Helper()
	front, back := newPipes(), newPipes()
	server := &http.Server{Handler: upstream}
	go func() { _ = server.Serve(back) }()
	p := serve(t.Context(), front, back.dial, o)
	client := &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return front.dial(ctx) },
	}}
	return p, client, func() {
		client.CloseIdleConnections()
		_ = p.Close()
		_ = server.Close()
	}
}

// pipes is a network without a kernel.
type pipes struct {
	waiting chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

func newPipes() *pipes { return &pipes{waiting: make(chan net.Conn), closed: make(chan struct{})} }

func (l *pipes) dial(ctx context.Context) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case l.waiting <- far:
		return near, nil
	case <-l.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (l *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-l.waiting:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *pipes) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "pipe"} }
