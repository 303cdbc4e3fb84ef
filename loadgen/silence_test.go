package loadgen

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
)

func TestSilenceIsCountedSinceTheLastAnswer(t *testing.T) {
	t.Parallel()
	var s silence
	step := func(want bool, times int, err error) {
		t.Helper()
		for range times {
			s.hear(err)
		}
		if got := s.err() != nil; got != want {
			t.Errorf("after %d of %v: given up %t, want %t", times, err, got, want)
		}
	}
	timeout := transportError(t)
	step(false, patience-1, timeout)
	step(false, 1, nil)
	step(false, patience-1, timeout)
	step(false, 1, errors.New("reset"))
	step(true, 100, timeout)
	s.allow(3)
	step(false, 2, timeout)
	step(true, 1, timeout)
	s.allow(1)
	step(true, 1, timeout)
	s.allow(1)
	step(false, 1, nil)
}

// transportError is the error of a request that was not answered in time.
func transportError(t *testing.T) error {
	t.Helper()
	c := config(t, "blob-cas")
	behind(t, &c, nil).Stall(time.Hour)
	client := transport.NewLean(transport.Options{Timeout: 20 * time.Millisecond})
	defer client.Close()
	session := client.Session()
	defer session.Close()
	places, err := c.Endpoint.addresses([]target.Service{target.Blob})
	if err != nil {
		t.Fatal(err)
	}
	err = session.Do(t.Context(), &transport.Request{Method: "GET", Host: places[target.Blob].host, Target: "/"}, &transport.Reply{})
	if transport.FailureOf(err) != transport.Timeout {
		t.Fatalf("got %v, want a timeout", err)
	}
	return err
}

// TestAHungTargetIsLeftAlone stops a target for good during a run.
func TestAHungTargetIsLeftAlone(t *testing.T) {
	t.Parallel()
	c := config(t, "blob-cas")
	front := behind(t, &c, nil)
	const timeout = 100 * time.Millisecond
	c.Transport = transport.NewLean(transport.Options{Timeout: timeout})
	c.Operations, c.Duration = 0, 300*time.Millisecond
	c.Measuring = func(int64, *history.Dictionary, func() (int64, int64)) {
		stall(front, 100*time.Millisecond, time.Hour)
	}
	began := time.Now()
	out, err := Run(t.Context(), c)
	for what, err := range map[string]error{"draining": err, "cleaning up": out.Unclean} {
		if err == nil || !strings.Contains(err.Error(), "gave up: the target left the last requests unanswered") {
			t.Errorf("%s: %v, want that it gave up", what, err)
		}
	}
	if !errors.Is(err, ErrDrain) {
		t.Errorf("%v is not ErrDrain", err)
	}
	// Eleven attempts at each would take five seconds in pauses alone.
	if took := time.Since(began); took > 4*time.Second {
		t.Errorf("it took %s", took)
	}
	recorded(t, c)
}

func TestGreetingTakesNoLongerThanItMay(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(server.Close)
	e := Endpoint{Services: map[target.Service]string{target.Blob: server.URL + "/account"}}
	_, err := Greet(t.Context(), e, []target.Service{target.Blob}, 20*time.Millisecond)
	if want := "reach the blob service: no answer within 20 ms"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
