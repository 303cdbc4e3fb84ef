package weatherproxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"ifmatch/reference"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
)

func TestUpstreamsThatCannotBe(t *testing.T) {
	t.Parallel()
	for _, upstream := range []string{"", "h", "http://h:1/"} {
		if p, err := Listen(t.Context(), upstream, Options{}); err == nil {
			p.Close()
			t.Errorf("Listen before %q gave no error", upstream)
		}
	}
}

// fixed returns a function that names the same operation for every request.
func fixed(o operation.Operation) func(*http.Request) operation.Operation {
	return func(*http.Request) operation.Operation { return o }
}

// TestWhatExchangesMeet applies each kind of weather to a request to a server that counts, and checks
// the next request, too.
func TestWhatExchangesMeet(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		kind   weather.Kind
		of     operation.Operation
		said   string // status and body; empty: no answer
		served int64
	}{
		{weather.LoseRequest, operation.PutBlob, "", 0},
		{weather.LoseAnswer, operation.PutBlob, "", 1},
		{weather.Reset, operation.PutBlob, "", 1},
		{weather.Timeout, operation.PutBlob, "500 OperationTimedOut", 0},
		{weather.TimeoutApplied, operation.PutBlob, "500 OperationTimedOut", 1},
		{weather.Busy, operation.PutBlob, "503 ServerBusy", 0},
		{weather.Stall, operation.PutBlob, "200 call 1", 1},
		{weather.StallAnswer, operation.PutBlob, "200 call 1", 1},
		{weather.Truncate, operation.GetBlob, "200 cal", 1},
		{weather.Duplicate, operation.GetBlob, "200 call 2", 2},
	} {
		t.Run(tc.kind.String(), func(t *testing.T) {
			t.Parallel()
			var served atomic.Int64
			sky := new(weather.Sky)
			if err := sky.Next(tc.kind, tc.of.String()); err != nil {
				t.Fatal(err)
			}
			p, client := listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				fmt.Fprintf(w, "call %d", served.Add(1))
			}), Options{Sky: sky, Service: operation.BlobService, Operation: fixed(tc.of)})
			got := ""
			resp, err := client.Post("http://"+p.Address(), "text/plain", strings.NewReader("x"))
			if err == nil {
				defer resp.Body.Close()
				body, broken := io.ReadAll(resp.Body)
				if (tc.kind == weather.Truncate) != errors.Is(broken, io.ErrUnexpectedEOF) {
					t.Errorf("reading the body: %v", broken)
				}
				if got = fmt.Sprintf("%d %s", resp.StatusCode, body); resp.StatusCode >= 500 {
					got = fmt.Sprintf("%d %s", resp.StatusCode, resp.Header.Get("x-ms-error-code"))
				}
			}
			if got != tc.said || served.Load() != tc.served {
				t.Errorf("the answer is %q and %v after %d calls, want %q after %d", got, err, served.Load(), tc.said, tc.served)
			}
			again, err := post(client, p.Address(), "x")
			if want := fmt.Sprintf("call %d", tc.served+1); err != nil || again != want {
				t.Errorf("the next exchange is answered %q, %v, want %q", again, err, want)
			}
		})
	}
}

// TestABlockOfAnotherName stages a block through the proxy: the server gets a block, but with another
// id than the client's. The third party learns of that before the server gets it.
func TestABlockOfAnotherName(t *testing.T) {
	t.Parallel()
	var asked []string
	sky := new(weather.Sky)
	if err := sky.Next(weather.DiscardBlock, "Put Block"); err != nil {
		t.Fatal(err)
	}
	p, client := listen(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, fmt.Sprintf("%s %s %s %s", r.Method, r.URL.Query().Get("blockid"), r.Header.Get("Authorization"), body))
	}), Options{
		Sky: sky, Operation: fixed(operation.PutBlock), Sign: func(r *http.Request) string { return "for " + r.URL.Query().Get("blockid") },
		Third: func(_ context.Context, r *http.Request) { asked = append(asked, "gone from "+r.URL.Path) },
	})
	for range 2 {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, "http://"+p.Address()+"/a/b?blockid=YWE%3D&comp=block", strings.NewReader("x"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "mine")
		resp, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	if want := []string{"gone from /a/b", "PUT 4eE= for 4eE= x", "PUT YWE= mine x"}; fmt.Sprint(asked) != fmt.Sprint(want) {
		t.Errorf("the server was asked %q, want %q", asked, want)
	}
}

// TestAServerWithACertificate speaks http to the client, and https to the server by the server's
// name.
func TestAServerWithACertificate(t *testing.T) {
	t.Parallel()
	hosts := make(chan string, 1)
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		hosts <- r.Host
		fmt.Fprint(w, "secret")
	}))
	defer server.Close()
	at, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	config := server.Client().Transport.(*http.Transport).TLSClientConfig.Clone()
	config.NextProtos, config.ServerName = nil, "example.com"
	p, err := Listen(t.Context(), at.Host, Options{TLS: config, Host: "example.com"})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	own := &http.Transport{}
	defer own.CloseIdleConnections()
	got, err := post(&http.Client{Transport: own}, p.Address(), "x")
	if err != nil || got != "secret" {
		t.Fatalf("got %q, %v", got, err)
	}
	if host := <-hosts; host != "example.com" {
		t.Errorf("the server was called %q", host)
	}
}

// TestTheReferenceNamesOperations checks the names that a proxy gets from a reference server that
// serves nobody.
func TestTheReferenceNamesOperations(t *testing.T) {
	t.Parallel()
	server := reference.New(reference.Options{Account: "acc"})
	for _, tc := range []struct {
		service operation.Service
		method  string
		target  string
		want    operation.Operation
	}{
		{operation.BlobService, "PUT", "http://127.0.0.1:1/acc/con/b", operation.PutBlob},
		{operation.BlobService, "PUT", "http://acc.blob.core.windows.net/con/b?comp=block&blockid=YQ==", operation.PutBlock},
		{operation.QueueService, "GET", "http://127.0.0.1:1/acc/q12/messages", operation.GetMessages},
		{operation.TableService, "POST", "http://127.0.0.1:1/acc/$batch", operation.EntityGroupTransaction},
		{operation.BlobService, "PUT", "http://127.0.0.1:1/other/con/b", operation.Unrecognized},
	} {
		if got := server.Operation(tc.service, httptest.NewRequest(tc.method, tc.target, nil)); got != tc.want {
			t.Errorf("%s %s is %s, want %s", tc.method, tc.target, got, tc.want)
		}
	}
}
