package scenario

import (
	"context"
	"fmt"
	"time"

	"ifmatch/internal/target"
	"ifmatch/steps/verdict"
)

// slack is how far a service's own timer may be off without being blamed: Microsoft's
// tests find lease expiry punctual to about two seconds
// (BLOB-LEASE-68, D-19). On a movable clock time is exact and no slack is needed.
const slack = 2 * time.Second

// Timeline keeps a scenario honest about time. The scenario counts time in whole steps
// ("10 seconds pass"); that is nominal time, and it decides what ought to be over. Real
// time runs alongside. While something nominally still runs, an answer counts only if it
// came well before the thing can have ended. Once it is nominally over, enough real time
// must have passed. Otherwise the case is late, which is the suite's fault and not the
// service's.
type Timeline struct {
	target.Clock
	nominal time.Duration
	timers  map[string]*timer
	// waits, if not nil, is told when a wait in real time ends.
	waits func(until time.Time)
}

// timer is something that ends by itself: a lease, a break period, the time during which
// the name of a deleted container stays taken.
type timer struct {
	what     string
	length   time.Duration
	nominal  time.Duration // nominal time at which it ends
	earliest time.Time     // it cannot end before this: counted from the request
	latest   time.Time     // it must have ended by this: counted from the answer
}

func NewTimeline(clock target.Clock) *Timeline {
	return &Timeline{Clock: clock, timers: map[string]*timer{}}
}

func (t *Timeline) Slack() time.Duration {
	if t.Movable() {
		return 0
	}
	return slack
}

// Start runs the timer named key for d, from a request with these times of sending and
// answering. It replaces an earlier timer of that name.
func (t *Timeline) Start(key, what string, d time.Duration, sent, answered time.Time) {
	t.timers[key] = &timer{what: what, length: d, nominal: t.nominal + d, earliest: sent.Add(d), latest: answered.Add(d)}
}

// Stop forgets the timer named key.
func (t *Timeline) Stop(key string) { delete(t.timers, key) }

// Restart runs the timer named key once more for as long as before, if it was not stopped: so does
// the renewal of a lease.
func (t *Timeline) Restart(key string, sent, answered time.Time) {
	if tm := t.timers[key]; tm != nil {
		t.Start(key, tm.what, tm.length, sent, answered)
	}
}

// Pass lets d of nominal time go by. It waits as much real time as everything that is
// nominally over needs to be over.
func (t *Timeline) Pass(ctx context.Context, d time.Duration) error {
	now := t.Now()
	until := now.Add(d)
	t.nominal += d
	for _, tm := range t.timers {
		if tm.nominal > t.nominal {
			continue
		}
		if end := tm.latest.Add(t.Slack()); end.After(until) {
			until = end
		}
	}
	if t.waits != nil && !t.Movable() {
		t.waits(until)
	}
	return t.Clock.Pass(ctx, until.Sub(now))
}

// Judge returns a lateness verdict if a timer that nominally still runs may have ended by
// now, so that an answer arriving now would prove nothing.
func (t *Timeline) Judge() error {
	if t.Movable() {
		return nil
	}
	now := t.Now()
	for _, tm := range t.timers {
		if tm.nominal > t.nominal && now.After(tm.earliest.Add(-t.Slack())) {
			return verdict.TooLate(fmt.Sprintf("%s might have ended before the answer came", tm.what))
		}
	}
	return nil
}

// Remaining is how much time a timer had left when a request reached the service. It is known
// exactly if the clock stands still during an exchange, otherwise between two bounds.
type Remaining struct {
	Least, Most time.Duration
	// Running reports whether the timer would have ended by itself at all.
	Running bool
}

// Remaining is how much time the timer named key had left for a request with these times of
// sending and answering.
func (t *Timeline) Remaining(key string, sent, answered time.Time) Remaining {
	tm := t.timers[key]
	if tm == nil || tm.nominal <= t.nominal {
		return Remaining{}
	}
	return Remaining{Least: tm.earliest.Sub(answered), Most: tm.latest.Sub(sent), Running: true}
}
