package loadgen

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/transport"
	"ifmatch/loadgen/workload"
	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/operation"
)

// cutPoint is where an exchange on a kept connection breaks off.
type cutPoint string

const (
	unread     cutPoint = "before the request is read"     // it arrives, and is not served
	unanswered cutPoint = "before the answer's first byte" // it is served
	halfway    cutPoint = "in the middle of the answer"    // it is served
	idle       cutPoint = "while the connection is idle"   // after an answer
	whole      cutPoint = ""
)

// breaking is the reference behind connections that break off. It counts the requests that arrive
// by the client's id of each.
type breaking struct {
	server *reference.Server
	cut    func() cutPoint // of the next exchange
	armed  atomic.Bool     // whether anything breaks off
	cuts   atomic.Int64

	mu      sync.Mutex
	arrived map[string]int
}

// breakingEndpoint starts a server on loopback sockets, with https if there is a certificate.
func breakingEndpoint(t *testing.T, cut func() cutPoint, certificate *tls.Certificate) (*breaking, Endpoint) {
	t.Helper()
	server := reference.New(reference.Options{Clock: clock.NewFast(clock.Real{}, faultClockRate)})
	t.Cleanup(func() { _ = server.Close() })
	b := &breaking{server: server, cut: cut, arrived: map[string]int{}}
	e := Endpoint{
		Name: "reference", Services: map[target.Service]string{}, DialSMB: overSMB(t, server),
		Credential: target.Credential{Account: server.Account(), Key: target.Secret(server.Key())},
	}
	for _, s := range reference.Services() {
		inside, err := url.Parse(server.InProcessEndpoint(s))
		if err != nil {
			t.Fatal(err)
		}
		e.Services[target.Service(s)] = b.listen(t, s, inside, certificate)
	}
	return b, e
}

// listen serves one service of the reference on a socket, and returns its base URL.
func (b *breaking) listen(t *testing.T, s operation.Service, inside *url.URL, certificate *tls.Certificate) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	scheme := "http"
	if certificate != nil {
		scheme = "https"
	}
	var open sync.Map
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			socket, err := l.Accept()
			if err != nil {
				return
			}
			open.Store(socket, nil)
			serving.Go(func() {
				defer open.Delete(socket)
				defer socket.Close()
				conn := socket
				if certificate != nil {
					conn = tls.Server(socket, &tls.Config{Certificates: []tls.Certificate{*certificate}})
				}
				b.serve(conn, socket, inside)
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		open.Range(func(c, _ any) bool { c.(net.Conn).Close(); return true })
		serving.Wait()
	})
	return scheme + "://" + l.Addr().String() + inside.Path
}

// serve answers the requests on a connection until it breaks off.
func (b *breaking) serve(conn, socket net.Conn, inside *url.URL) {
	requests := bufio.NewReader(conn)
	for first := true; ; first = false {
		request, err := http.ReadRequest(requests)
		if err != nil {
			return
		}
		body, err := io.ReadAll(request.Body)
		if err != nil {
			return
		}
		b.mu.Lock()
		b.arrived[request.Header.Get("x-ms-client-request-id")]++
		b.mu.Unlock()
		point := whole
		if !first && b.armed.Load() { // a new connection is not yet a kept one
			if point = b.cut(); point != whole {
				b.cuts.Add(1)
			}
		}
		if point == unread {
			// A server that closes with data unread resets the connection.
			if tcp, ok := socket.(*net.TCPConn); ok {
				_ = tcp.SetLinger(0)
			}
			return
		}
		answer, err := b.answer(request, body, inside)
		if err != nil || point == unanswered {
			return
		}
		if point == halfway {
			answer = answer[:len(answer)/2]
		}
		if _, err := conn.Write(answer); err != nil || point != whole {
			return
		}
	}
}

// answer returns the reference's answer to a request, as it is on the wire.
func (b *breaking) answer(request *http.Request, body []byte, inside *url.URL) ([]byte, error) {
	request.URL.Scheme, request.URL.Host, request.Host, request.RequestURI = inside.Scheme, inside.Host, inside.Host, ""
	request.Body = io.NopCloser(bytes.NewReader(body))
	response, err := b.server.RoundTripper().RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	response.Request = request
	var text bytes.Buffer
	err = response.Write(&text)
	return text.Bytes(), err
}

// repeated lists the requests that arrived more than once.
func (b *breaking) repeated() (out []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, n := range b.arrived {
		if n > 1 {
			out = append(out, fmt.Sprintf("%q arrived %d times", id, n))
		}
	}
	return out
}

// way is how the requests of a run are sent.
type way struct {
	name   string
	open   func(transport.Options) transport.Transport
	secure bool
}

var ways = []way{
	{"lean", transport.NewLean, false}, {"net/http", transport.NewNetHTTP, false},
	{"lean over TLS", transport.NewLean, true}, {"net/http over TLS", transport.NewNetHTTP, true},
}

// authority returns the certificate of a server on this machine, and the pool that trusts it.
var authority = sync.OnceValues(func() (*tls.Certificate, *x509.CertPool) {
	s := httptest.NewUnstartedServer(nil)
	s.StartTLS()
	defer s.Close()
	pool := x509.NewCertPool()
	pool.AddCert(s.Certificate())
	return &s.TLS.Certificates[0], pool
})

// breakingRun loads a server whose connections break off: no request may arrive twice, and the
// server, which is correct, may not be accused.
func breakingRun(t *testing.T, name string, over way, cut func() cutPoint, change func(*Config)) (cuts int64) {
	t.Helper()
	certificate, trusted := authority()
	if !over.secure {
		certificate = nil
	}
	c := config(t, name)
	b, e := breakingEndpoint(t, cut, certificate)
	c.Endpoint = e
	c.Transport = over.open(transport.Options{Timeout: 10 * time.Second, TLS: &tls.Config{RootCAs: trusted}})
	c.Operations, c.Duration = 400, time.Second
	if c.Options.Visibility > 0 {
		c.Options.Visibility = time.Second
	}
	dir, err := os.MkdirTemp(t.ArtifactDir(), "run") // a test may load more than once
	if err != nil {
		t.Fatal(err)
	}
	c.History = filepath.Join(dir, "history.ifm")
	c.ThirdParty = func(func(context.Context, string)) { b.armed.Store(true) }
	c.Sent = func() { b.armed.Store(false) }
	if change != nil {
		change(&c)
	}
	out, err := Run(t.Context(), c)
	if err := errors.Join(err, out.Unclean); err != nil {
		t.Fatal(err)
	}
	if v := check.History(recorded(t, c), check.Options{Rate: faultClockRate, Needs: c.Workload.Needs}); v.State == finding.Invalid {
		notAccused(t, "afterwards", v)
	}
	for i, text := range b.repeated() {
		if i < 3 {
			t.Error(text)
		}
	}
	return b.cuts.Load()
}

// every returns a function that breaks off the first exchange, and then one in n.
func every(n int64, point cutPoint) func() cutPoint {
	var met atomic.Int64
	return func() cutPoint {
		if met.Add(1)%n == 1 {
			return point
		}
		return whole
	}
}

// TestNoRequestArrivesTwice runs every workload over connections that break off at one point, so
// that all ways and all points meet; make test-full has every workload meet each way and point.
func TestNoRequestArrivesTwice(t *testing.T) {
	t.Parallel()
	points := []cutPoint{unread, unanswered, halfway, idle}
	for i, w := range thorough.Some(t, 5, workload.All()) {
		for j, over := range ways {
			for k, point := range points {
				if !thorough.All() && i%(len(ways)*len(points)) != j*len(points)+k {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%s", w.Name, over.name, point), func(t *testing.T) {
					t.Parallel()
					cuts := int64(0)
					for d := time.Second / 4; cuts == 0 && d <= 64*time.Second; d *= 4 { // until a connection carried two requests
						cuts = breakingRun(t, w.Name, over, every(7, point), func(c *Config) { c.Duration = d })
						if w.SMB {
							return
						}
					}
					if cuts == 0 {
						t.Error("no exchange broke off")
					}
				})
			}
		}
	}
}

// TestLostAnswersAccuseNobody loads the queue of a correct service, whose answers are lost now and
// then: Get Messages is a GET that changes what it reads, so whoever repeats it takes messages and
// never sees them.
func TestLostAnswersAccuseNobody(t *testing.T) {
	t.Parallel()
	over := []way{ways[1], ways[3]}
	for n := range thorough.Of(60) {
		name, over := []string{"queue-consume", "idempotent-consumer"}[n%2], over[n/2%2]
		t.Run(fmt.Sprintf("%d/%s/%s", n, name, over.name), func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			rng := rand.New(rand.NewPCG(uint64(n/2), 5))
			cuts := breakingRun(t, name, over, func() cutPoint {
				mu.Lock()
				defer mu.Unlock()
				if rng.IntN(20) == 0 {
					return unanswered
				}
				return whole
			}, func(c *Config) { c.Operations, c.Duration, c.Seed = 3000, 20*time.Second, uint64(n/2) })
			if cuts < 50 {
				t.Errorf("only %d answers were lost", cuts)
			}
		})
	}
}
