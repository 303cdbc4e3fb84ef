package steps_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// shared is one account for all scenarios, as an endpoint is.
type shared struct {
	target.Target
	session *target.Session
}

func newShared(t *testing.T) shared {
	t.Helper()
	s := shared{Target: embedded.New(embedded.Options{})}
	var err error
	if s.session, err = s.Target.Session(t.Context(), "shared"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.session.Close)
	return s
}

func (s shared) Info() target.Info {
	i := s.Target.Info()
	i.Kind = "endpoint"
	return i
}

func (s shared) Session(context.Context, string) (*target.Session, error) {
	view := *s.session
	view.Private, view.Close = false, func() {}
	return &view, nil
}

// left lists the containers that a sweep would find.
func (s shared) left(t *testing.T, prefix string) (names []string) {
	t.Helper()
	n, err := steps.Sweep(t.Context(), s, prefix, true, func(_, name string) { names = append(names, name) })
	if err != nil || n != len(names) {
		t.Errorf("Sweep(%s) finds %d, tells of %q, %v", prefix, n, names, err)
	}
	return names
}

// still are cases in which no time passes, so that they can share a clock. Some of them leave
// leases behind.
var still = plan.Selection{Select: []string{"BLOB-USE-2*"}}

func TestRunsShareAnAccountAndLeaveNothing(t *testing.T) {
	t.Parallel()
	s, p := newShared(t), choose(t, still)
	var wg sync.WaitGroup
	for _, prefix := range []string{"", "", "mine-"} {
		wg.Go(func() {
			r, err := steps.Run(context.Background(), steps.Config{Target: s, Plan: p, Prefix: prefix})
			if err != nil {
				t.Error(err)
			}
			for _, sc := range r.Scenarios {
				if sc.Status != reports.Passed {
					t.Errorf("%s is %s: %s; want %s, got %s", sc.ID, sc.Status, sc.Reason, sc.Want, sc.Got)
				}
			}
		})
	}
	wg.Wait()
	if got := append(s.left(t, scenario.DefaultPrefix), s.left(t, "mine-")...); got != nil {
		t.Errorf("left behind: %q", got)
	}
}

func TestAnInterruptedRunCleansUp(t *testing.T) {
	t.Parallel()
	s := newShared(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	n := 0
	r, err := steps.Run(ctx, steps.Config{Target: s, Plan: choose(t, still), Progress: func(steps.Progress) {
		if n++; n == 10 {
			cancel()
		}
	}})
	if err != nil || !r.Incomplete {
		t.Errorf("Run: incomplete %v, %v", r.Incomplete, err)
	}
	if got := s.left(t, scenario.DefaultPrefix); got != nil {
		t.Errorf("left behind: %q", got)
	}
}

func TestSweepDeletesWhatWasKept(t *testing.T) {
	t.Parallel()
	s, p := newShared(t), choose(t, still)
	for _, prefix := range []string{"one-", "two-"} {
		if _, err := steps.Run(context.Background(), steps.Config{Target: s, Plan: p, Prefix: prefix, RunID: "r", Keep: true}); err != nil {
			t.Fatal(err)
		}
	}
	before, others := s.left(t, "one-"), s.left(t, "two-")
	if len(before) < 20 {
		t.Fatalf("a run that keeps everything left %q", before)
	}
	var swept []string
	n, err := steps.Sweep(t.Context(), s, "one-", false, func(_, name string) { swept = append(swept, name) })
	if err != nil || n != len(before) {
		t.Errorf("Sweep deletes %d of %d: %v", n, len(before), err)
	}
	slices.Sort(swept)
	if d := cmp.Diff(before, swept); d != "" {
		t.Errorf("-left +swept:\n%s", d)
	}
	if got := s.left(t, "one-"); got != nil {
		t.Errorf("still there: %q", got)
	}
	if d := cmp.Diff(others, s.left(t, "two-")); d != "" {
		t.Errorf("containers of another prefix -before +after:\n%s", d)
	}
}

func TestSweepRefusesAnEmptyPrefix(t *testing.T) {
	t.Parallel()
	if n, err := steps.Sweep(t.Context(), newShared(t), "", false, func(string, string) {}); err == nil || n != 0 || !strings.Contains(err.Error(), "the prefix is empty") {
		t.Errorf("Sweep = %d, %v", n, err)
	}
}
