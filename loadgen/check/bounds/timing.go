package bounds

import (
	"cmp"
	"fmt"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// The tolerance about the end of what lasts for a time unless Timing says otherwise, on
// the service's clock: times have whole seconds on the wire, which a service may round,
// and Microsoft's own tests allow two seconds.
const (
	DefaultEarly = time.Second
	DefaultLate  = 2 * time.Second
)

// Horizon is how long a check of a growing history waits for the effect of a request that
// was never answered.
const Horizon = 5 * time.Minute

// Forgetting is the assumption of a check that did not wait any longer.
var Forgetting = fmt.Sprintf("a request that was not answered takes effect within %s or never", Horizon)

// Timing is how exactly the service ends what lasts for a time. The zero value is right
// for a service in real time.
type Timing struct {
	Early time.Duration // how much sooner it may end, on the service's clock; 0: DefaultEarly, negative: not at all
	Late  time.Duration // how much longer it may last; 0: DefaultLate, negative: not at all
	Rate  float64       // how many times faster than ours the service's clock runs; 0: as fast
}

// Lasts bounds how much later, by our clock, something ends that was asked for a span.
func (t Timing) Lasts(span int64) (lo, hi int64) {
	d := t.ours(time.Duration(span))
	return max(0, d-t.ours(tolerance(t.Early, DefaultEarly))), d + t.ours(tolerance(t.Late, DefaultLate))
}

// Assumption says what a verdict takes for granted of the end of things, after "ends".
func (t Timing) Assumption() string {
	return fmt.Sprintf("at most %s before and %s after its time, by a clock of the service that runs %s",
		tolerance(t.Early, DefaultEarly).Round(time.Millisecond), tolerance(t.Late, DefaultLate).Round(time.Millisecond), finding.Speed(t.rate()))
}

func (t Timing) rate() float64 { return cmp.Or(max(0, t.Rate), 1) }

// ours is a span of the service's clock on ours.
func (t Timing) ours(span time.Duration) int64 {
	if rate := t.rate(); rate != 1 {
		return int64(float64(span) / rate)
	}
	return int64(span)
}

func tolerance(d, standard time.Duration) time.Duration { return max(0, cmp.Or(d, standard)) }

// Unsure tells whether the operation may or may not have taken effect. That an answer
// broke the protocol does not tell either, unless it is an error.
func Unsure(e *history.Event) bool {
	return e.Outcome.Uncertain() || e.Outcome == history.Wrong && e.Status < 400
}

// Decide ends a check: of so many operations the search gave up to say anything.
func Decide(r *finding.Result, doubts int) {
	if r.State == finding.Valid && doubts > 0 {
		r.State, r.Why = finding.Undecided, fmt.Sprintf("%d operations overlap so many others, or so many of unknown outcome, that the search gave up within its bounds of time and memory", doubts)
	}
}
