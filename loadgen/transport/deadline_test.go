package transport_test

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"
	"time"

	"ifmatch/loadgen/transport"
)

// TestTimeout makes a server fall silent at various points. An answer that drips
// forever times out too: the timeout is for the whole exchange.
func TestTimeout(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"nothing":     "",
		"a header":    keep,
		"half a body": keep + "Content-Length: 99\r\n\r\nhello",
		"a drip":      keep + "Transfer-Encoding: chunked\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			over(t, transport.Options{Timeout: 60 * time.Millisecond}, func(t *testing.T, s transport.Session, _ string) {
				asked, gone := make(chan bool, 2), make(chan bool, 2)
				server := listen(t, nil, func(_ int, p *peer) {
					if p.request() == nil {
						return
					}
					asked <- true
					defer func() { gone <- true }()
					p.say(answer)
					if name != "a drip" {
						_, _ = io.Copy(io.Discard, p)
						return
					}
					for {
						if _, err := io.WriteString(p.Conn, "1\r\nx\r\n"); err != nil {
							return
						}
					}
				})
				_, err := put(t.Context(), s, server.host, nil)
				if name == "a drip" && errors.Is(err, transport.TooLarge) {
					return // the server was fast
				}
				wantFailure(t, err, transport.Timeout)
				select {
				case <-asked:
					<-gone // the connection is not kept
				default: // it may have been made too late for the request, and wait for another
				}
			})
		})
	}
}

func TestContextEnds(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"before the answer": "",
		"in the header":     keep,
		"in the body":       keep + "Content-Length: 99\r\n\r\nhello",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			over(t, transport.Options{Timeout: patient}, func(t *testing.T, s transport.Session, _ string) {
				asked, gone := make(chan bool, 9), make(chan bool, 9)
				server := listen(t, nil, func(n int, p *peer) {
					for i := 0; p.request() != nil; i++ {
						if n > 1 || i == 0 {
							p.say(done)
							continue
						}
						p.say(answer)
						asked <- true
						_, _ = io.Copy(io.Discard, p)
						gone <- true
					}
				})
				ctx, cancel := context.WithCancel(t.Context())
				status, err := put(ctx, s, server.host, nil)
				wantStatus(t, status, err, 200)
				go func() { <-asked; cancel() }()
				_, err = put(ctx, s, server.host, []byte("body"))
				wantFailure(t, err, transport.Canceled)
				if !errors.Is(err, context.Canceled) {
					t.Errorf("Do = %v, want the context's error in it", err)
				}
				<-gone // the server sees it at once
				_, err = put(ctx, s, server.host, nil)
				wantFailure(t, err, transport.Canceled)

				// The session continues with another context.
				for range 2 {
					status, err = put(t.Context(), s, server.host, nil)
					wantStatus(t, status, err, 200)
				}
				if got := server.dialed.Load(); got != 2 {
					t.Errorf("the exchanges took %d connections, want 2", got)
				}

				late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
				defer cancel()
				_, err = put(late, s, server.host, nil)
				wantFailure(t, err, transport.Timeout)
			})
		})
	}
}

// TestContextsTakeTurns: the end of a context between two exchanges closes idle
// connections, and an older context does not disturb the next exchange.
func TestContextsTakeTurns(t *testing.T) {
	t.Parallel()
	over(t, transport.Options{Timeout: patient}, func(t *testing.T, s transport.Session, _ string) {
		server := listen(t, nil, func(_ int, p *peer) {
			for p.request() != nil {
				p.say(done)
			}
		})
		for range 200 {
			ctx, cancel := context.WithCancel(t.Context())
			status, err := put(ctx, s, server.host, []byte("body"))
			wantStatus(t, status, err, 200)
			cancel()
		}
	})
}

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
