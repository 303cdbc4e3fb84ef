package steps_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// crowded is the reference, but it refuses a blob write in the first tries of a case, as if it
// could not cope with what other cases do meanwhile.
type crowded struct {
	target.Target
	tries int // how many tries of a case are refused

	mu       sync.Mutex
	attempts map[string]int
}

func (c *crowded) Has(what target.Capability) bool {
	return what != target.MovableClock && c.Target.Has(what)
}

func (c *crowded) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := c.Target.Session(ctx, name)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.attempts[name]++; c.attempts[name] <= c.tries {
		s.Transport = refusesBlobs{s.Transport}
	}
	return s, nil
}

type refusesBlobs struct{ next http.RoundTripper }

func (r refusesBlobs) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method == http.MethodPut && strings.Contains(req.URL.Path, "/blob.bin") {
		return saying(409, "NoRoom"), nil
	}
	return r.next.RoundTrip(req)
}

// TestWhatFailsOnlyInCompany: a case whose set-up broke next to others is tried alone and
// judged by that try. Where that does not help, the run stops repeating.
func TestWhatFailsOnlyInCompany(t *testing.T) {
	t.Parallel()
	p := choose(t, plan.Selection{Select: []string{"BLOB-COND-02/*"}})
	run := func(tries, concurrency int) (*crowded, reports.Run, int) {
		c := &crowded{Target: embedded.New(embedded.Options{}), tries: tries, attempts: map[string]int{}}
		announced := 0
		r, err := steps.Run(t.Context(), steps.Config{Target: c, Plan: p, Concurrency: concurrency, Progress: func(p steps.Progress) {
			announced = max(announced, p.Left)
		}})
		if err != nil {
			t.Fatal(err)
		}
		return c, r, announced
	}
	repeated := func(c *crowded) (n int) {
		for _, a := range c.attempts {
			n += a - 1
		}
		return n
	}

	c, r, announced := run(1, 8)
	if r.Summary.Passed != len(p.Cases) || repeated(c) != len(p.Cases) || announced != len(p.Cases) {
		t.Errorf("%+v, %d repeated, %d announced; want each of %d cases passed, alone", r.Summary, repeated(c), announced, len(p.Cases))
	}
	for _, s := range r.Scenarios {
		if !strings.Contains(s.Company, "409 NoRoom") {
			t.Errorf("%s failed in company by %q", s.ID, s.Company)
		}
	}

	c, r, _ = run(2, 8)
	for _, s := range r.Scenarios {
		if (s.Status != reports.Blocked || s.Company != "") && s.ProbeOf == "" {
			t.Errorf("%s is %s, in company %q; want it blocked", s.ID, s.Status, s.Company)
		}
	}
	if n := repeated(c); n != 3 { // the same cause, whatever they were about to prepare
		t.Errorf("%d cases were repeated in vain, want 3", n)
	}

	if c, r, announced = run(1, 1); r.Summary.Blocked != len(p.Cases) || repeated(c) != 0 || announced > 1 { // one probe
		t.Errorf("%+v, %d repeated although each was alone", r.Summary, repeated(c))
	}
}

// TestAWrongCodeIsWrongAlone: a case that fails only by its error code fails while nothing else runs, too.
func TestAWrongCodeIsWrongAlone(t *testing.T) {
	t.Parallel()
	r, err := steps.Run(t.Context(), steps.Config{
		Target: embedded.New(embedded.Options{Faults: []string{"blob-use-w-0-leased-code"}}),
		Plan:   choose(t, plan.Selection{Select: []string{"BLOB-USE-52/block-blob/is-leased-a-with-infinite-duration/no-lease-id"}}),
		Alone:  func(all []reports.Scenario) []string { return []string{all[0].ID} },
	})
	if err != nil {
		t.Fatal(err)
	}
	if a := r.Scenarios[0].Alone; a == nil || *a != (reports.Rounds{Failed: 1, Played: 1}) {
		t.Errorf("the case is %s, and alone %v; want it failed there, too", r.Scenarios[0].Status, a)
	}
}
