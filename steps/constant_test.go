package steps_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"syscall"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// handled is a target that has everything a case may need and sends all its requests to one
// handler.
type handled struct {
	handler http.Handler
	clock   func() target.Clock
}

func (handled) Info() target.Info { return target.Info{Name: "handler", Kind: "embedded"} }

func (handled) Has(target.Capability) bool { return true }

func (h handled) Session(context.Context, string) (*target.Session, error) {
	return &target.Session{
		Endpoints:  map[target.Service]string{target.Blob: "http://127.0.0.1:1/account", target.Table: "http://127.0.0.1:2/account", target.Queue: "http://127.0.0.1:3/account", target.File: "http://127.0.0.1:4/account"},
		Credential: target.Credential{Account: "account", Key: "c2VjcmV0"},
		Transport:  h, Clock: h.clock(), Control: h, Private: true, Close: func() {},
	}, nil
}

func (handled) HoldCopies(context.Context, bool) error { return nil }

// RoundTrip calls the handler until the request's context ends.
func (h handled) RoundTrip(req *http.Request) (*http.Response, error) {
	in := req.Clone(req.Context())
	if in.Body == nil {
		in.Body = http.NoBody
	}
	done := make(chan *http.Response, 1)
	go func() {
		defer close(done)
		defer func() { _ = recover() }() // http.ErrAbortHandler
		w := httptest.NewRecorder()
		h.handler.ServeHTTP(w, in)
		done <- w.Result()
	}()
	select {
	case resp := <-done:
		if resp == nil {
			return nil, fmt.Errorf("read the answer: %w", syscall.ECONNRESET)
		}
		resp.Request = req
		return resp, nil
	case <-req.Context().Done():
		return nil, req.Context().Err()
	}
}

// movable is a clock that jumps.
type movable struct{ now time.Time }

func newMovable() target.Clock {
	return &movable{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
}

func (c *movable) Now() time.Time                                { return c.now }
func (c *movable) Movable() bool                                 { return true }
func (c *movable) Pass(_ context.Context, d time.Duration) error { c.now = c.now.Add(d); return nil }

// TestServersThatNeverVaryPassNothing tries servers that give every request the same answer.
// A case of level must that passes on one of them tests nothing.
func TestServersThatNeverVaryPassNothing(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	p := choose(t, plan.Selection{Select: []string{"level:must"}})
	for _, s := range constantServers() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			timeout := 30 * time.Second
			if s.Name == "hang" {
				timeout = 5 * time.Millisecond
			}
			r, err := steps.Run(context.Background(), steps.Config{Target: handled{s.Handler, newMovable}, Plan: p, Timeout: timeout, Trace: "none"})
			if err != nil {
				t.Fatal(err)
			}
			r.Scenarios = slices.DeleteFunc(r.Scenarios, func(sc reports.Scenario) bool { return sc.ProbeOf != "" })
			if s.Silent && r.Stopped == "" || !s.Silent && (r.Incomplete || len(r.Scenarios) != len(p.Cases)) {
				t.Errorf("%d of %d cases have a verdict, incomplete %v", len(r.Scenarios), len(p.Cases), r.Incomplete)
			}
			for _, sc := range r.Scenarios {
				if sc.Status == reports.Passed || sc.Status == reports.Skipped && !s.Declines {
					t.Errorf("%s is %s: %s", sc.ID, sc.Status, sc.Reason)
				}
			}
		})
	}
}
