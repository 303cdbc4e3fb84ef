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
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/schedule"
)

// budgetFlag is how long each Run explores.
var budgetFlag = flag.Duration("explore.budget", 2*time.Second, "how long each explore.Run tries schedules")

// Variable is the environment variable whose value, as a failure prints it, makes Run play one schedule only.
const Variable = "EXPLORE"

// Option changes how Run explores.
type Option func(*settings)

type settings struct {
	budget      time.Duration
	departures  int
	seed        uint64
	whole       bool // without reduction
	allowed     map[hazard.Kind]bool
	undisturbed bool
}

// Budget sets how long the schedules of one Run are tried. The default is the flag -explore.budget, 2 s.
func Budget(d time.Duration) Option { return func(s *settings) { s.budget = d } }

// Departures bounds how many preemptions, lost answers, jumps of time and broken leases a schedule may have, together.
// When all such schedules are tried, Run ends. Without it the budget is the bound.
func Departures(n int) Option { return func(s *settings) { s.departures = n } }

// Seed sets which schedules are tried at random.
func Seed(n uint64) Option { return func(s *settings) { s.seed = n } }

// Allow accepts a kind of hazard, where it is meant.
func Allow(kinds ...hazard.Kind) Option {
	return func(s *settings) {
		for _, k := range kinds {
			s.allowed[k] = true
		}
	}
}

// Undisturbed explores only the order of requests: no answer is lost, time does not jump, and nobody breaks a lease.
func Undisturbed() Option { return func(s *settings) { s.undisturbed = true } }

// Unreduced plays also the schedules that only order requests otherwise which do not depend on each other. It is for
// programs whose clients share memory in ways that their requests do not show.
func Unreduced() Option { return func(s *settings) { s.whole = true } }

// Run explores the schedules of f, which must not depend on anything but its store. A schedule that fails fails t. f may
// not call t.Run, t.Parallel or t.Deadline, and must end the goroutines that it starts: see testing/synctest.
func Run(t *testing.T, f func(t *testing.T, s *Store), options ...Option) {
	t.Helper()
	if token := os.Getenv(Variable); token != "" {
		choices, err := schedule.ParseToken(token)
		if err != nil {
			t.Fatal(err)
		}
		show(t, f, choices, options)
		return
	}
	r := Find(t, f, options...)
	switch {
	case r.Failure != nil:
		show(t, f, r.Failure.choices, options)
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
	e := newExplorer(t, f, options)
	return e.failure(e.play(detached(e.name), schedule.Follow(choices)), choices), nil
}

// show plays one schedule, with the output and the failures of f, and draws it.
func show(t *testing.T, f func(*testing.T, *Store), choices []uint8, options []Option) {
	t.Helper()
	e := newExplorer(t, f, options)
	if failure := e.failure(e.play(t, schedule.Follow(choices)), choices); failure != nil {
		t.Errorf("explore: %s", failure.Text)
	} else {
		t.Errorf("explore: the schedule %s does not fail: the code has changed, or it depends on more than its store", schedule.Token(choices))
	}
}

// Report is what an exploration found.
type Report struct {
	Tried   int      // schedules played
	AtMost  int      // all schedules with at most so many departures were tried; -1: not even the undisturbed ones
	Random  int      // how many of Tried were played at random
	Left    int      // about how many were not tried; 0: there are no others
	Failure *Failure // nil: none
	Skipped bool     // f skipped the test
}

// Failure is a schedule that fails.
type Failure struct {
	Token   string // for the environment variable EXPLORE
	Kind    string // hazard.Kind or one of "assertion", "panic", "hang", "left behind"
	Text    string // the drawing, with what is wrong
	choices []uint8
}

// String says what was tried.
func (r Report) String() string {
	departures := "with at most " + fmt.Sprint(r.AtMost) + " preemptions, losses or jumps"
	switch systematic := thousands(r.Tried - r.Random); {
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
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// indent puts text under a heading.
func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ")
}
