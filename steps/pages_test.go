package steps_test

import (
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"ifmatch/reports"
	"ifmatch/steps/plan"
)

// page is an answer by which a proxy or a web framework refuses.
func page(status int) *http.Response {
	return &http.Response{StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}, Body: io.NopCloser(strings.NewReader("<h1>default backend</h1>"))}
}

// Pages that come now and then are an ingress's. The service is not accused, whether it
// performed the request or not.
func TestPagesOfAnIngressAreNoVerdict(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*http.Request, http.RoundTripper) (*http.Response, error){
		"instead of the service": func(*http.Request, http.RoundTripper) (*http.Response, error) { return page(404), nil },
		"instead of its answer": func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
			if resp, err := next.RoundTrip(req); err == nil {
				_ = resp.Body.Close()
			}
			return page(403), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, every(60, spoil), plan.Selection{Select: []string{"CONT-TAB-1*", "BLOB-TAB-01*"}}, 0)
			if r.Outcome() != reports.Conforms || r.Incomplete {
				t.Errorf("outcome %v, %+v: %q", r.Outcome(), r.Summary, notPassed(r))
			}
			if r.Weather == nil || r.Weather.Afresh == 0 {
				t.Errorf("weather %+v", r.Weather)
			}
		})
	}
}

// A page that an operation always answers is the target's own, and is judged.
func TestAPageThatAlwaysComesIsTheTargets(t *testing.T) {
	t.Parallel()
	var sent atomic.Int64
	r := run(t, func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
		if req.Header.Get("If-Match") != "" && req.Method == http.MethodPut {
			sent.Add(1)
			return page(404), nil
		}
		return next.RoundTrip(req)
	}, plan.Selection{Select: []string{"BLOB-TAB-0*"}}, 0)
	if r.Outcome() != reports.Deviates || r.Summary.Error+r.Summary.Blocked > 0 || r.Summary.Failed < 15 {
		t.Errorf("outcome %v, %+v: %q", r.Outcome(), r.Summary, notPassed(r))
	}
	for _, s := range r.Scenarios {
		if s.Status == reports.Failed && !strings.HasPrefix(s.Got, "404 without an error code") {
			t.Errorf("%s is failed: %s", s.ID, s.Reason)
		}
	}
	// Only a sample of the cases is repeated more than once.
	if most := int64(2*r.Summary.Failed + 6*8); sent.Load() > most {
		t.Errorf("%d pages for %d failed cases, want at most %d", sent.Load(), r.Summary.Failed, most)
	}
}
