package exploration

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/explore/trial"
)

// maxShrinks bounds how often a schedule that fails is run again to make it shorter.
const maxShrinks = 40

// Report is what was found.
type Report struct {
	trial.Report
	First *trial.Outcome // how the command ended without a disturbance; nil: it did not
}

// The reasons why there is nothing to disturb.
var (
	ErrFails  = errors.New("without any disturbance")
	ErrSilent = errors.New("no request of the command reached the server, so nothing was explored") // it uses another store, or none
)

// Find runs the command until it fails, first without any disturbance.
func Find(ctx context.Context, o Options, l trial.Limits) (r Report, err error) {
	x := newExplorer(ctx, o)
	// Left to itself the command may meet its own race. Nobody is disturbed either if all take turns; a machine that is busy
	// elsewhere may let somebody miss his turn, but not each time.
	for _, x.wait = range []time.Duration{free, turns, turns, turns} {
		if r.First, err = x.Try(schedule.Follow(nil)); err != nil {
			return r, err
		}
		if r.First.Failed == "" || r.First.Worst {
			break
		}
	}
	switch {
	case r.First.Failed != "" && len(r.First.Hazards) == 0:
		return r, fmt.Errorf("%w: %s", ErrFails, r.First.Failed)
	case len(r.First.Lines) == 0:
		return r, ErrSilent
	}
	x.wait = quiet
	l.Live, l.Departures, l.Shrinks = true, trial.MaxDepartures, maxShrinks
	r.Report, err = x.Explore(l)
	return r, err
}

// Replay runs the command by a schedule.
func Replay(ctx context.Context, o Options, choices []uint8) (*trial.Outcome, error) {
	return newExplorer(ctx, o).Try(schedule.Follow(choices))
}
