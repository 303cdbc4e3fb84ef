package steps

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/steps/cell"
)

// slack is how far a service's own timer may be off without being blamed:
// Microsoft's tests find lease expiry punctual to about two seconds
// (BLOB-LEASE-68). On a movable clock time is exact and no slack is needed.
const slack = 2 * time.Second

// timeline keeps a scenario honest about time. The scenario tells time in whole
// steps ("10 seconds pass"); that is nominal time, and it decides what ought to
// be over. Real time runs besides. Where something nominally still runs, an
// answer counts only if it came well before the thing can have ended; where it
// is nominally over, enough real time must have passed. Otherwise the case is
// late, which is our fault and not the service's.
type timeline struct {
	clock   target.Clock
	nominal time.Duration
	timers  map[string]*timer
	lengths map[string]time.Duration
	// waits, if not nil, is told until when a wait in real time takes.
	waits func(until time.Time)
}

// timer is something that ends by itself: a lease, a break period, the time
// during which a deleted container's name is taken.
type timer struct {
	what     string
	nominal  time.Duration // nominal time at which it ends
	earliest time.Time     // it cannot end before this: counted from the request
	latest   time.Time     // it must have ended by this: counted from the answer
}

func newTimeline(clock target.Clock) *timeline {
	return &timeline{clock: clock, timers: map[string]*timer{}, lengths: map[string]time.Duration{}}
}

func (t *timeline) slack() time.Duration {
	if t.clock.Movable() {
		return 0
	}
	return slack
}

// start runs the timer named key for d, given when its request was sent and
// answered. It replaces an earlier timer of that name.
func (t *timeline) start(key, what string, d time.Duration, sent, answered time.Time) {
	t.timers[key] = &timer{what: what, nominal: t.nominal + d, earliest: sent.Add(d), latest: answered.Add(d)}
}

// stop forgets the timer named key.
func (t *timeline) stop(key string) {
	delete(t.timers, key)
	delete(t.lengths, key)
}

// lasting notes how long the timer named key runs each time it starts, as the
// duration of a lease does for its renewals.
func (t *timeline) lasting(key string, d time.Duration) { t.lengths[key] = d }

// length is what lasting noted, if anything.
func (t *timeline) length(key string) (time.Duration, bool) {
	d, ok := t.lengths[key]
	return d, ok
}

// pass lets d of nominal time go by, and as much real time as it takes for
// everything that is nominally over to be over.
func (t *timeline) pass(ctx context.Context, d time.Duration) error {
	now := t.clock.Now()
	until := now.Add(d)
	t.nominal += d
	for _, tm := range t.timers {
		if tm.nominal > t.nominal {
			continue
		}
		if end := tm.latest.Add(t.slack()); end.After(until) {
			until = end
		}
	}
	if t.waits != nil && !t.clock.Movable() {
		t.waits(until)
	}
	return t.clock.Pass(ctx, until.Sub(now))
}

// judge returns a lateness verdict if an answer that arrived now says nothing
// about a timer that nominally still runs.
func (t *timeline) judge() error {
	if t.clock.Movable() {
		return nil
	}
	now := t.clock.Now()
	for _, tm := range t.timers {
		if tm.nominal > t.nominal && now.After(tm.earliest.Add(-t.slack())) {
			return tooLate(fmt.Sprintf("%s might have ended before the answer came", tm.what))
		}
	}
	return nil
}

// longWait is the wait from which a case goes before others: the run ends with
// its longest wait, so that one must begin first.
const longWait = 10 * time.Second

var passing = regexp.MustCompile(`^(\d+ (?:second|minute)s?) pass(?:es)?$`)

// nominalWait is how much time the steps of a case let pass, as far as they say.
func nominalWait(steps []string) time.Duration {
	var sum time.Duration
	for _, text := range steps {
		if m := passing.FindStringSubmatch(text); m != nil {
			d, _ := cell.ParseDuration(m[1]) // the pattern leaves nothing to refuse but a zero
			sum += d
		}
		if strings.Contains(text, "Expired(") {
			sum += 15 * time.Second
		}
	}
	return sum
}
