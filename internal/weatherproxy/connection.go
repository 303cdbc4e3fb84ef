// Package weatherproxy stands between a client and a server and lets what goes between them meet the weather, which is what
// a network and a correct service may do. Whoever judges the server through it must come to the same verdicts, or to none.
package weatherproxy

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
)

// Proxy stands before one server. It passes HTTP/1.1 message by message and alters none of them, but what Options ask for;
// what is not HTTP/1.1, or breaks off in the middle, it cuts off.
type Proxy struct {
	options  Options
	listener net.Listener
	dial     func(context.Context) (net.Conn, error)
	ctx      context.Context
	cancel   context.CancelFunc
	running  sync.WaitGroup

	began time.Time
	moves atomic.Int64 // when the last stall of everything ends, since began, in nanoseconds

	connections, exchanges, stalled atomic.Int64
}

// Counts is what a Proxy did so far; what its exchanges met, its sky tells.
type Counts struct {
	Connections int64
	Exchanges   int64 // whole requests that came
	Stalled     int64 // messages, of either direction, that met a stall of everything
}

// Listen starts a proxy to upstream, a host and a port, on a port of its own on
// the loopback interface. It runs until Close, or until ctx ends.
func Listen(ctx context.Context, upstream string, o Options) (*Proxy, error) {
	if _, _, err := net.SplitHostPort(upstream); err != nil {
		return nil, fmt.Errorf("proxy to %q: it must be a host and a port: %w", upstream, err)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("proxy to %s: %w", upstream, err)
	}
	return serve(ctx, listener, func(ctx context.Context) (net.Conn, error) {
		if o.TLS != nil {
			return (&tls.Dialer{Config: o.TLS}).DialContext(ctx, "tcp", upstream)
		}
		return new(net.Dialer).DialContext(ctx, "tcp", upstream)
	}, o), nil
}

// serve proxies what comes to listener.
func serve(ctx context.Context, listener net.Listener, dial func(context.Context) (net.Conn, error), o Options) *Proxy {
	p := &Proxy{options: o, listener: listener, dial: dial, began: time.Now()}
	p.ctx, p.cancel = context.WithCancel(ctx)
	p.running.Go(func() {
		defer context.AfterFunc(p.ctx, func() { _ = listener.Close() })()
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			p.connections.Add(1)
			p.running.Go(func() { p.connect(client) })
		}
	})
	return p
}

// Address is where the proxy listens: a host and a port.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// Close cuts every connection and returns when nothing of the proxy is left.
func (p *Proxy) Close() error {
	p.cancel()
	err := p.listener.Close()
	p.running.Wait()
	if p.ctx.Err() != nil {
		return nil // the end of the context may have closed it first
	}
	return err
}

// Stall lets nothing pass for d from now on, in no direction.
func (p *Proxy) Stall(d time.Duration) {
	p.moves.Store(int64(time.Since(p.began) + d))
}

// Counts is what the proxy did so far.
func (p *Proxy) Counts() Counts {
	return Counts{Connections: p.connections.Load(), Exchanges: p.exchanges.Load(), Stalled: p.stalled.Load()}
}

// connect serves one connection, with a connection to the server of its own.
func (p *Proxy) connect(client net.Conn) {
	defer client.Close()
	server, err := p.dial(p.ctx)
	if err != nil {
		reset(client)
		return
	}
	defer server.Close()
	// The end of the proxy interrupts whatever the connection waits for.
	defer context.AfterFunc(p.ctx, func() {
		client.Close()
		server.Close()
	})()
	requests, answers := newMessages(client), newMessages(server)
	for p.exchange(client, server, requests, answers) {
	}
}

// exchange passes a request and its answer, and tells whether there can be
// another one on the connection.
func (p *Proxy) exchange(client, server net.Conn, requests, answers *messages) bool {
	request, message, err := requests.request()
	if err != nil {
		return false
	}
	p.exchanges.Add(1)
	e := p.options.meet(request)
	message = p.options.addressed(message)
	switch e.Kind {
	case weather.LoseRequest:
		return false
	case weather.Reset:
		if !e.Applied {
			reset(client)
			return false
		}
	case weather.Timeout, weather.Busy:
		return answer(client, e.Kind, p.options.Service, request)
	case weather.Stall:
		if !p.wait(e.Held) {
			return false
		}
	case weather.BreakLease:
		if p.options.BreakLease != nil && request.Header.Get("x-ms-lease-id") != "" {
			p.options.BreakLease(p.ctx, request)
		}
	case weather.DiscardBlock:
		message = p.options.renamed(request, message)
	}
	if !p.pass() {
		return false
	}
	if e.Kind == weather.Duplicate {
		if _, err := server.Write(message); err != nil {
			reset(client)
			return false
		}
		if _, last, err := answers.response(request); err != nil || last {
			reset(client)
			return false
		}
	}
	// A server may answer, and close, before it has read the whole request.
	_, unsent := server.Write(message)
	said, last, err := answers.response(request)
	if err != nil {
		reset(client)
		return false
	}
	switch e.Kind {
	case weather.LoseAnswer:
		return false
	case weather.Reset:
		reset(client)
		return false
	case weather.Silence:
		_, _ = io.Copy(io.Discard, client) // until the client gives up
		return false
	case weather.TimeoutApplied:
		return answer(client, e.Kind, p.options.Service, request) && unsent == nil && !last
	case weather.StallAnswer:
		if !p.wait(e.Held) {
			return false
		}
	}
	if !p.pass() {
		return false
	}
	if half := middle(said); e.Kind == weather.Truncate && half > 0 {
		_, _ = client.Write(said[:half])
		return false
	}
	_, err = client.Write(said)
	return err == nil && unsent == nil && !last && !request.Close
}

// answer says what the service would that had no time, and tells whether there can be another exchange.
func answer(client net.Conn, k weather.Kind, of operation.Service, r *http.Request) bool {
	var b bytes.Buffer
	if err := weather.Answer(k, of, r).Write(&b); err != nil {
		return false
	}
	_, err := client.Write(b.Bytes())
	return err == nil && !r.Close
}

// middle is where half of the body of an answer ends, 0 if it has none.
func middle(answer []byte) int {
	for at := 0; ; {
		head := bytes.Index(answer[at:], []byte("\r\n\r\n"))
		if head < 0 {
			return 0
		}
		body := at + head + len("\r\n\r\n")
		if !bytes.HasPrefix(answer[at:], []byte("HTTP/1.1 1")) { // interim answers are headers alone
			if body == len(answer) {
				return 0
			}
			return body + (len(answer)-body)/2
		}
		at = body
	}
}

// pass holds a message while the proxy stalls, and tells whether it is still there
// afterwards.
func (p *Proxy) pass() bool {
	for held := false; ; held = true {
		left := time.Duration(p.moves.Load()) - time.Since(p.began)
		if left <= 0 {
			return p.ctx.Err() == nil
		}
		if !held {
			p.stalled.Add(1)
		}
		if !p.wait(left) {
			return false
		}
	}
}

// wait tells whether the proxy is still there after d.
func (p *Proxy) wait(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-p.ctx.Done():
		return false
	}
}

// reset closes a connection in the way that loses what is still on its way.
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}
