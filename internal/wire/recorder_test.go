package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ifmatch/reports"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// serverFunc answers without a network.
type serverFunc func(*http.Request) (*http.Response, error)

func (f serverFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// answer reads the request's body and answers with status and body.
func answer(status int, body string, header http.Header) serverFunc {
	return func(r *http.Request) (*http.Response, error) {
		if r.Body != nil {
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				return nil, err
			}
			r.Body.Close()
		}
		return &http.Response{StatusCode: status, Header: header, ContentLength: int64(len(body)),
			Body: io.NopCloser(strings.NewReader(body))}, nil
	}
}

func request(t testing.TB, ctx context.Context, method, url string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

func TestRecorderKeepsWhatWasSentAndAnswered(t *testing.T) {
	t.Parallel()
	r := NewRecorder(answer(201, "<ok/>", http.Header{"Etag": {`"0x1"`}, "x-ms-version": {"2025-11-05"}}), NewGate(1), Options{})
	r.Step("When a client sends Put Blob")
	req := request(t, t.Context(), "PUT", "http://h/a/c/b?sv=1&sig=topsecretsignature%3D&sp=rw", strings.NewReader("content"))
	req.Header["x-ms-date"] = []string{"now"}
	req.Header.Set("Authorization", "SharedKey acct:abcdefgh=")
	resp, err := r.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(resp.Body); err != nil || string(body) != "<ok/>" {
		t.Errorf("body = %q, %v; want the whole answer", body, err)
	}
	if resp.Request != req {
		t.Error("resp.Request is not the caller's request")
	}
	want := []reports.Exchange{{
		Step: "When a client sends Put Blob", Method: "PUT", URL: "http://h/a/c/b?sv=1&sig=REDACTED&sp=rw",
		RequestHeader: []reports.Header{{Name: "Authorization", Value: "SharedKey acct:REDACTED"},
			{Name: "Content-Length", Value: "7"}, {Name: "x-ms-date", Value: "now"}},
		RequestBody: "content", Status: 201,
		ResponseHeader: []reports.Header{{Name: "Etag", Value: `"0x1"`}, {Name: "x-ms-version", Value: "2025-11-05"}},
		ResponseBody:   "<ok/>",
	}}
	if diff := cmp.Diff(want, r.Exchanges()); diff != "" {
		t.Errorf("Exchanges (-want +got):\n%s", diff)
	}
}

func TestRecorderShowsBodiesWithinTheirLimit(t *testing.T) {
	t.Parallel()
	secret := strings.Repeat("k", 86) + "=="
	for _, c := range []struct{ name, body, want string }{
		{"empty", "", ""},
		{"short", "0123456789", "0123456789"},
		{"at the limit", strings.Repeat("a", 16), strings.Repeat("a", 16)},
		{"over the limit", strings.Repeat("a", 17), strings.Repeat("a", 16) + "… (17 bytes in all)"},
		{"binary", "\x00\x01\x02", "(3 bytes, not text)"},
		{"not UTF-8", "a\xffb", "(3 bytes, not text)"},
		{"a rune at the cut", strings.Repeat("a", 15) + "€uro", strings.Repeat("a", 15) + "… (21 bytes in all)"},
		{"a secret across the cut", "12345678 " + secret, "12345678 REDACTE… (97 bytes in all)"},
		{"far beyond the limit", strings.Repeat("€", 1000), "€€€€€… (3000 bytes in all)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := NewRecorder(answer(200, c.body, nil), nil, Options{BodyLimit: 16})
			if _, err := r.RoundTrip(request(t, t.Context(), "PUT", "http://h/", strings.NewReader(c.body))); err != nil {
				t.Fatal(err)
			}
			e := r.Exchanges()[0]
			if e.RequestBody != c.want || e.ResponseBody != c.want {
				t.Errorf("shown request body %q, response body %q, want %q", e.RequestBody, e.ResponseBody, c.want)
			}
		})
	}
}

func TestRecorderHidesTheSecretsItWasTold(t *testing.T) {
	t.Parallel()
	key, sas := "c2VjcmV0+a2V5/", "?sv=2025&sig=ab%2Bcd%2Fefgh%3D"
	r := NewRecorder(answer(200, "key c2VjcmV0+a2V5/, escaped c2VjcmV0%2Ba2V5%2F", http.Header{"X-Echo": {"ab+cd/efgh="}}), nil,
		Options{Secrets: []string{key, sas, ""}})
	if _, err := r.RoundTrip(request(t, t.Context(), "GET", "http://h/?x=ab%2Bcd%2Fefgh%3D", nil)); err != nil {
		t.Fatal(err)
	}
	want := []reports.Exchange{{Method: "GET", URL: "http://h/?x=REDACTED", Status: 200,
		ResponseHeader: []reports.Header{{Name: "X-Echo", Value: "REDACTED"}},
		ResponseBody:   "key REDACTED, escaped REDACTED"}}
	if diff := cmp.Diff(want, r.Exchanges()); diff != "" {
		t.Errorf("Exchanges (-want +got):\n%s", diff)
	}
}

// brokenBody fails after its text.
type brokenBody struct{ io.Reader }

func (b brokenBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
func (brokenBody) Close() error { return nil }

// endless streams zeros and signals when it was closed.
type endless struct{ closed chan struct{} }

func (endless) Read(p []byte) (int, error) { clear(p); return len(p), nil }
func (e endless) Close() error             { close(e.closed); return nil }

func TestRecorderTurnsABrokenAnswerIntoAnError(t *testing.T) {
	t.Parallel()
	closed := make(chan struct{})
	for _, c := range []struct {
		name, want string
		body       io.ReadCloser
	}{
		{"cut short", "read the answer's body: unexpected EOF", brokenBody{strings.NewReader("half")}},
		{"endless", "read the answer's body: longer than 64 MiB", endless{closed}},
	} {
		r := NewRecorder(serverFunc(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Body: c.body}, nil
		}), nil, Options{})
		if _, err := r.RoundTrip(request(t, t.Context(), "GET", "http://h/", nil)); err == nil || err.Error() != c.want {
			t.Errorf("%s: RoundTrip error = %v, want %q", c.name, err, c.want)
		}
		if e := r.Exchanges()[0]; e.Status != 200 || e.Error != c.want {
			t.Errorf("%s: recorded status %d, error %q; want 200, %q", c.name, e.Status, e.Error, c.want)
		}
	}
	<-closed
}

func TestRecorderErrorsCarryNoSecret(t *testing.T) {
	t.Parallel()
	r := NewRecorder(serverFunc(func(r *http.Request) (*http.Response, error) {
		return nil, fmt.Errorf("dial %s: refused", r.URL)
	}), nil, Options{})
	if _, err := r.RoundTrip(request(t, t.Context(), "GET", "http://h/?sig=topsecret", nil)); err == nil {
		t.Fatal("want an error")
	}
	if got, want := r.Exchanges()[0].Error, "dial http://h/?sig=REDACTED: refused"; got != want {
		t.Errorf("Error = %q, want %q", got, want)
	}
}

// hang answers when the request's context ends.
var hang = serverFunc(func(r *http.Request) (*http.Response, error) {
	<-r.Context().Done()
	return nil, r.Context().Err()
})

func TestRecorderTimeLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := NewGate(1)
		r := NewRecorder(hang, gate, Options{Timeout: 30 * time.Second})
		start := time.Now()
		_, err := r.RoundTrip(request(t, t.Context(), "GET", "http://h/", nil))
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "no answer within 30 s") {
			t.Errorf("error = %v, want one that names the limit", err)
		}
		if took := time.Since(start); took != 30*time.Second {
			t.Errorf("gave up after %s, want 30s", took)
		}
		if err := gate.Enter(t.Context(), false); err != nil {
			t.Errorf("the slot was not given back: %v", err)
		}

		// While the request waits at the gate, nothing is under way: the case's own
		// end counts.
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		start = time.Now()
		_, err = r.RoundTrip(request(t, ctx, "PUT", "http://h/", strings.NewReader("x")))
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "wait for a turn") {
			t.Errorf("error = %v, want the one of the gate", err)
		}
		if took := time.Since(start); took != time.Hour {
			t.Errorf("gave up after %s, want 1h", took)
		}
		if n := r.Count(); n != 2 {
			t.Errorf("Count = %d, want 2", n)
		}
	})
}

// TestRecorderUngatedExchange keeps a body half sent while others pass through a gate
// with one slot.
func TestRecorderUngatedExchange(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := NewRecorder(answer(201, "", nil), NewGate(1), Options{Timeout: time.Second})
		held, release := io.Pipe()
		done := make(chan error, 1)
		go func() {
			_, err := r.RoundTrip(request(t, Ungated(t.Context()), "PUT", "http://h/held", held))
			done <- err
		}()
		io.WriteString(release, "half")
		synctest.Wait()
		time.Sleep(time.Minute) // virtual: far beyond the limit of one exchange
		if _, err := r.RoundTrip(request(t, t.Context(), "GET", "http://h/other", nil)); err != nil {
			t.Errorf("an exchange beside the held one: %v", err)
		}
		if got := r.Exchanges()[0]; got.Error != "no answer yet" || got.RequestBody != "half" {
			t.Errorf("held exchange = %+v, want half a body and no answer yet", got)
		}
		io.WriteString(release, " and half")
		release.Close()
		if err := <-done; err != nil {
			t.Errorf("the held exchange: %v", err)
		}
		if got := r.Exchanges()[0]; got.Status != 201 || got.RequestBody != "half and half" {
			t.Errorf("held exchange = %+v, want 201 and the whole body", got)
		}
	})
}

func TestRecorderAsksForUrgencyAtEveryExchange(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := NewGate(1)
		if err := gate.Enter(t.Context(), false); err != nil {
			t.Fatal(err)
		}
		var order []string
		next := serverFunc(func(r *http.Request) (*http.Response, error) {
			order = append(order, r.URL.Path)
			return answer(200, "", nil)(r)
		})
		patient := NewRecorder(next, gate, Options{})
		urgent := NewRecorder(next, gate, Options{Urgent: func() bool { return true }})
		for path, r := range map[string]*Recorder{"/patient": patient, "/urgent": urgent} {
			go r.RoundTrip(request(t, t.Context(), "GET", "http://h"+path, nil))
		}
		synctest.Wait()
		gate.Leave()
		synctest.Wait()
		if diff := cmp.Diff([]string{"/urgent", "/patient"}, order); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
	})
}

// TestRecorderRewindsABody does what a transport does if a kept connection was closed
// before anything was sent.
func TestRecorderRewindsABody(t *testing.T) {
	t.Parallel()
	r := NewRecorder(serverFunc(func(r *http.Request) (*http.Response, error) {
		io.ReadFull(r.Body, make([]byte, 3))
		again, err := r.GetBody()
		if err != nil {
			return nil, err
		}
		r.Body = again
		return answer(200, "", nil)(r)
	}), nil, Options{})
	if _, err := r.RoundTrip(request(t, t.Context(), "PUT", "http://h/", bytes.NewReader([]byte("content")))); err != nil {
		t.Fatal(err)
	}
	if got := r.Exchanges()[0].RequestBody; got != "content" {
		t.Errorf("recorded body = %q, want it once", got)
	}
}

func TestRecorderUnderConcurrentUse(t *testing.T) {
	t.Parallel()
	r := NewRecorder(answer(200, "body", http.Header{"A": {"b"}}), NewGate(4), Options{})
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			r.Step(fmt.Sprint("step ", i))
			if _, err := r.RoundTrip(request(t, t.Context(), "PUT", "http://h/", strings.NewReader("x"))); err != nil {
				t.Error(err)
			}
			r.Exchanges()
		})
	}
	wg.Wait()
	want := reports.Exchange{Method: "PUT", URL: "http://h/", RequestHeader: []reports.Header{{Name: "Content-Length", Value: "1"}},
		RequestBody: "x", Status: 200, ResponseHeader: []reports.Header{{Name: "A", Value: "b"}}, ResponseBody: "body"}
	list := r.Exchanges()
	if len(list) != 32 || r.Count() != 32 {
		t.Fatalf("%d exchanges, Count %d; want 32", len(list), r.Count())
	}
	for _, e := range list {
		if diff := cmp.Diff(want, e, cmpopts.IgnoreFields(reports.Exchange{}, "Step")); diff != "" {
			t.Errorf("exchange (-want +got):\n%s", diff)
		}
	}
}

func BenchmarkRecorder(b *testing.B) {
	header := http.Header{"Etag": {`"0x8DD1234567890AB"`}, "X-Ms-Request-Id": {"1"}, "Date": {"Thu, 01 Jan 2026 00:00:00 GMT"}}
	body := bytes.Repeat([]byte("x"), 512)
	next := answer(200, string(body), header)
	send := func(b *testing.B, r *Recorder) {
		req := request(b, b.Context(), "PUT", "http://127.0.0.1:10000/devstoreaccount1/c/b?sv=1&sig=s", bytes.NewReader(body))
		req.Header["x-ms-date"] = header["Date"]
		req.Header["Authorization"] = []string{"SharedKey devstoreaccount1:sig"}
		if _, err := r.RoundTrip(req); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("RoundTrip", func(b *testing.B) {
		b.ReportAllocs()
		gate := NewGate(8)
		for b.Loop() {
			send(b, NewRecorder(next, gate, Options{Timeout: time.Minute}))
		}
	})
	b.Run("Exchanges", func(b *testing.B) {
		b.ReportAllocs()
		r := NewRecorder(next, nil, Options{})
		send(b, r)
		for b.Loop() {
			r.Exchanges()
		}
	})
}
