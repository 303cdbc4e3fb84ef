package bounds

import (
	"fmt"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Options of a check of something that ends by time. The zero value is right for a
// service in real time.
type Options struct {
	Early time.Duration // how much sooner a span may end, on the service's clock; 0: one second, negative: not at all
	Late  time.Duration // how much longer it may last; 0: two seconds, negative: not at all
	Rate  float64       // how many times faster than ours the service's clock runs; 0: as fast
	Limit int           // violations that are described; 0: 16
}

// Times are the spans of the service's clock on ours. Services may round to whole
// seconds, and Microsoft's own tests allow two.
type Times struct {
	early, late int64
	rate        float64
}

// Times are those of the options.
func (o Options) Times() Times {
	t := Times{rate: o.Rate}
	if t.rate <= 0 {
		t.rate = 1
	}
	tolerance := func(d, standard time.Duration) int64 {
		if d == 0 {
			d = standard
		}
		return t.scale(int64(max(0, d)))
	}
	t.early, t.late = tolerance(o.Early, time.Second), tolerance(o.Late, 2*time.Second)
	return t
}

// scale is a span of the service's clock on ours.
func (t Times) scale(span int64) int64 {
	if t.rate == 1 {
		return span
	}
	return int64(float64(span) / t.rate)
}

// Until bounds how much later something ends that was asked for a span.
func (t Times) Until(span int64) (lo, hi int64) {
	d := t.scale(span)
	return max(0, d-t.early), d + t.late
}

// Assumption says how much earlier and later something may end.
func (t Times) Assumption(what string) string {
	speed := "as fast as ours"
	if t.rate != 1 {
		speed = fmt.Sprintf("%g times as fast as ours", t.rate)
	}
	round := func(ns int64) time.Duration {
		return time.Duration(float64(ns) * t.rate).Round(time.Millisecond)
	}
	return fmt.Sprintf("%s ends at most %s before and %s after its time, by a clock of the service that runs %s", what, round(t.early), round(t.late), speed)
}

// Horizon is how long a stream waits for the effect of an operation that was never
// answered.
const Horizon = 5 * time.Minute

// Dropped is what a verdict assumes after that.
const Dropped = "a request that was not answered takes effect within five minutes or never"

// Unsure tells whether an operation may or may not have taken effect. That an answer
// broke the protocol does not tell either, unless it is an error.
func Unsure(e *history.Event) bool {
	return e.Outcome.Uncertain() || e.Outcome == history.Wrong && e.Status < 400
}

// Report collects what a check finds.
type Report struct {
	finding.Result
	Doubts int // operations of which nothing is proved
	found  int
	limit  int
}

// NewReport begins a report of as many violations as the options say.
func NewReport(o Options) Report {
	if o.Limit <= 0 {
		o.Limit = 16
	}
	return Report{limit: o.Limit, Result: finding.Result{Observed: map[string]int{}}}
}

// Violate adds a violation.
func (r *Report) Violate(v finding.Violation) {
	r.found++
	if len(r.Violations) < r.limit {
		r.Violations = append(r.Violations, v)
	}
}

// Join adds what another check of a part found.
func (r *Report) Join(of Report) {
	r.found += of.found
	r.Doubts += of.Doubts
	r.Violations = append(r.Violations, of.Violations[:min(r.limit-len(r.Violations), len(of.Violations))]...)
}

// End is the verdict, and the assumptions that it rests on if there was anything to
// judge.
func (r *Report) End(assumptions ...string) finding.Result {
	r.State, r.Unlisted = finding.Valid, r.found-len(r.Violations)
	switch {
	case r.found > 0:
		r.State = finding.Invalid
	case r.Doubts > 0:
		r.State = finding.Undecided
		r.Why = fmt.Sprintf("%d operations overlap so many of unknown outcome that the search gave up", r.Doubts)
	}
	if r.Operations > 0 {
		r.Assumptions = append(r.Assumptions, assumptions...)
	}
	return r.Result
}
