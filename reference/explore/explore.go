// Package explore finds the races of programs that use a store, on purpose: lost updates, locks that two hold, messages
// that are handled twice.
//
// Run plays a test function again and again, each time in a testing/synctest bubble with a new store (package reference)
// that follows the bubble's clock. Every request of a client waits before it takes effect, and its answer before it is
// delivered. When nothing else moves, one step is chosen: a request takes effect, an answer is delivered or lost, time
// jumps, a third party breaks a lease. First come the schedules that depart once from what would come by itself, then
// those that depart twice, then schedules at random until the budget is spent. Schedules that only order requests
// otherwise which do not depend on each other are left out.
//
// A schedule fails if the function fails, panics or hangs, or if its requests show a hazard: see package hazard. One
// schedule is reported, the shortest found.
package explore

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/explore/trial"
)

// Run explores the schedules of f, which must not depend on anything but its store. A schedule that fails fails t. f may
// not call t.Run, t.Parallel or t.Deadline, and must end the goroutines that it starts: see testing/synctest.
func Run(t *testing.T, f func(t *testing.T, s *Store), options ...Option) {
	t.Helper()
	if token := os.Getenv(Variable); token != "" {
		show(t, f, token, options)
		return
	}
	r := Find(t, f, options...)
	switch {
	case r.Failure != nil && r.Failure.Token == "":
		t.Fatalf("explore: %s", r.Failure.Text)
	case r.Failure != nil:
		show(t, f, r.Failure.Token, options)
	case r.Skipped:
		t.Skip("explore: the function skips the test")
	default:
		t.Log("explore: " + r.String())
	}
}

// Replay plays one schedule and returns how it fails, or nil. Nothing fails t.
func Replay(t *testing.T, f func(t *testing.T, s *Store), token string, options ...Option) (*Failure, error) {
	t.Helper()
	choices, err := schedule.ParseToken(token)
	if err != nil {
		return nil, err
	}
	p, c := newPlayer(t, f, options), schedule.Follow(choices)
	failure := p.failure(p.Try(c))
	if failure == nil && c.Astray {
		err = fmt.Errorf("explore: the schedule %s is of another program, or of an older one: %s needs -run, with the test that printed it", token, Variable)
	}
	return failure, err
}

// show plays one schedule, with the output and the failures of f, and draws it.
func show(t *testing.T, f func(*testing.T, *Store), token string, options []Option) {
	t.Helper()
	shown := func(p *player) { p.shown, p.patience = t, 0 } // somebody may be looking with a debugger
	switch failure, err := Replay(t, f, token, append(slices.Clip(options), shown)...); {
	case err != nil:
		t.Fatal(err)
	case failure != nil:
		t.Errorf("explore: %s", failure.Text)
	default:
		t.Logf("explore: the schedule %s does not fail any more. Without %s all others are tried", token, Variable)
	}
}

// Find explores as Run does, and returns what it found. Nothing fails t.
func Find(t *testing.T, f func(t *testing.T, s *Store), options ...Option) Report {
	t.Helper()
	collectLess()
	p := newPlayer(t, f, options)
	r, err := p.Explore(p.Limits)
	return Report{r, p.failure(r.Found, err)}
}

// collectLess collects garbage less often from now on. A schedule makes much of it and keeps next to nothing: a third more
// schedules are played, for some megabytes. Who collects even less often, or not at all, keeps that.
var collectLess = sync.OnceFunc(func() {
	const percent = 400
	if before := debug.SetGCPercent(percent); before < 0 || before > percent {
		debug.SetGCPercent(before)
	}
})

// Report is what an exploration found.
type Report struct {
	trial.Report
	Failure *Failure // nil: none
}

// Failure is a schedule that fails.
type Failure struct {
	Token string // for the environment variable EXPLORE; empty: it cannot be played again, since it does not end
	Kind  string // hazard.Kind or one of "assertion", "panic", "hang", "left behind"
	Text  string // the drawing, with what is wrong
}

// failure returns how a schedule failed, or nil if it did not.
func (p *player) failure(o *trial.Outcome, err error) *Failure {
	switch {
	case err != nil:
		return &Failure{Kind: Hang, Text: err.Error()}
	case o == nil || o.Failed == "":
		return nil
	}
	token, pattern := schedule.Token(o.Choices), "^"+strings.ReplaceAll(regexp.QuoteMeta(p.name), "/", "$/^")+"$"
	again := fmt.Sprintf("to play it again: %s=%s go test -run '%s'", Variable, token, pattern)
	return &Failure{Token: token, Kind: o.Failed, Text: o.Draw(again)}
}

// String says what was tried.
func (r Report) String() string {
	departures := "with at most " + fmt.Sprint(r.AtMost) + " preemptions, losses or jumps"
	if r.AtMost == 1 {
		departures = "with at most one preemption, loss or jump"
	}
	switch systematic := thousands(r.Tried - r.Random); {
	case r.Left == 0 && r.Tried == 1:
		return "the only schedule there is"
	case r.Left == 0:
		return "all " + systematic + " schedules"
	case r.AtMost < 0:
		return fmt.Sprintf("%s of about %s schedules", thousands(r.Tried), thousands(r.Tried+r.Left))
	case r.Random == 0:
		return fmt.Sprintf("%s schedules, all %s, of about %s", systematic, departures, thousands(r.Tried+r.Left))
	default:
		return fmt.Sprintf("all %s schedules %s, and %s at random of about %s others", systematic, departures, thousands(r.Random), thousands(r.Left))
	}
}

// thousands writes a number with commas.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}

// BudgetVariable is the environment variable with a duration for which each Run tries schedules. It also reaches tests of
// packages that do not have the flag.
const BudgetVariable = "EXPLORE_BUDGET"

// defaultBudget is that of a Run for which nobody has set one.
const defaultBudget = 2 * time.Second

// budgetFlag is how long each Run explores.
var budgetFlag = flag.Duration("explore.budget", 0, "how long each explore.Run tries schedules; 0: "+BudgetVariable+", or "+defaultBudget.String())

// Option changes how Run explores.
type Option func(*player)

// Budget sets how long the schedules of one Run are tried. The default is the flag -explore.budget, then the environment
// variable EXPLORE_BUDGET, then 2 s.
func Budget(d time.Duration) Option { return func(p *player) { p.For = d } }

// Departures bounds how many preemptions, lost answers, jumps of time and broken leases a schedule may have, together.
// When all such schedules are tried, Run ends. Without it the budget is the bound.
func Departures(n int) Option { return func(p *player) { p.Departures = n } }

// Seed sets which schedules are tried at random.
func Seed(n uint64) Option { return func(p *player) { p.Seed = n } }

// Allow accepts a kind of hazard, where it is meant.
func Allow(kinds ...hazard.Kind) Option {
	return func(p *player) {
		for _, k := range kinds {
			p.Allowed[k] = true
		}
	}
}

// Undisturbed explores only the order of requests: no answer is lost, time does not jump, and nobody breaks a lease.
func Undisturbed() Option { return func(p *player) { p.undisturbed = true } }

// Unreduced plays also the schedules that only order requests otherwise which do not depend on each other. It is for
// programs whose clients share memory in ways that their requests do not show.
func Unreduced() Option { return func(p *player) { p.Whole = true } }

// Patience sets how long one schedule may take on the machine's clock. The default is 30 s. A schedule that takes longer
// hangs on something that is not in its bubble, such as a mutex. It cannot be stopped, but the test ends.
func Patience(d time.Duration) Option { return func(p *player) { p.patience = d } }

// maxShrinks bounds how often a failing schedule is played again to make it shorter.
const maxShrinks = 300

func newPlayer(t *testing.T, f func(*testing.T, *Store), options []Option) *player {
	t.Helper()
	budget, err := usualBudget(*budgetFlag, os.Getenv(BudgetVariable))
	if err != nil {
		t.Fatal(err)
	}
	p := &player{name: t.Name(), f: f, patience: 30 * time.Second}
	p.Limits = trial.Limits{For: budget, Departures: trial.MaxDepartures, Seed: 1, Shrinks: maxShrinks}
	p.Player = trial.Player{Play: p.play, Allowed: make(map[hazard.Kind]bool)}
	for _, o := range options {
		o(p)
	}
	return p
}

// usualBudget is the budget without an option.
func usualBudget(flagged time.Duration, variable string) (time.Duration, error) {
	if flagged > 0 || variable == "" {
		return cmp.Or(flagged, defaultBudget), nil
	}
	d, err := time.ParseDuration(variable)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("reading %s=%s: not a duration above zero, such as 10s", BudgetVariable, variable)
	}
	return d, nil
}
