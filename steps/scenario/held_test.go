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
	<-h.Half.Done()
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
	<-h.Half.Done()
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

// Halves end once they block other requests, not because one request was lost.
func TestHalvesAreEndedOnceTheyKeepOthersOut(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		heard []bool
		want  bool
	}{
		{"nothing is heard of", nil, false},
		{"two are lost", []bool{false, false}, false},
		{"one is answered in between", []bool{false, false, true, false, false}, false},
		{"three in a row are silent", []bool{true, false, false, false}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var s Halves
			ended := 0
			for range 2 {
				if err := s.Begin(NewHeldBody(), func() { ended++ }); err != nil {
					t.Fatal(err)
				}
			}
			for _, answered := range tc.heard {
				s.hear(answered)
			}
			if got := ended == 2; got != tc.want || ended == 1 {
				t.Errorf("%d of 2 were ended", ended)
			}
			if err := s.Begin(NewHeldBody(), func() {}); errors.Is(err, errOneAtATime) != tc.want {
				t.Errorf("another begins: %v", err)
			}
		})
	}
}

// Silence after a body was sent in full has another cause, so later halves are still tried.
func TestWhatIsSentIsNotInTheWay(t *testing.T) {
	t.Parallel()
	var s Halves
	h := NewHeldBody()
	if err := s.Begin(h, func() { t.Error("a body that was sent is ended") }); err != nil {
		t.Fatal(err)
	}
	s.Leave(h)
	for range mute {
		s.hear(false)
	}
	if s.End() {
		t.Error("there was nothing to end")
	}
	if err := s.Begin(h, func() {}); err != nil {
		t.Error(err)
	}
	if !s.End() {
		t.Error("there was one to end")
	}
}
