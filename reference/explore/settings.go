package explore

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/trial"
)

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
