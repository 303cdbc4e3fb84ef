package load

import (
	"cmp"
	"slices"
	"strconv"
	"time"
)

// Point is one step of a sweep or a search.
type Point struct {
	Param        string        `json:"param"` // "clients", "rate"
	Value        float64       `json:"value"`
	Rate         float64       `json:"rate"` // exchanges a second; 0: nothing was measured
	Goodput      float64       `json:"goodput"`
	ConflictRate float64       `json:"conflictRate"`
	AttemptsPer  float64       `json:"attemptsPerCommit,omitempty"`  // all attempts over all commits; 0: nothing was committed
	PerSuccess   float64       `json:"attemptsPerSuccess,omitempty"` // mean of the updates that got through
	Jain         float64       `json:"jain"`
	P50          time.Duration `json:"p50Ns"` // of response time
	P99          time.Duration `json:"p99Ns"`
	Verdict      string        `json:"verdict"`
	Bottleneck   string        `json:"bottleneck,omitempty"`
}

// Name is the point as a command line has it: "clients=64".
func (p Point) Name() string { return p.Param + "=" + strconv.FormatFloat(p.Value, 'g', 6, 64) }

// Measured tells whether the point has figures: one that was interrupted before its
// measured part, or in which nothing was answered or sent, proves nothing either.
func (p Point) Measured() bool { return p.Rate > 0 }

// Curve is the points in the order of the parameter's values. A search tries them
// in another.
func (r Run) Curve() []Point {
	return slices.SortedStableFunc(slices.Values(r.Points), func(a, b Point) int { return cmp.Compare(a.Value, b.Value) })
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
