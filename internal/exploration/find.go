package exploration

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/explore/trial"
)

// Limits say when to stop.
type Limits struct {
	Runs  int           // 0: no limit
	For   time.Duration // 0: no limit
	Seed  uint64
	Shown func(runs, departures int) // is told the progress; nil: nobody
}

// maxShrinks bounds how often a schedule that fails is run again to make it shorter.
const maxShrinks = 40

// Report is what was found.
type Report struct {
	Runs       int
	Departures int // all schedules with fewer were tried
	Outcome    *trial.Outcome
	Token      string // of the schedule that fails; empty: none was found
	Undecided  error  // the command fails without any disturbance, or sent no request: there is nothing to disturb
}

// ErrSilent is what can be said of a command that uses another store, or none.
var ErrSilent = errors.New("no request of the command reached the server, so nothing was explored")

// Find runs the command until it fails, first without any disturbance, then by all schedules that depart from what comes
// by itself once, twice, and at random at last.
func Find(ctx context.Context, o Options, l Limits) (Report, error) {
	var r Report
	begun, x := time.Now(), newExplorer(ctx, o)
	// Left to itself the command may meet its own race. Nobody is disturbed either if all take turns; a machine that is busy
	// elsewhere may let somebody miss his turn, but not each time.
	for _, x.wait = range []time.Duration{free, turns, turns, turns} {
		var err error
		if r.Outcome, err = x.Try(schedule.Follow(nil)); err != nil {
			return r, err
		}
		if r.Outcome.Failed == "" || r.Outcome.Worst {
			break
		}
	}
	x.wait = quiet
	if r.Outcome.Failed != "" && len(r.Outcome.Hazards) == 0 {
		r.Undecided = fmt.Errorf("without any disturbance: %s", r.Outcome.Failed)
		return r, nil
	}
	if len(r.Outcome.Lines) == 0 {
		r.Undecided = ErrSilent
		return r, nil
	}
	search, random := &schedule.Search{Whole: true}, rand.New(rand.NewPCG(l.Seed, l.Seed))
	for l.Runs == 0 || r.Runs < l.Runs {
		if l.For > 0 && time.Since(begun) > l.For {
			break
		}
		c, systematic := next(search, random, &r)
		outcome, err := x.Try(c)
		if err != nil {
			return r, err
		}
		r.Runs++
		if systematic {
			search.Learn(c)
		}
		if l.Shown != nil {
			l.Shown(r.Runs, r.Departures)
		}
		if outcome.Failed != "" {
			r.Outcome = x.Shrink(outcome, maxShrinks)
			r.Token = schedule.Token(r.Outcome.Choices)
			return r, x.Compare(r.Outcome)
		}
	}
	return r, nil
}

// Replay runs the command by a schedule.
func Replay(ctx context.Context, o Options, choices []uint8) (*trial.Outcome, error) {
	return newExplorer(ctx, o).Replay(schedule.Follow(choices))
}

// next returns the next schedule: half of them systematically, half at random, since a command is rarely run often enough
// to get far by either.
func next(search *schedule.Search, random *rand.Rand, r *Report) (c *schedule.Chooser, systematic bool) {
	if r.Runs%2 == 0 {
		for most := r.Departures; most < maxDepartures; most++ {
			if c := search.Next(most); c != nil {
				r.Departures = most
				return c, true
			}
		}
	}
	return search.Random(random), false
}

// maxDepartures is beyond what anybody waits for.
const maxDepartures = 100

// hazards are the kinds of hazards by the names that people allow them by.
var hazards = map[string]hazard.Kind{
	"lost-update": hazard.LostUpdate, "ended-lease": hazard.EndedLease, "two-owners": hazard.TwoOwners,
	"early-delete": hazard.EarlyDelete, "own-write": hazard.OwnWrite, "done-twice": hazard.DoneTwice,
}

// HazardNames are the names of all kinds of hazards.
func HazardNames() []string { return slices.Sorted(maps.Keys(hazards)) }

// Hazards are the kinds of hazards with these names.
func Hazards(names []string) (map[hazard.Kind]bool, error) {
	all := map[hazard.Kind]bool{}
	for _, name := range names {
		kind, found := hazards[name]
		if !found {
			return nil, fmt.Errorf("there is no hazard %q", name)
		}
		all[kind] = true
	}
	return all, nil
}
