package steps_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/plan"
)

// oneAtATime is a service, or a proxy in front of one, that takes no request before it
// has answered the previous one.
func oneAtATime() func(*http.Request, http.RoundTripper) (*http.Response, error) {
	turn := make(chan struct{}, 1)
	return func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
		select {
		case turn <- struct{}{}:
		case <-req.Context().Done():
			return nil, req.Context().Err()
		}
		defer func() { <-turn }()
		return next.RoundTrip(req)
	}
}

// A service that takes one request at a time is neither accused nor considered gone while
// a body is held back. Cases that hold one end without a verdict; all others are judged.
func TestOneRequestAtATime(t *testing.T) {
	t.Parallel()
	const held = "race/half_sent_bodies"
	r := run(t, oneAtATime(), plan.Selection{Select: []string{"feature:" + held, "BLOB-TAB-01C", "BLOB-CONS-06"}}, 500*time.Millisecond)
	if r.Stopped != "" || r.Incomplete || r.Summary.Failed > 0 || r.Outcome() != reports.Unknown {
		t.Errorf("stopped %q, incomplete %v, outcome %v, %+v: %q", r.Stopped, r.Incomplete, r.Outcome(), r.Summary, notPassed(r))
	}
	said := 0
	for _, s := range r.Scenarios {
		switch {
		case strings.HasPrefix(s.ID, "BLOB-TAB-01C"):
			if s.Status != reports.Passed {
				t.Errorf("%s is %s: %s", s.ID, s.Status, s.Reason)
			}
		case s.Status == reports.Error && strings.Contains(s.Reason, "takes one request at a time"):
			said++
		case s.Feature != held:
		case s.Status != reports.Blocked || !strings.Contains(s.Reason, "the first half was not accepted"):
			t.Errorf("%s is %s: %s", s.ID, s.Status, s.Reason)
		}
	}
	// Cases that waited for the halves of others before this was known are blocked.
	if said < 20 {
		t.Errorf("%d cases say why they have no verdict: %q", said, notPassed(r))
	}
}
