package scenario

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

// sink is a server that reads a body as it comes.
type sink struct{ got chan []byte }

func (s sink) RoundTrip(req *http.Request) (*http.Response, error) {
	defer close(s.got)
	if req.Body != nil {
		defer req.Body.Close()
		buf := make([]byte, 3)
		for {
			n, err := req.Body.Read(buf)
			if n > 0 {
				s.got <- bytes.Clone(buf[:n])
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return &http.Response{StatusCode: 201, Body: http.NoBody, Request: req}, nil
}

// drain collects what a sink received until it has n bytes or, for n < 0, until the end.
func drain(s sink, n int) string {
	var all []byte
	for n < 0 || len(all) < n {
		p, ok := <-s.got
		if !ok {
			break
		}
		all = append(all, p...)
	}
	return string(all)
}

func put(t *testing.T, ctx context.Context, body string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://target/blob", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return req
}

func TestAHeldBodyComesInHalves(t *testing.T) {
	t.Parallel()
	const body = "0123456789abcdef"
	s, h := sink{make(chan []byte)}, NewHeldBody()
	done := make(chan error, 1)
	go func() {
		_, err := (&holdTransport{next: s}).RoundTrip(put(t, WithHeldBody(t.Context(), h), body))
		done <- err
	}()
	if got := drain(s, 8); got != body[:8] {
		t.Errorf("first half = %q, want %q", got, body[:8])
	}
	<-h.Half
	select {
	case p := <-s.got:
		t.Errorf("more came before it was let go: %q", p)
	case err := <-done:
		t.Errorf("the request ended before its body was let go: %v", err)
	default:
	}
	h.LetGo()
	h.LetGo() // a second call does no harm
	if got := drain(s, -1); got != body[8:] {
		t.Errorf("second half = %q, want %q", got, body[8:])
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestAHeldBodyEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	s, h := sink{make(chan []byte, 16)}, NewHeldBody()
	done := make(chan error, 1)
	go func() {
		_, err := (&holdTransport{next: s}).RoundTrip(put(t, WithHeldBody(ctx, h), "0123456789"))
		done <- err
	}()
	<-h.Half
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("RoundTrip = %v, want context.Canceled", err)
	}
}

func TestOtherRequestsAreNotHeld(t *testing.T) {
	t.Parallel()
	s := sink{make(chan []byte, 16)}
	if _, err := (&holdTransport{next: s}).RoundTrip(put(t, t.Context(), "0123456789")); err != nil {
		t.Fatal(err)
	}
	if got := drain(s, -1); got != "0123456789" {
		t.Errorf("body = %q", got)
	}
	// A request without a body has nothing to hold back.
	s = sink{make(chan []byte, 16)}
	req := put(t, WithHeldBody(t.Context(), NewHeldBody()), "")
	req.Body = nil
	if _, err := (&holdTransport{next: s}).RoundTrip(req); err != nil {
		t.Error(err)
	}
}
