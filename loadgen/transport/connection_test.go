package transport_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ifmatch/internal/sharedkey"
	"ifmatch/loadgen/transport"
)

// patient is a timeout that only a hanging test reaches.
const patient = 20 * time.Second

// over runs a test over each transport.
func over(t *testing.T, o transport.Options, test func(t *testing.T, s transport.Session, name string)) {
	t.Helper()
	for name, open := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tr := open(o)
			t.Cleanup(tr.Close)
			s := tr.Session()
			t.Cleanup(s.Close)
			test(t, s, name)
		})
	}
}

// put sends a write to a target with a secret in it.
func put(ctx context.Context, s transport.Session, host string, body []byte) (int, error) {
	var reply transport.Reply
	err := s.Do(ctx, &transport.Request{Method: "PUT", Host: host, Target: "/c/b?sig=s3cr3t", Body: body, Header: sharedkey.Header{{Name: "Authorization", Value: "SharedKey a:s3cr3t"}}}, &reply)
	return reply.Status, err
}

// wantFailure demands a failure whose text shows no secret.
func wantFailure(t *testing.T, err error, want transport.Failure) {
	t.Helper()
	if !errors.Is(err, want) || transport.FailureOf(err) != want {
		t.Fatalf("Do = %v, want %q", err, want)
	}
	if text := err.Error(); strings.Contains(text, "s3cr3t") || strings.Contains(text, "/c/b") || !strings.Contains(text, string(want)) {
		t.Errorf("Do says %q, want the failure and not the request", text)
	}
}

func wantStatus(t *testing.T, status int, err error, want int) {
	t.Helper()
	if err != nil || status != want {
		t.Fatalf("Do = %d, %v, want %d", status, err, want)
	}
}

func TestNobodyThere(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := l.Addr().String()
	l.Close()
	over(t, transport.Options{Timeout: patient}, func(t *testing.T, s transport.Session, _ string) {
		_, err := put(t.Context(), s, closed, nil)
		wantFailure(t, err, transport.Refused)
		if !transport.FailureOf(err).Unsent() {
			t.Errorf("%v: want it to count as unsent", err)
		}
		_, err = put(t.Context(), s, "no..name:80", nil)
		wantFailure(t, err, transport.Unreachable)
	})
}

// TestReset: a connection is torn down while the answer is awaited, or while it
// arrives.
func TestReset(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]string{
		"before the answer": "",
		"in the status":     "HTTP/1.1 20",
		"in the header":     keep,
		"in the body":       keep + "Content-Length: 99\r\n\r\nhello",
		"in a chunk":        keep + "Transfer-Encoding: chunked\r\n\r\n9\r\nhello",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			over(t, transport.Options{Timeout: patient}, func(t *testing.T, s transport.Session, name string) {
				var requests atomic.Int32
				server := listen(t, nil, func(_ int, p *peer) {
					if p.request() != nil {
						requests.Add(1)
						p.say(answer)
						p.reset()
					}
				})
				_, err := put(t.Context(), s, server.host, []byte("body"))
				want := transport.Reset
				if name == "net/http" { // within the header it cannot tell a reset from an end
					switch {
					case strings.HasSuffix(answer, "20"):
						want = transport.Malformed
					case answer == keep:
						want = transport.CutShort
					}
				}
				wantFailure(t, err, want)
				if requests.Load() != 1 {
					t.Errorf("the server saw %d requests, want 1", requests.Load())
				}
			})
		})
	}
}

// TestIdleConnectionsClose: a server may close an idle connection without notice.
// The lean client checks before it sends. net/http may not have noticed; then the
// request fails.
func TestIdleConnectionsClose(t *testing.T) {
	t.Parallel()
	for what, end := range map[string]func(p *peer){
		"closed":       func(p *peer) { p.Close() },
		"half closed":  func(p *peer) { _ = p.Conn.(*net.TCPConn).CloseWrite() },
		"reset":        (*peer).reset,
		"talked alone": func(p *peer) { p.say("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n") },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			over(t, transport.Options{Timeout: patient}, func(t *testing.T, s transport.Session, name string) {
				ended, answered := make(chan bool), make(chan bool)
				var requests atomic.Int32
				server := listen(t, nil, func(n int, p *peer) {
					for p.request() != nil {
						requests.Add(1)
						if n == 1 && requests.Load() > 1 {
							return // it came over the connection that only talks to its end
						}
						p.say(done)
						if n == 1 {
							<-answered
							end(p)
							close(ended)
						}
					}
				})
				if name == "net/http" && what == "talked alone" {
					return // the client may take this for its answer if it sends before it has read it
				}
				if _, err := send(t, s, server.host, "GET", ""); err != nil {
					t.Fatal(err)
				}
				close(answered)
				<-ended
				_, err := send(t, s, server.host, "GET", "")
				if unnoticed := errors.Is(err, transport.Unanswered) || errors.Is(err, transport.Reset); name == "net/http" && unnoticed {
					_, err = send(t, s, server.host, "GET", "")
				}
				if err != nil {
					t.Fatalf("Do after the connection was closed = %v, want an answer on a new one", err)
				}
				if got := server.dialed.Load(); got != 2 {
					t.Errorf("the exchanges took %d connections, want 2", got)
				}
			})
		})
	}
}

func TestHosts(t *testing.T) {
	t.Parallel()
	over(t, transport.Options{Timeout: patient}, func(t *testing.T, s transport.Session, _ string) {
		var servers [3]*wire
		for i, status := range []string{"201", "202", "203"} {
			servers[i] = listen(t, nil, func(_ int, p *peer) {
				for p.request() != nil {
					p.say("HTTP/1.1 " + status + " Yes\r\nContent-Length: 0\r\n\r\n")
				}
			})
		}
		for round := range 4 {
			for i, server := range servers {
				if round == 2 && i == 1 {
					continue
				}
				status, err := put(t.Context(), s, server.host, nil)
				wantStatus(t, status, err, 201+i)
			}
		}
		for i, server := range servers {
			if got := server.dialed.Load(); got != 1 {
				t.Errorf("server %d got %d connections, want 1", i, got)
			}
		}
	})
}

// TestDrip sends answers byte by byte.
func TestDrip(t *testing.T) {
	t.Parallel()
	over(t, transport.Options{Timeout: patient}, func(t *testing.T, s transport.Session, _ string) {
		answers := []string{
			"HTTP/1.1 100 Continue\r\n\r\n" + keep + "Content-Length: 5\r\n\r\nhello",
			keep + "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x\r\nlo\r\n0\r\nX: y\r\n\r\n",
		}
		server := listen(t, nil, func(_ int, p *peer) {
			for i := 0; p.request() != nil; i++ {
				for _, c := range []byte(answers[i%len(answers)]) {
					p.say(string(c))
				}
			}
		})
		for range 4 {
			reply, err := send(t, s, server.host, "PUT", "x")
			if err != nil || string(reply.Body) != "hello" || reply.Header.Get("ETag") != `"1"` {
				t.Fatalf("Do = %+v, %v, want hello", reply, err)
			}
		}
		if got := server.dialed.Load(); got != 1 {
			t.Errorf("the exchanges took %d connections, want 1", got)
		}
	})
}

// TestClose: a closed session leaves no connection open.
func TestClose(t *testing.T) {
	t.Parallel()
	for name, open := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gone := make(chan bool, 1)
			server := listen(t, nil, func(_ int, p *peer) {
				for p.request() != nil {
					p.say(done)
				}
				gone <- true
			})
			tr := open(transport.Options{Timeout: patient})
			s := tr.Session()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			status, err := put(ctx, s, server.host, nil)
			wantStatus(t, status, err, 200)
			s.Close()
			tr.Close()
			<-gone
		})
	}
}
