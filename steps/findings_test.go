package steps_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"ifmatch/internal/embedded"
	"ifmatch/internal/thorough"
	"ifmatch/reference/fault"
	"ifmatch/reference/operation"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// runWrong judges the reference, with one wrong operation, by the chosen cases.
func runWrong(t *testing.T, of operation.Operation, wrong func(http.Handler) http.Handler, level string, choice ...string) reports.Run {
	t.Helper()
	f := fault.Fault{Name: of.String(), Middleware: func() operation.Middleware {
		return func(o operation.Operation, next http.Handler) http.Handler {
			if o != of {
				return next
			}
			return wrong(next)
		}
	}}
	r, err := steps.Run(context.Background(), steps.Config{Target: embedded.New(embedded.Options{Seed: 1, Wrong: []fault.Fault{f}}),
		Plan: choose(t, plan.Selection{Select: choice}), Seed: 1, Level: level})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// If no chosen case is about a finding, its probe is played and accuses.
func TestAFindingOutsideTheSelectionIsProbed(t *testing.T) {
	t.Parallel()
	r := runWrong(t, operation.SetContainerMetadata, asking(withoutMetadata), "should", "CONT-TAB-02E")
	if r.Summary.Passed == 0 || r.Summary.Failed != 1 || r.Summary.Blocked > 0 || r.Outcome() != reports.Deviates || len(r.Found) > 0 {
		t.Fatalf("%+v, outcome %v, found %+v", r.Summary, r.Outcome(), r.Found)
	}
	probe := r.Scenarios[len(r.Scenarios)-1]
	if probe.ID != "CONT-TAB-04E/set-container-metadata/exists" || !strings.HasPrefix(probe.ProbeOf, "CONT-TAB-02E/") || len(probe.Exchanges) == 0 {
		t.Errorf("the probe is %+v", probe)
	}
}

// A finding that its probe does not show again accuses nobody, and is not lost.
func TestAFindingThatIsSeenOnceIsNoAccusation(t *testing.T) {
	t.Parallel()
	var sent atomic.Int32
	once := func(next http.Handler) http.Handler {
		wrong := asking(withoutMetadata)(next)
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if sent.Add(1) == 1 {
				wrong.ServeHTTP(w, req)
				return
			}
			next.ServeHTTP(w, req)
		})
	}
	r := runWrong(t, operation.SetContainerMetadata, once, "should", "CONT-TAB-02E")
	if r.Summary.Failed+r.Summary.Blocked > 0 || r.Outcome() != reports.Unknown || len(r.Found) != 1 {
		t.Fatalf("%+v, outcome %v, found %+v", r.Summary, r.Outcome(), r.Found)
	}
	f := r.Found[0]
	if f.Operation != "Set Container Metadata" || f.Respect != "metadata" || f.Case != "CONT-TAB-04E/set-container-metadata/exists" || f.Clause != "CONT-TAB-04E" ||
		!strings.HasPrefix(f.Scenario, "CONT-TAB-02E/") || len(f.Exchanges) == 0 {
		t.Errorf("found %+v", f)
	}
	var stored bytes.Buffer
	if err := reports.Encode(&stored, r); err != nil {
		t.Fatal(err)
	}
	if back, err := reports.Decode(&stored); err != nil || len(back.Found) != 1 || back.Outcome() != reports.Unknown {
		t.Errorf("stored and read: %+v, %v", back.Found, err)
	}
}

// A finding is assigned to the same case in every run, whichever case met it first.
func TestFindingsAreBookedTheSameInEveryRun(t *testing.T) {
	t.Parallel()
	var first string
	for range 2 {
		r := runWrong(t, operation.GetContainerACL, refusing(400, "InvalidInput"), "should", "CONT-ETAG-*", "CONT-TAB-0*")
		var b strings.Builder
		for _, s := range r.Scenarios {
			b.WriteString(s.ID + " " + string(s.Status) + " " + s.BlockedBy + " " + s.Reason + "\n")
		}
		if first == "" {
			first = b.String()
		}
		if b.String() != first || !strings.Contains(first, "blocked CONT-") && !strings.Contains(first, "failed") {
			t.Errorf("one run:\n%s\nanother:\n%s", first, b.String())
		}
	}
}

// broken is a body that ends early.
type broken struct{ io.Reader }

func (b broken) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (broken) Close() error { return nil }

// breakingOff ends the answer in the middle of its body.
func breakingOff(req *http.Request, next http.RoundTripper) (*http.Response, error) {
	resp, err := next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	if err == nil {
		resp.Body = broken{bytes.NewReader(body[:len(body)/2])}
	}
	return resp, err
}

func TestAnAnswerThatBreaksOffByChanceIsWeather(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	r := run(t, every(100, breakingOff), plan.Selection{Select: []string{"feature:table/*"}}, 0)
	if r.Outcome() != reports.Conforms || r.Weather == nil || r.Weather.Answers < 20 {
		t.Errorf("outcome %v, %+v, weather %+v: %q", r.Outcome(), r.Summary, r.Weather, notPassed(r))
	}
}

// A case whose answer breaks off every time fails, and the effect of the request is still shown.
func TestATransactionWhoseAnswerAlwaysBreaksOffFailsWithItsEffect(t *testing.T) {
	t.Parallel()
	for name, tt := range thorough.SomeNamed(t, 1, map[string]struct {
		lost bool // the request does nothing
		cut  func(*http.Request, http.RoundTripper) (*http.Response, error)
	}{
		"by the connection":              {false, breakingOff},
		"by the connection, not applied": {true, breakingOff},
		"by its length":                  {false, shortened},
	}) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sent atomic.Int64
			r := run(t, func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
				if !strings.HasSuffix(req.URL.Path, "$batch") {
					return next.RoundTrip(req)
				}
				sent.Add(1)
				if tt.lost {
					return &http.Response{StatusCode: 202, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Body: broken{strings.NewReader("--")},
						Header: http.Header{"Content-Type": {"multipart/mixed; boundary=b"}}}, nil
				}
				return tt.cut(req, next)
			}, plan.Selection{Select: []string{"TABLE-BATCH-01", "TABLE-OCC-*"}}, 0)
			n := 0
			for _, s := range r.Scenarios {
				if s.Status == reports.Error && !strings.HasPrefix(s.ID, "TABLE-OCC-14/readers-") { // of those many read before the transaction
					t.Errorf("%s is undecided: %s", s.ID, s.Reason)
				}
				if s.Status != reports.Failed {
					continue
				}
				n++
				effect := strings.Contains(s.Got, "is not as asked")
				if s.Operation != "Entity Group Transaction" || s.Respect != "body" || strings.HasPrefix(s.ID, "TABLE-BATCH-01/") && effect != tt.lost {
					t.Errorf("%s: %s of %s, %s; want %s, got %s", s.ID, s.Respect, s.Operation, s.Reason, s.Want, s.Got)
				}
			}
			if n == 0 || r.Summary.Passed == 0 {
				t.Errorf("%+v: %q", r.Summary, notPassed(r))
			}
		})
	}
}

// shortened cuts a body in half and sends it as if it were complete.
func shortened(req *http.Request, next http.RoundTripper) (*http.Response, error) {
	resp, err := next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	half := body[:len(body)/2]
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(half)), int64(len(half))
	resp.Header.Del("Content-Length")
	return resp, err
}
