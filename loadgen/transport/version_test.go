package transport_test

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"ifmatch/internal/sharedkey"
	"ifmatch/loadgen/transport"
)

// TestHTTP1Only talks to a server that speaks both versions: over HTTP/2, net/http
// would repeat requests that the server may have seen.
func TestHTTP1Only(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.URL.Path == "/abort" {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("ETag", r.Header.Get("If-Match"))
		w.Header().Set("x-protocol", r.Proto)
		if r.URL.Path == "/large" {
			body = make([]byte, 200_000)
		}
		w.WriteHeader(http.StatusCreated)
		_, _ = w.Write(body)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())

	over(t, transport.Options{TLS: &tls.Config{RootCAs: pool}, Timeout: patient, MaxBody: 100_000}, func(t *testing.T, s transport.Session, _ string) {
		exchange := func(target string) (*transport.Reply, error) {
			reply := new(transport.Reply)
			err := s.Do(t.Context(), &transport.Request{
				Secure: true, Method: "PUT", Host: server.Listener.Addr().String(), Target: target, Body: []byte("body"),
				Header: sharedkey.Header{{Name: "If-Match", Value: `"1"`}, {Name: "X-MS-Version", Value: "v"}},
			}, reply)
			return reply, err
		}
		for range 2 {
			reply, err := exchange("/a%20b?c=d")
			if err != nil {
				t.Fatal(err)
			}
			if reply.Status != 201 || string(reply.Body) != "body" || reply.Header.Get("ETag") != `"1"` || reply.Header.Get("X-Protocol") != "HTTP/1.1" {
				t.Errorf("Do = %+v, want what was sent, over HTTP/1.1", reply)
			}
			_, err = exchange("/large")
			wantFailure(t, err, transport.TooLarge)
			_, err = exchange("/abort")
			wantFailure(t, err, transport.Unanswered)
		}
	})
}
