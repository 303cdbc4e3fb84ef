package reference_test

import (
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/reference"
	"ifmatch/reference/clock"
	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
)

// TestEveryExchangeIsReported asks a listening server, with two accounts, and reads what is told about each answer.
func TestEveryExchangeIsReported(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var told []reference.Exchange
	noted := func(o *reference.Options) {
		o.OnExchange = func(e reference.Exchange) {
			mu.Lock()
			defer mu.Unlock()
			told = append(told, e)
		}
	}
	s := reference.InProcess(t, noted)
	s.Join(reference.InProcess(t, reference.WithAccount("second", "a2V5")))
	for _, service := range reference.Services() {
		if _, err := s.Listen(t.Context(), service, "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { _ = s.Close() })
	client := &http.Transport{DisableKeepAlives: true} // on a connection of its own no request is sent twice
	ask := func(service operation.Service, method, below string) {
		t.Helper()
		at := s.Endpoint(service)
		r, err := http.NewRequestWithContext(t.Context(), method, strings.TrimSuffix(at, "/"+s.Account())+below, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("x-ms-client-request-id", "mine")
		res, err := client.RoundTrip(r)
		if err != nil {
			return
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
	}
	ask(operation.BlobService, "GET", "/devstoreaccount1/box/b?x=%20y")
	ask(operation.BlobService, "HEAD", "/second/box/b")
	ask(operation.TableService, "GET", "/devstoreaccount1/Tables")
	ask(operation.QueueService, "OPTIONS", "/devstoreaccount1")
	s.Next(weather.LoseAnswer, "Get Blob")
	ask(operation.BlobService, "GET", "/devstoreaccount1/box/b")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	want := []reference.Exchange{
		{Service: "blob", Method: "GET", Address: "/devstoreaccount1/box/b?x=%20y", Operation: operation.GetBlob, Status: 404, Code: "ResourceNotFound"},
		{Service: "blob", Method: "HEAD", Address: "/second/box/b", Operation: operation.GetBlobProperties, Status: 404, Code: "ResourceNotFound"},
		{Service: "table", Method: "GET", Address: "/devstoreaccount1/Tables", Operation: operation.QueryTables, Status: 401, Code: "NoAuthenticationInformation"},
		{Service: "queue", Method: "OPTIONS", Address: "/devstoreaccount1", Operation: operation.PreflightQueueRequest, Status: 400, Code: "InvalidHeaderValue"},
		{Service: "blob", Method: "GET", Address: "/devstoreaccount1/box/b", Operation: operation.GetBlob},
	}
	for i := range want {
		want[i].Proto, want[i].ClientRequestID = "HTTP/1.1", "mine"
	}
	mu.Lock()
	defer mu.Unlock()
	bare := slices.Clone(told) // without what differs from run to run
	for i := range bare {
		e := &bare[i]
		e.Client, e.Length, e.Began, e.Took = "", 0, time.Time{}, 0
	}
	if !reflect.DeepEqual(want, bare) {
		t.Errorf("told of\n%+v\nwant\n%+v", bare, want)
	}
	for _, e := range told {
		if e.Began.IsZero() || e.Took <= 0 || !strings.HasPrefix(e.Client, "127.0.0.1:") || (e.Length > 0) != (e.Method == "GET" && e.Status > 0 || e.Method == "OPTIONS") {
			t.Errorf("told %+v", e)
		}
	}
}

func TestAServerSaysHowFastItsClockIs(t *testing.T) {
	t.Parallel()
	for want, c := range map[string]clock.Clock{"0": clock.NewVirtual(time.Now()), "1": clock.Real{}, "30": clock.NewFast(clock.Real{}, 30)} {
		server := reference.New(reference.Options{Clock: c})
		t.Cleanup(func() { _ = server.Close() })
		if _, err := server.Listen(t.Context(), "table", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		resp, err := http.Get(server.Endpoint("table"))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if got := resp.Header.Get(reference.RateHeader); got != want {
			t.Errorf("%s = %q, want %q", reference.RateHeader, got, want)
		}
	}
}
