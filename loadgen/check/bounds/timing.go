package bounds

import (
	"cmp"
	"fmt"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reports/figure"
)

// The default tolerance about the end of a state that lasts for a time, on the service's
// clock. Times on the wire have whole seconds, which a service may round, and Microsoft's
// own tests allow two seconds. // D-19
const (
	DefaultEarly = time.Second
	DefaultLate  = 2 * time.Second
)

// Horizon is how long a check of a growing history waits for the effect of a request that
// was never answered.
const Horizon = 5 * time.Minute

// Forgetting is the assumption of a check that forgot requests after Horizon.
var Forgetting = fmt.Sprintf("a request that was not answered takes effect within %s or never", figure.Duration(Horizon))

// Timing is how exactly the service ends a state that lasts for a time. The zero value
// suits a service in real time.
type Timing struct {
	Early time.Duration // how much sooner it may end, on the service's clock; 0: DefaultEarly, negative: not at all
	Late  time.Duration // how much longer it may last; 0: DefaultLate, negative: not at all
	Rate  float64       // how many times faster than ours the service's clock runs; 0: as fast

	Limit *finding.Limit // of the search; nil: none
}

// Lasts bounds how long, by our clock, a state lasts that was requested for a span, in ns.
func (t Timing) Lasts(span int64) (lo, hi int64) {
	d := t.ours(time.Duration(span))
	return max(0, d-t.ours(tolerance(t.Early, DefaultEarly))), d + t.ours(tolerance(t.Late, DefaultLate))
}

// Assumption is what a verdict assumes about the end of such states. It follows "ends" in
// a sentence.
func (t Timing) Assumption() string {
	return fmt.Sprintf("at most %s before and %s after its time, by a clock of the service that runs %s",
		figure.Duration(tolerance(t.Early, DefaultEarly)), figure.Duration(tolerance(t.Late, DefaultLate)), finding.Speed(t.rate()))
}

func (t Timing) rate() float64 { return cmp.Or(max(0, t.Rate), 1) }

// Minute is a minute of the service's clock by ours, in ns.
func (t Timing) Minute() int64 { return t.ours(time.Minute) }

// ours converts a span of the service's clock to ours, in ns.
func (t Timing) ours(span time.Duration) int64 {
	if rate := t.rate(); rate != 1 {
		return int64(float64(span) / rate)
	}
	return int64(span)
}

func tolerance(d, standard time.Duration) time.Duration { return max(0, cmp.Or(d, standard)) }

// Unsure reports whether it is unknown if the operation took effect. An answer that broke
// the protocol leaves that open too, unless it is an error.
func Unsure(e *history.Event) bool {
	return e.Outcome.Uncertain() || e.Outcome == history.Wrong && e.Status < 400
}

// Decide makes a valid result undecided if the search gave up on any operations; gaveUp
// is how many.
func Decide(r *finding.Result, gaveUp int) {
	if r.State == finding.Valid && gaveUp > 0 {
		r.State, r.Why = finding.Undecided, fmt.Sprintf("%d operations overlap so many others, or so many of unknown outcome, that the search gave up within its bounds of time and memory", gaveUp)
	}
}
