package load

import (
	"cmp"
	"slices"
	"time"
)

// Curve returns the points in the order of the parameter's values. A search tries them
// in another order.
func (r Run) Curve() []Point {
	return slices.SortedStableFunc(slices.Values(r.Points), func(a, b Point) int { return cmp.Compare(a.Value, b.Value) })
}

// Unmeasured is the State of a point that ended before its measured part. With so
// little data, the check's result is no verdict on the service, unless it found a
// violation.
const Unmeasured = "unmeasured"

// State is the verdict on the point, or Unmeasured.
func (p Point) State() string {
	if !p.Measured() && p.Verdict != Invalid {
		return Unmeasured
	}
	return p.Verdict
}

// ByState returns the names of the points by their State, the least value first.
func (r Run) ByState() map[string][]string {
	by := map[string][]string{}
	for _, p := range r.Curve() {
		by[p.State()] = append(by[p.State()], p.Name())
	}
	return by
}

// Detail returns the point whose figures are those of r. The result of a sweep or a
// search has all Points, and the figures of one of its runs. It returns false if r is
// neither, or no point has its figures.
func (r Run) Detail() (Point, bool) {
	for _, p := range slices.Backward(r.Points) {
		q := PointOf(p.Param, p.Value, r)
		q.AttemptsPer, q.PerSuccess = p.AttemptsPer, p.PerSuccess // older results have only one of them
		if p == q {
			return p, true
		}
	}
	return Point{}, false
}

// PointOf returns r as a step of a sweep or a search.
func PointOf(param string, value float64, r Run) Point {
	c := r.Contention
	per, _ := c.PerCommit()
	p := Point{
		Param: param, Value: value, Rate: c.Rate, Goodput: c.Goodput, ConflictRate: c.ConflictRate,
		AttemptsPer: per, PerSuccess: c.AttemptsPer.Mean, Jain: c.Jain, P50: r.Response.P50, P99: r.Response.P99,
		Verdict: r.Verdict.State, Bottleneck: r.Pace.Bottleneck,
	}
	if !p.Measured() && p.Verdict == Valid {
		p.Verdict = Undecided // an empty history is valid, and proves nothing
	}
	return p
}

// Quantile returns the duration that a share q of all does not exceed, for the q
// that a Distribution keeps. It returns false if it is based on too few durations:
// the p99 of ten durations is only another name for the longest.
func (d Distribution) Quantile(q float64) (time.Duration, bool) {
	if !Enough(d.Count, q) {
		return 0, false
	}
	switch q {
	case .50:
		return d.P50, true
	case .75:
		return d.P75, true
	case .90:
		return d.P90, true
	case .95:
		return d.P95, true
	case .99:
		return d.P99, true
	case .999:
		return d.P999, true
	case .9999:
		return d.P9999, true
	}
	return 0, false
}

// Enough reports whether n values are enough for their quantile q, which means
// that at least one of them is expected beyond it.
func Enough(n int64, q float64) bool { return float64(n)*(1-q) > 1-1e-9 }
