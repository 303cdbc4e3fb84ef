package load

import "time"

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

// PointOf is the step of a sweep or a search that r was.
func PointOf(param string, value float64, r Run) Point {
	c := r.Contention
	per, _ := c.PerCommit()
	return Point{
		Param: param, Value: value, Rate: c.Rate, Goodput: c.Goodput, ConflictRate: c.ConflictRate,
		AttemptsPer: per, PerSuccess: c.AttemptsPer.Mean, Jain: c.Jain, P50: r.Response.P50, P99: r.Response.P99,
		Verdict: r.Verdict.State, Bottleneck: r.Pace.Bottleneck,
	}
}
