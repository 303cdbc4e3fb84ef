package load

import (
	"cmp"
	"slices"
)

// Curve is the points in the order of the parameter's values. A search tries them
// in another.
func (r Run) Curve() []Point {
	return slices.SortedStableFunc(slices.Values(r.Points), func(a, b Point) int { return cmp.Compare(a.Value, b.Value) })
}

// Unmeasured is the State of a point that ended before its measured part: whatever the
// check made of so little is no verdict on the service, unless it found a violation.
const Unmeasured = "unmeasured"

// State is the verdict on the point, or Unmeasured.
func (p Point) State() string {
	if !p.Measured() && p.Verdict != Invalid {
		return Unmeasured
	}
	return p.Verdict
}

// ByState are the names of the points, the least value first, by their State.
func (r Run) ByState() map[string][]string {
	by := map[string][]string{}
	for _, p := range r.Curve() {
		by[p.State()] = append(by[p.State()], p.Name())
	}
	return by
}

// Detail is the point that the figures of r are of, while Points has those of all:
// a run that stands for a sweep or a search is one of its runs. It is false if r is
// neither, or none of the points has its figures.
func (r Run) Detail() (Point, bool) {
	for _, p := range slices.Backward(r.Points) {
		q := PointOf(p.Param, p.Value, r)
		q.AttemptsPer, q.PerSuccess = p.AttemptsPer, p.PerSuccess // older results have one of them
		if p == q {
			return p, true
		}
	}
	return Point{}, false
}

// PointOf is the step of a sweep or a search that r was.
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
