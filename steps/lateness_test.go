package steps_test

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/internal/thorough"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// slow is the reference behind a slow connection: every exchange takes its time, by a clock
// that cannot be moved. No real time passes: the servers' virtual clocks go on by as much as
// a real one would.
type slow struct {
	target.Target
	takes func(name string, attempt int) time.Duration // how long an exchange of a case's first or second attempt takes

	mu       sync.Mutex
	attempts map[string]int
}

func newSlow(takes func(name string, attempt int) time.Duration) *slow {
	return &slow{Target: embedded.New(embedded.Options{}), takes: takes, attempts: map[string]int{}}
}

func (s *slow) Has(c target.Capability) bool { return c != target.MovableClock && s.Target.Has(c) }

func (s *slow) Session(ctx context.Context, name string) (*target.Session, error) {
	session, err := s.Target.Session(ctx, name)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.attempts[name]++
	session.Transport = &slowWay{session.Transport, session.Clock, s.takes(name, s.attempts[name])}
	session.Clock = unmovable{session.Clock}
	return session, nil
}

type slowWay struct {
	next  http.RoundTripper
	clock target.Clock
	takes time.Duration
}

// RoundTrip spends half of the time before the request and half after it.
func (w *slowWay) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := w.clock.Pass(req.Context(), w.takes/2); err != nil {
		return nil, err
	}
	resp, err := w.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	return resp, w.clock.Pass(req.Context(), w.takes-w.takes/2)
}

type unmovable struct{ target.Clock }

func (unmovable) Movable() bool { return false }

// timely are the cases in which time plays a part.
var timely = plan.Selection{Select: []string{"feature:*lease*", "feature:*access_policy", "feature:*strategies", "feature:*dates", "feature:*stamps"}}

// TestSlownessIsNeverTheServersFault tries them on connections of every speed: each case on
// one, its neighbours on others.
func TestSlownessIsNeverTheServersFault(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	p := choose(t, timely)
	ways := []time.Duration{0, 1700 * time.Millisecond, 5 * time.Second, 14 * time.Second}
	way := map[string]time.Duration{}
	for i, c := range p.Cases {
		way[c.ID] = ways[i%len(ways)]
	}
	s := newSlow(func(name string, _ int) time.Duration { return way[name] })
	r, err := steps.Run(context.Background(), steps.Config{Target: s, Plan: p, Trace: "none"})
	if err != nil {
		t.Fatal(err)
	}
	for _, sc := range r.Scenarios {
		switch {
		case sc.Status == reports.Failed, sc.Status == reports.Blocked, sc.Status == reports.Error && !strings.HasPrefix(sc.Reason, "keep the scenario's time: "):
			t.Errorf("%s %s (%s:%d), exchanges taking %s\n\t%s\n\twant %s\n\tgot  %s", sc.Status, sc.ID, sc.Feature, sc.Line, way[sc.ID], sc.Reason, sc.Want, sc.Got)
		case sc.Status == reports.Error && way[sc.ID] == 0:
			t.Errorf("%s is late although nothing takes time: %s", sc.ID, sc.Reason)
		}
	}
}

// TestALateCaseIsTriedOnceMore plays the same cases on a connection that is slow at their
// first attempt only, and on one that stays slow.
func TestALateCaseIsTriedOnceMore(t *testing.T) {
	t.Parallel()
	p := choose(t, plan.Selection{Select: []string{"blob/lease_basics"}})
	run := func(takes func(string, int) time.Duration) (*slow, reports.Run, int) {
		s := newSlow(takes)
		var verdicts []string
		var alone []int
		r, err := steps.Run(context.Background(), steps.Config{Target: s, Plan: p, Progress: func(p steps.Progress) {
			if p.Last != nil {
				verdicts = append(verdicts, p.Last.ID)
			} else {
				alone = append(alone, p.Left)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if len(verdicts) != len(p.Cases) || r.Incomplete {
			t.Errorf("%d verdicts were told of %d cases, incomplete %v", len(verdicts), len(p.Cases), r.Incomplete)
		}
		if !slices.IsSortedFunc(alone, func(a, b int) int { return b - a }) || len(alone) == 0 || slices.Min(alone) < 1 {
			t.Errorf("the cases that were still to be repeated were announced as %v", alone)
		}
		if r.Late == nil || r.Late.Cases != alone[0] {
			t.Errorf("the result says of late cases %+v, and %v were announced", r.Late, alone)
		}
		return s, r, len(alone)
	}

	stays, r, rounds := run(func(string, int) time.Duration { return 14 * time.Second })
	late := map[string]bool{}
	races := map[string]bool{} // cases that are played in several rounds
	for _, c := range p.Cases {
		races[c.ID] = c.Races()
	}
	for _, sc := range r.Scenarios {
		late[sc.ID] = sc.Status == reports.Error
		least, most := 1, 1
		if late[sc.ID] {
			least, most = 2, 4
		}
		if got := stays.attempts[sc.ID]; (got < least || got > most) && !races[sc.ID] {
			t.Errorf("%s was tried %d times and ended as %s, want %d to %d", sc.ID, got, sc.Status, least, most)
		}
	}
	if rounds != 3 {
		t.Errorf("late cases were repeated in %d rounds before the way was known to be slow, want 3", rounds)
	}
	if !slices.Contains(slices.Collect(maps.Values(late)), true) {
		t.Error("no case is late on the slowest of ways")
	}

	recovers, r, rounds := run(func(_ string, attempt int) time.Duration { return time.Duration(2-attempt) * 14 * time.Second })
	if rounds != 1 {
		t.Errorf("late cases that recover were repeated in %d rounds, want 1", rounds)
	}
	for _, sc := range r.Scenarios {
		if sc.Status != reports.Passed {
			t.Errorf("%s is %s at its second attempt: %s", sc.ID, sc.Status, sc.Reason)
		}
		want := map[bool]int{true: 2, false: 1}[late[sc.ID]]
		if got := recovers.attempts[sc.ID]; got != want && !races[sc.ID] {
			t.Errorf("%s was tried %d times, want %d", sc.ID, got, want)
		}
	}
}

// TestAbandonedRequestsComeLast: a server that never recovers from them has answered all other
// cases by then.
func TestAbandonedRequestsComeLast(t *testing.T) {
	t.Parallel()
	p := choose(t, plan.Selection{Select: []string{"feature:race/abandoned_writes", "BLOB-CONS-01/*"}})
	abandons := map[string]bool{}
	for _, c := range p.Cases {
		abandons[c.ID] = c.Abandons()
	}
	var order []string
	s := newSlow(func(name string, _ int) time.Duration { order = append(order, name); return 0 }) // called under its lock
	if _, err := steps.Run(t.Context(), steps.Config{Target: s, Plan: p}); err != nil {
		t.Fatal(err)
	}
	first := slices.IndexFunc(order, func(name string) bool { return abandons[name] })
	if first <= 0 {
		t.Fatalf("the first case that abandons a request is number %d of %d", first, len(order))
	}
	for _, name := range order[first:] {
		if !abandons[name] {
			t.Errorf("%s was played after a case that abandons a request", name)
		}
	}
}

// TestATurnMayBeEmpty: all cases may belong to the last turn.
func TestATurnMayBeEmpty(t *testing.T) {
	t.Parallel()
	p := choose(t, plan.Selection{Select: []string{"feature:race/abandoned_writes"}})
	p.Cases = slices.DeleteFunc(p.Cases, func(c plan.Case) bool { return !c.Abandons() })
	if len(p.Cases) == 0 {
		t.Fatal("no case abandons a request")
	}
	r, err := steps.Run(t.Context(), steps.Config{Target: newSlow(func(string, int) time.Duration { return 0 }), Plan: p})
	if err != nil || len(r.Scenarios) != len(p.Cases) {
		t.Errorf("%d of %d cases have a verdict, error %v", len(r.Scenarios), len(p.Cases), err)
	}
}
