package steps_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// behind is the reference behind something that spoils requests on their way.
type behind struct {
	target.Target
	spoil func(req *http.Request, next http.RoundTripper) (*http.Response, error)
}

func (b behind) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := b.Target.Session(ctx, name)
	if err == nil {
		s.Transport = spoiled{s.Transport, b.spoil}
	}
	return s, err
}

type spoiled struct {
	next  http.RoundTripper
	spoil func(*http.Request, http.RoundTripper) (*http.Response, error)
}

func (s spoiled) RoundTrip(req *http.Request) (*http.Response, error) { return s.spoil(req, s.next) }

func saying(status int, code string) *http.Response {
	return &http.Response{StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{"X-Ms-Error-Code": {code}}, Body: io.NopCloser(strings.NewReader(""))}
}

var errReset = errors.New("read: connection reset by peer")

// every spoils one request in n.
func every(n int64, spoil func(*http.Request, http.RoundTripper) (*http.Response, error)) func(*http.Request, http.RoundTripper) (*http.Response, error) {
	var count atomic.Int64
	return func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
		if count.Add(1)%n == 0 {
			return spoil(req, next)
		}
		return next.RoundTrip(req)
	}
}

func run(t *testing.T, spoil func(*http.Request, http.RoundTripper) (*http.Response, error), sel plan.Selection, timeout time.Duration) reports.Run {
	t.Helper()
	r, err := steps.Run(context.Background(), steps.Config{Target: behind{embedded.New(embedded.Options{Seed: 1}), spoil}, Plan: choose(t, sel), Seed: 1, Timeout: timeout, Trace: "none"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func notPassed(r reports.Run) (out []string) {
	for _, s := range r.Scenarios {
		if s.Status != reports.Passed && s.Status != reports.Recorded {
			out = append(out, string(s.Status)+" "+s.ID+": "+s.Reason+"; want "+s.Want+", got "+s.Got)
		}
	}
	return out[:min(len(out), 8)]
}

// A conforming service is never accused because of what happens in transit.
func TestWeatherIsNoVerdict(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	refuse := func(status int, code string) func(*http.Request, http.RoundTripper) (*http.Response, error) {
		return func(*http.Request, http.RoundTripper) (*http.Response, error) { return saying(status, code), nil }
	}
	for name, spoil := range map[string]func(*http.Request, http.RoundTripper) (*http.Response, error){
		"every 40th request is answered 503": every(40, refuse(503, "ServerBusy")),
		"every 40th request is answered 500": every(40, refuse(500, "OperationTimedOut")),
		"every 40th request is answered 429": every(40, refuse(429, "TooManyRequests")),
		"every 40th answer comes too late for the gateway in front, which answers 504": every(40, func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
			if resp, err := next.RoundTrip(req); err == nil {
				_ = resp.Body.Close()
			}
			return saying(504, ""), nil
		}),
		"every 40th connection is reset": every(40, func(*http.Request, http.RoundTripper) (*http.Response, error) { return nil, errReset }),
		"every 40th answer is lost": every(40, func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
			if resp, err := next.RoundTrip(req); err == nil {
				_ = resp.Body.Close()
			}
			return nil, errReset
		}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, spoil, plan.Selection{Select: []string{"feature:blob/*"}, Skip: []string{"level:should", "level:observed"}}, 0)
			if r.Outcome() != reports.Conforms || r.Incomplete {
				t.Errorf("outcome %v, %+v: %q", r.Outcome(), r.Summary, notPassed(r))
			}
			if r.Weather == nil || r.Weather.Answers < 100 || r.Weather.Repeated == 0 || r.Weather.Afresh == 0 {
				t.Errorf("weather %+v", r.Weather)
			}
		})
	}
}

// A handler that crashes on every request with a condition is not weather.
func TestAHandlerThatAlwaysCrashesIsADeviation(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	r := run(t, func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
		if req.Header.Get("If-Unmodified-Since") != "" && req.Method == http.MethodPut && req.URL.Query().Get("comp") == "metadata" {
			return saying(500, "InternalError"), nil
		}
		return next.RoundTrip(req)
	}, plan.Selection{Select: []string{"feature:container/*", "feature:blob/conditions_*"}}, 0)
	if r.Outcome() != reports.Deviates || r.Summary.Error+r.Summary.Blocked > 0 {
		t.Errorf("outcome %v, %+v: %q", r.Outcome(), r.Summary, notPassed(r))
	}
	for _, s := range r.Scenarios {
		if s.Status == reports.Failed && !strings.Contains(s.Name, "Metadata") {
			t.Errorf("%s is failed: %s", s.ID, s.Reason)
		}
	}
}

// An operation that the target does not offer is no deviation, unless the target offers it
// without the condition that the case is about.
func TestOperationsThatAreNotImplemented(t *testing.T) {
	t.Parallel()
	chosen := plan.Selection{Select: []string{"BLOB-COND-01-s", "BLOB-COND-02", "BLOB-GEN-07", "BLOB-TAGS-02"}}
	putPage := func(req *http.Request) bool {
		return req.Method == http.MethodPut && req.URL.Query().Get("comp") == "page"
	}
	tags := func(req *http.Request) bool {
		return req.Method == http.MethodPut && req.URL.Query().Get("comp") == "tags"
	}
	for name, c := range thorough.SomeNamed(t, 2, map[string]struct {
		refuses func(*http.Request) bool
		says    *http.Response
		lacks   string // a prefix of the names of operations said to be absent; empty: the target does not conform
	}{
		"an operation":                    {putPage, saying(501, "NotImplemented"), "Put Page"},
		"an operation, with a 500":        {putPage, saying(500, "APINotImplemented"), "Put Page"},
		"an operation that crashes":       {putPage, saying(500, "InternalError"), ""},
		"a younger operation, not routed": {tags, &http.Response{StatusCode: 400}, "Set Blob Tags"},
		"one of the article, not routed":  {putPage, &http.Response{StatusCode: 400}, ""},
		"a condition": {func(req *http.Request) bool { return putPage(req) && req.Header.Get("If-Match") != "" },
			saying(501, "NotImplemented"), ""},
	}) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
				if c.refuses(req) {
					resp := *c.says
					resp.Header, resp.Body = c.says.Header.Clone(), http.NoBody
					return &resp, nil
				}
				return next.RoundTrip(req)
			}, chosen, 0)
			if conforms := r.Outcome() == reports.Conforms; conforms != (c.lacks != "") {
				t.Errorf("outcome %v; %+v: %q", r.Outcome(), r.Summary, notPassed(r))
			}
			lacking := 0
			for _, s := range r.Scenarios {
				if s.Status != reports.Skipped || s.Lacks.Kind != reports.LacksOperation {
					continue
				}
				if lacking++; c.lacks == "" || !strings.HasPrefix(s.Lacks.Name, c.lacks) {
					t.Errorf("%s lacks %+v", s.ID, s.Lacks)
				}
			}
			if (lacking > 0) != (c.lacks != "") {
				t.Errorf("%d cases lack an operation, want those of %q", lacking, c.lacks)
			}
			if c.lacks != "" && r.Weather != nil {
				t.Errorf("what is absent was taken for the weather: %+v", *r.Weather)
			}
		})
	}
}

// A wrong ETag in one answer is charged to the operation that answered, and to no other.
func TestAWrongETagIsAccusedOfItsOperation(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	r := run(t, func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
		resp, err := next.RoundTrip(req)
		if err == nil && resp.StatusCode == http.StatusCreated && req.URL.Query().Get("comp") == "page" {
			resp.Header.Set("ETag", `"0x8D0000000000000"`)
		}
		return resp, err
	}, plan.Selection{Select: []string{"feature:blob/page*", "feature:blob/optimistic", "feature:blob/stamps", "feature:blob/etags*", "feature:blob/lease_guard", "feature:blob/copy"}}, 0)
	if r.Outcome() != reports.Deviates || r.Summary.Blocked > 0 {
		t.Errorf("outcome %v, %+v: %q", r.Outcome(), r.Summary, notPassed(r))
	}
	for _, s := range r.Scenarios {
		if s.Status == reports.Failed && !strings.HasPrefix(s.Operation, "Put Page") && !strings.Contains(s.Name, "Put Page") {
			t.Errorf("%s is failed for %s: %s; want %s, got %s", s.ID, s.Operation, s.Reason, s.Want, s.Got)
		}
	}
}

// A case fails if it fails on a later try after its set-up met bad weather once: it is not
// repeated until the weather spoils it again.
func TestAFailureInFineWeatherStays(t *testing.T) {
	t.Parallel()
	var sent atomic.Int64
	b := behind{embedded.New(embedded.Options{Faults: []string{"if-match-ignored"}}), func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
		if sent.Add(1) == 1 {
			return saying(503, "ServerBusy"), nil
		}
		return next.RoundTrip(req)
	}}
	r, err := steps.Run(t.Context(), steps.Config{Target: b, Plan: choose(t, plan.Selection{Select: []string{"BLOB-TAB-01C/put-blob/block-blob/exists/if-match-stale"}})})
	if err != nil {
		t.Fatal(err)
	}
	if s := r.Scenarios[0]; s.Status != reports.Failed || s.Repeated != 1 || r.Weather.Afresh != 1 {
		t.Errorf("the case is %s (%s), repeated %d times, weather %+v", s.Status, s.Reason, s.Repeated, r.Weather)
	}
}

// What stood in the way of the set-up is called by its name.
func TestTheWeatherOfASetUpIsNamed(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		resp *http.Response
		err  error
		want string
	}{
		"a busy service":      {saying(503, "ServerBusy"), nil, ": 503 Service Unavailable"},
		"a gateway":           {saying(504, ""), nil, ": 504 Gateway Timeout"},
		"a broken connection": {nil, errReset, ": no answer"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := run(t, func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
				if req.Method == http.MethodPut && req.URL.Query().Get("restype") == "container" {
					return tc.resp, tc.err
				}
				return next.RoundTrip(req)
			}, plan.Selection{Select: []string{"BLOB-TAB-01C"}}, 0)
			if r.Summary.Error != r.Summary.Planned || r.Summary.Planned < 4 {
				t.Fatalf("%+v: %q", r.Summary, notPassed(r))
			}
			for _, s := range r.Scenarios {
				if !strings.HasSuffix(s.Reason, tc.want) {
					t.Errorf("%s: %s, want %q at its end", s.ID, s.Reason, tc.want)
				}
			}
		})
	}
}
