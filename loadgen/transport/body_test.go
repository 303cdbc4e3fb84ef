package transport_test

import (
	"context"
	"net"
	"testing"
	"time"

	"ifmatch/loadgen/transport"
)

// TestEarlyAnswer: a server may refuse a large body before it has read it.
func TestEarlyAnswer(t *testing.T) {
	t.Parallel()
	over(t, transport.Options{Timeout: patient}, func(t *testing.T, s transport.Session, _ string) {
		answered := make(chan bool)
		server := listen(t, nil, func(n int, p *peer) {
			if _, err := p.Peek(1); err != nil {
				return
			}
			if n > 1 {
				p.request()
				p.say(done)
				return
			}
			p.say("HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 2\r\n\r\nno")
			_ = p.Conn.(*net.TCPConn).CloseWrite()
			<-answered
		})
		body := make([]byte, 32<<20)
		result := make(chan error, 1)
		var status int
		go func() {
			var err error
			status, err = put(t.Context(), s, server.host, body)
			result <- err
		}()
		select {
		case err := <-result: // net/http reads while it writes
			close(answered)
			wantStatus(t, status, err, 413)
		case <-time.After(200 * time.Millisecond): // the lean client waits for the server to give up
			close(answered)
			wantStatus(t, status, <-result, 413)
		}
		for i := range body {
			body[i] = 'x' // the body is ours again: the race detector reports anyone who still reads it
		}
		status, err := put(t.Context(), s, server.host, body)
		wantStatus(t, status, err, 200)
	})
}

// TestBodyIsGivenBack: after an error, too, the body belongs to the caller.
func TestBodyIsGivenBack(t *testing.T) {
	t.Parallel()
	over(t, transport.Options{Timeout: patient}, func(t *testing.T, s transport.Session, _ string) {
		asked, release := make(chan bool), make(chan bool)
		server := listen(t, nil, func(_ int, p *peer) {
			_, _ = p.Peek(1)
			close(asked)
			<-release
		})
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-asked; cancel() }()
		body := make([]byte, 32<<20)
		_, err := put(ctx, s, server.host, body)
		for i := range body {
			body[i] = 'x'
		}
		close(release)
		wantFailure(t, err, transport.Canceled)
	})
}
