package transport_test

import (
	"crypto/tls"
	"fmt"
	"strings"
	"sync"
	"testing"

	"ifmatch/internal/sharedkey"
	"ifmatch/loadgen/transport"
)

// TestNothingIsRepeated breaks a kept connection at each point of an exchange. The server counts
// what arrives: the request whose exchange broke must not come again, whatever its method.
func TestNothingIsRepeated(t *testing.T) {
	t.Parallel()
	mine, trusted := certificate(t)
	for point, answer := range map[string]string{
		"before an answer":     "",
		"in the status":        "HTTP/1.1 2",
		"in the header":        keep,
		"in the body":          keep + "Content-Length: 9\r\n\r\nhello",
		"after an interim one": "HTTP/1.1 100 Continue\r\n\r\n",
	} {
		for _, method := range []string{"GET", "HEAD", "OPTIONS", "PUT", "PUT with a body", "POST with a body", "DELETE", "MERGE with a body"} {
			for scheme, config := range map[string]*tls.Config{"http": nil, "https": {Certificates: []tls.Certificate{mine}}} {
				t.Run(fmt.Sprintf("%s/%s/%s", point, method, scheme), func(t *testing.T) {
					t.Parallel()
					over(t, transport.Options{Timeout: patient, TLS: &tls.Config{RootCAs: trusted}}, func(t *testing.T, s transport.Session, _ string) {
						breakOff(t, s, config, method, answer)
					})
				})
			}
		}
	}
}

// breakOff makes three exchanges; the server breaks off in the second, after the answer's text.
func breakOff(t *testing.T, s transport.Session, config *tls.Config, method, answer string) {
	t.Helper()
	var mu sync.Mutex
	arrived := map[string]int{} // by the client's id of the request
	server := listen(t, config, func(_ int, p *peer) {
		for r := p.request(); r != nil; r = p.request() {
			id := r.Header.Get("x-ms-client-request-id")
			mu.Lock()
			arrived[id]++
			mu.Unlock()
			if id == "2" {
				p.say(answer)
				return
			}
			p.say(done)
		}
	})
	name, with, _ := strings.Cut(method, " ")
	for _, id := range []string{"1", "2", "3"} {
		req := transport.Request{Method: name, Secure: config != nil, Host: server.host, Target: "/c/b", Header: sharedkey.Header{{Name: "x-ms-client-request-id", Value: id}}}
		if with != "" {
			req.Body = []byte("body")
		}
		err := s.Do(t.Context(), &req, new(transport.Reply))
		whole := name == "HEAD" && strings.Contains(answer, "\r\n\r\nhello")
		if broken := id == "2" && !whole; (err != nil) != broken || transport.FailureOf(err).Unsent() {
			t.Fatalf("exchange %s: %v", id, err)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	for id, n := range arrived {
		if n != 1 {
			t.Errorf("request %s arrived %d times", id, n)
		}
	}
	if len(arrived) != 3 {
		t.Errorf("%d requests arrived, want 3", len(arrived))
	}
}
