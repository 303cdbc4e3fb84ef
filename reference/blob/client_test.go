package blob_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"ifmatch/reference"
	"ifmatch/reference/etag"
)

const base = "http://127.0.0.1:10000/devstoreaccount1"

// newRequest makes a request to the Blob service, signed with the default account's key. An empty Authorization header
// makes it anonymous.
func newRequest(t testing.TB, s *reference.Server, method, target string, headers [][2]string, body io.Reader) *http.Request {
	t.Helper()
	r, err := http.NewRequest(method, base+"/"+target, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("x-ms-version", "2021-12-02")
	r.Header.Set("x-ms-date", etag.HTTPDate(s.Now()))
	anonymous := false
	for _, h := range headers {
		switch {
		case strings.EqualFold(h[0], "Authorization") && h[1] == "":
			anonymous = true
		case h[1] == "":
			r.Header.Del(h[0])
		case strings.HasPrefix(h[0], "x-ms-meta-"): // the case is kept, as the SDKs send it
			r.Header[h[0]] = append(r.Header[h[0]], h[1])
		default:
			r.Header.Add(h[0], h[1])
		}
	}
	if !anonymous {
		sign(t, s, r)
	}
	return r
}

func sign(t testing.TB, s *reference.Server, r *http.Request) {
	t.Helper()
	key, err := base64.StdEncoding.DecodeString(s.Key())
	if err != nil {
		t.Fatal(err)
	}
	length := ""
	if r.ContentLength > 0 {
		length = strconv.FormatInt(r.ContentLength, 10)
	}
	list := func(name string) string { return strings.Join(r.Header.Values(name), ",") }
	text := []string{r.Method, list("Content-Encoding"), list("Content-Language"), length, list("Content-MD5"), list("Content-Type"),
		list("Date"), list("If-Modified-Since"), list("If-Match"), list("If-None-Match"), list("If-Unmodified-Since"), list("Range")}
	var own []string
	values := map[string]string{}
	for name, v := range r.Header {
		if lower := strings.ToLower(name); strings.HasPrefix(lower, "x-ms-") {
			own, values[lower] = append(own, lower), strings.Join(v, ",")
		}
	}
	slices.Sort(own)
	for i, name := range own {
		own[i] = name + ":" + values[name]
	}
	resource := []string{"/" + s.Account() + r.URL.EscapedPath()}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		query = nil
	}
	for name, values := range query {
		slices.Sort(values)
		resource = append(resource, strings.ToLower(name)+":"+strings.Join(values, ","))
	}
	slices.Sort(resource[1:])
	text = append(append(text, own...), strings.Join(resource, "\n"))
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(strings.Join(text, "\n")))
	r.Header.Set("Authorization", "SharedKey "+s.Account()+":"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}

// send executes a request in process and returns the response with its body.
func send(t testing.TB, s *reference.Server, r *http.Request) (*http.Response, string) {
	t.Helper()
	res, err := s.RoundTripper().RoundTrip(r)
	if err != nil {
		t.Fatalf("%s %s: %v", r.Method, r.URL, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%s %s: reading the response: %v", r.Method, r.URL, err)
	}
	return res, string(body)
}

// do executes a request that must be answered with the given status.
func do(t testing.TB, s *reference.Server, want int, method, target, body string, headers ...[2]string) *http.Response {
	t.Helper()
	res, text := send(t, s, newRequest(t, s, method, target, headers, strings.NewReader(body)))
	if res.StatusCode != want {
		t.Fatalf("%s %s = %d %s, want %d\n%s", method, target, res.StatusCode, res.Header.Get("x-ms-error-code"), want, text)
	}
	return res
}

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
