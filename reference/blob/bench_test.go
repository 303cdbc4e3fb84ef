package blob_test

import (
	"bytes"
	"net/http"
	"sync/atomic"
	"testing"

	"ifmatch/reference"
)

// replayed returns a function that sends the same request again, so that benchmarks measure the server and not the
// signing.
func replayed(b *testing.B, s *reference.Server, method, target string, body []byte, headers ...[2]string) func() *http.Response {
	b.Helper()
	r := newRequest(b, s, method, target, headers, bytes.NewReader(body))
	rt := s.RoundTripper()
	return func() *http.Response {
		again := *r
		if again.Body != nil {
			again.Body, _ = r.GetBody()
		}
		res, err := rt.RoundTrip(&again)
		if err != nil {
			b.Error(err)
		}
		return res
	}
}

func BenchmarkPutBlob(b *testing.B) {
	s := reference.New(reference.Options{})
	do(b, s, 201, "PUT", "books?restype=container", "")
	put := replayed(b, s, "PUT", "books/x", make([]byte, 1024), [2]string{"x-ms-blob-type", "BlockBlob"})
	b.ReportAllocs()
	for b.Loop() {
		put()
	}
}

func BenchmarkGetBlob(b *testing.B) {
	s := reference.New(reference.Options{})
	do(b, s, 201, "PUT", "books?restype=container", "")
	do(b, s, 201, "PUT", "books/x", string(make([]byte, 1024)), [2]string{"x-ms-blob-type", "BlockBlob"})
	get := replayed(b, s, "GET", "books/x", nil)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			get()
		}
	})
}

// BenchmarkCompareAndSwap is the contended optimistic cycle: every client reads the ETag and writes with If-Match.
func BenchmarkCompareAndSwap(b *testing.B) {
	s := reference.New(reference.Options{})
	do(b, s, 201, "PUT", "books?restype=container", "")
	do(b, s, 201, "PUT", "books/x", "0", [2]string{"x-ms-blob-type", "BlockBlob"})
	var won, lost atomic.Int64
	get := replayed(b, s, "GET", "books/x", nil)
	body := make([]byte, 1024)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			e := get().Header["Etag"][0]
			r := newRequest(b, s, "PUT", "books/x", [][2]string{{"x-ms-blob-type", "BlockBlob"}, {"If-Match", e}}, bytes.NewReader(body))
			res, err := s.RoundTripper().RoundTrip(r)
			if err != nil {
				b.Error(err)
				return
			}
			switch res.StatusCode {
			case 201:
				won.Add(1)
			case 412:
				lost.Add(1)
			default:
				b.Error(res.Status)
			}
		}
	})
	b.ReportMetric(float64(won.Load())/float64(won.Load()+lost.Load()), "won/op")
}
