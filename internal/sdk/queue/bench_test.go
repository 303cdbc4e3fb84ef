package queue_test

import (
	"net/http"
	"strings"
	"testing"
)

// BenchmarkRequests measures whole requests without the client: routing, authentication, the store and the answer.
func BenchmarkRequests(b *testing.B) {
	const text = "<QueueMessage><MessageText>hello</MessageText></QueueMessage>"
	s := newScene(b)
	handler := s.server.Handler("queue")
	send := func(b *testing.B, method, path, body string) {
		r, err := http.NewRequest(method, base+path, strings.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		r.Header.Set("x-ms-version", "2021-12-02")
		sign(b, s.server, r)
		b.ReportAllocs()
		for b.Loop() {
			r.Body = http.NoBody
			if body != "" {
				r.Body, _ = r.GetBody()
			}
			w := &discarded{header: http.Header{}}
			handler.ServeHTTP(w, r)
			if w.status >= 300 {
				b.Fatal(w.status)
			}
		}
	}
	for _, c := range []struct{ name, method, path, body string }{
		{"put", "POST", "/orders/messages", text},
		{"get", "GET", "/orders/messages?visibilitytimeout=604800", ""},
		{"peek", "GET", "/orders/messages?peekonly=true&numofmessages=32", ""},
		{"metadata", "GET", "/orders?comp=metadata", ""},
	} {
		b.Run(c.name, func(b *testing.B) { send(b, c.method, c.path, c.body) })
	}
}

// discarded is a response that nobody reads.
type discarded struct {
	header http.Header
	status int
}

func (d *discarded) Header() http.Header         { return d.header }
func (d *discarded) WriteHeader(status int)      { d.status = status }
func (d *discarded) Write(p []byte) (int, error) { return len(p), nil }
