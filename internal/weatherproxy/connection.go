// Package weatherproxy is a proxy between a client and a server that applies weather: faults that a network and a
// correct service may cause. A judge of the server must reach the same verdicts through the proxy, or none.
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

// Proxy is a proxy in front of one server. It passes HTTP/1.1 message by message and changes none of them, except as
// Options require. It closes connections whose data is not HTTP/1.1 or breaks off in the middle.
type Proxy struct {
	options  Options
	listener net.Listener
	dial     func(context.Context) (net.Conn, error)
	ctx      context.Context
	cancel   context.CancelFunc
	running  sync.WaitGroup

	began time.Time
	moves atomic.Int64 // end of the last stall of everything, since began, in nanoseconds

	connections, exchanges, stalled atomic.Int64
}

// Counts is what a Proxy did so far. Its sky counts the weather that exchanges met.
type Counts struct {
	Connections int64
	Exchanges   int64 // whole requests received
	Stalled     int64 // messages, in either direction, held by a stall of everything
}

// Listen starts a proxy to upstream, a host and a port, on its own port on the loopback interface. It
// runs until Close, or until ctx ends.
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

// serve proxies the connections of listener.
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

// Address returns where the proxy listens: a host and a port.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// Close cuts every connection and returns when the proxy has ended.
func (p *Proxy) Close() error {
	p.cancel()
	err := p.listener.Close()
	p.running.Wait()
	if p.ctx.Err() != nil {
		return nil // the end of the context may have closed it first
	}
	return err
}

// Stall lets nothing pass for d from now on, in either direction.
func (p *Proxy) Stall(d time.Duration) {
	p.moves.Store(int64(time.Since(p.began) + d))
}

// Counts returns what the proxy did so far.
func (p *Proxy) Counts() Counts {
	return Counts{Connections: p.connections.Load(), Exchanges: p.exchanges.Load(), Stalled: p.stalled.Load()}
}

// connect serves one connection, with its own connection to the server.
func (p *Proxy) connect(client net.Conn) {
	defer client.Close()
	server, err := p.dial(p.ctx)
	if err != nil {
		reset(client)
		return
	}
	defer server.Close()
	// The end of the proxy interrupts all waiting on the connection.
	defer context.AfterFunc(p.ctx, func() {
		client.Close()
		server.Close()
	})()
	requests, answers := newMessages(client), newMessages(server)
	for p.exchange(client, server, requests, answers) {
	}
}

// exchange passes a request and its answer, and reports whether another exchange can follow on the connection.
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
		if !weather.Wait(p.ctx, e.Held) {
			return false
		}
	case weather.BreakLease:
		if p.options.Third != nil && request.Header.Get("x-ms-lease-id") != "" {
			p.options.Third(p.ctx, request)
		}
	case weather.DiscardBlock:
		if p.options.Third != nil {
			p.options.Third(p.ctx, request)
		}
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
		if !weather.Wait(p.ctx, e.Held) {
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

// answer sends the service's answer for this kind of weather, and reports whether another exchange can follow.
func answer(client net.Conn, k weather.Kind, of operation.Service, r *http.Request) bool {
	var b bytes.Buffer
	if err := weather.Answer(k, of, r).Write(&b); err != nil {
		return false
	}
	_, err := client.Write(b.Bytes())
	return err == nil && !r.Close
}

// middle returns the position in the middle of an answer's body, 0 if it has none.
func middle(answer []byte) int {
	for at := 0; ; {
		head := bytes.Index(answer[at:], []byte("\r\n\r\n"))
		if head < 0 {
			return 0
		}
		body := at + head + len("\r\n\r\n")
		if !bytes.HasPrefix(answer[at:], []byte("HTTP/1.1 1")) { // interim answers have no body
			if body == len(answer) {
				return 0
			}
			return body + (len(answer)-body)/2
		}
		at = body
	}
}

// pass holds a message while the proxy stalls, and reports whether the proxy still runs afterwards.
func (p *Proxy) pass() bool {
	for held := false; ; held = true {
		left := time.Duration(p.moves.Load()) - time.Since(p.began)
		if left <= 0 {
			return p.ctx.Err() == nil
		}
		if !held {
			p.stalled.Add(1)
		}
		if !weather.Wait(p.ctx, left) {
			return false
		}
	}
}

// reset closes a connection so that data under way is lost.
func reset(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = c.Close()
}
