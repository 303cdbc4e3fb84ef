package blob_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
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
