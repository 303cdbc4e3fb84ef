package weatherproxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"ifmatch/reference/operation"
	"ifmatch/reference/weather"
)

// called answers every request in this process with the number of the call.
type called struct{ n atomic.Int64 }

func (c *called) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		_, _ = io.Copy(io.Discard, r.Body)
	}
	w := httptest.NewRecorder()
	fmt.Fprintf(w, "call %d", c.n.Add(1))
	return w.Result(), nil
}

// TestWhatRequestsMeet applies each kind of weather to a request that is sent without a
// socket.
func TestWhatRequestsMeet(t *testing.T) {
	t.Parallel()
	const put, get = "Put Blob", "Get Blob"
	for _, tc := range []struct {
		kind   weather.Kind
		of     string
		err    error
		said   string
		called int64
	}{
		{weather.LoseRequest, put, io.EOF, "", 0},
		{weather.LoseAnswer, put, io.EOF, "", 1},
		{weather.Reset, put, syscall.ECONNRESET, "", 1},
		{weather.Silence, put, context.DeadlineExceeded, "", 1},
		{weather.Stall, put, nil, "200 call 1", 1},
		{weather.StallAnswer, put, nil, "200 call 1", 1},
		{weather.Timeout, put, nil, "500 OperationTimedOut", 0},
		{weather.TimeoutApplied, put, nil, "500 OperationTimedOut", 1},
		{weather.Busy, put, nil, "503 ServerBusy", 0},
		{weather.Truncate, get, io.ErrUnexpectedEOF, "200 cal", 1},
		{weather.Duplicate, get, nil, "200 call 2", 2},
	} {
		t.Run(tc.kind.String(), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				sky, next := new(weather.Sky), new(called)
				if err := sky.Next(tc.kind, tc.of); err != nil {
					t.Fatal(err)
				}
				const address = "http://127.0.0.1:10000/acc"
				client := &http.Client{Timeout: time.Minute, Transport: Transport(next, Account{Name: "acc", Endpoints: map[operation.Service]string{operation.BlobService: address}}, sky)}
				method, body := http.MethodPut, io.Reader(strings.NewReader("x"))
				if tc.of == get {
					method, body = http.MethodGet, nil
				}
				r, err := http.NewRequestWithContext(t.Context(), method, address+"/con/b", body)
				if err != nil {
					t.Fatal(err)
				}
				got := ""
				answer, err := client.Do(r)
				if err == nil {
					text, broken := io.ReadAll(answer.Body)
					if got = fmt.Sprintf("%d %s", answer.StatusCode, text); answer.StatusCode >= 500 {
						got = fmt.Sprintf("%d %s", answer.StatusCode, answer.Header.Get("x-ms-error-code"))
					}
					err = broken
					answer.Body.Close()
				}
				if !errors.Is(err, tc.err) || tc.err == nil && err != nil || got != tc.said || next.n.Load() != tc.called {
					t.Errorf("%q and %v after %d calls, want %q and %v after %d", got, err, next.n.Load(), tc.said, tc.err, tc.called)
				}
				if sky.Waiting() != 0 {
					t.Error("the request was taken for another operation")
				}
			})
		})
	}
}

// TestALateRequestIsSentWithoutItsSender gives up before the request is sent.
func TestALateRequestIsSentWithoutItsSender(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		next := new(called)
		client := &http.Client{Timeout: time.Second, Transport: Transport(next, Account{Name: "acc"}, under(t, "stall=100%:3s"))}
		if got, err := post(client, "127.0.0.1:1/acc/con/b", "x"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %q and %v, want none", got, err)
		}
		if n := next.n.Load(); n != 0 {
			t.Errorf("%d requests were sent too early", n)
		}
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if n := next.n.Load(); n != 1 {
			t.Errorf("%d requests were sent, want one", n)
		}
	})
}
