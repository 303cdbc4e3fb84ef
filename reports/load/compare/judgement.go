package compare

import (
	"math"
	"slices"
)

// The bounds of a change, unless Options name others.
const (
	// DefaultAlpha is the long-run share of false alarms of one test on one
	// figure of two equal services, before DefaultMinimum removes some of them.
	DefaultAlpha = 0.01
	// DefaultMinimum is the smallest change that counts. Smaller changes rarely
	// justify a red build, however certain they are.
	DefaultMinimum = 0.05
	// DefaultMinimumOfOne replaces it where the seconds of single runs are
	// compared: they cannot show that two runs of one service differ by some per
	// cent.
	DefaultMinimumOfOne = 0.10
)

// wide is the relative change up to which an interval may reach if the figure is to
// count as the same. A wider one has room for changes that nobody would call the same.
const wide = 0.25

// repeated is the minimum number of runs of a side for testing run against run:
// with fewer, even the clearest difference has p > DefaultAlpha.
const repeated = 5

// Options say when a figure counts as changed.
type Options struct {
	Alpha   float64 // significance, 0 is DefaultAlpha
	Minimum float64 // smallest relative change, 0 is DefaultMinimum or DefaultMinimumOfOne
	Force   bool    // compare runs of different workloads anyway
}

// Judgement is the meaning of a change.
type Judgement string

// The judgements.
const (
	Same     Judgement = "same"        // no change beyond the noise
	Better   Judgement = "better"      // a change for the better
	Worse    Judgement = "worse"       // a change for the worse
	Changed  Judgement = "changed"     // a change that is neither
	Untested Judgement = "cannot tell" // too few samples, or too much noise, to tell a change from none
)

// Interval is an effect with its confidence interval.
type Interval struct{ Low, Value, High float64 }

var infinity = math.Inf(1)

// effect returns the ratio of the values of y to those of x: the median of the
// quotients of all pairs (the Hodges-Lehmann estimator on the logarithms). Its
// interval belongs to the Mann-Whitney test: the test would reject ratios outside
// it at alpha. For few samples it is the whole range.
func effect(x, y []float64, alpha float64) Interval {
	if len(x) == 0 || len(y) == 0 {
		return Interval{0, math.NaN(), infinity}
	}
	pairs := make([]float64, 0, len(x)*len(y))
	for _, a := range x {
		for _, b := range y {
			pairs = append(pairs, quotient(b, a))
		}
	}
	slices.Sort(pairs)
	n, m := float64(len(x)), float64(len(y))
	// How many pairs the test may find on the wrong side, by the normal
	// approximation of its statistic.
	z := math.Sqrt2 * math.Erfinv(1-alpha)
	k := int(math.Max(math.Floor(n*m/2-z*math.Sqrt(n*m*(n+m+1)/12)), 0))
	return Interval{Low: pairs[k], Value: median(pairs), High: pairs[len(pairs)-1-k]}
}

// quotient returns b in units of a; 0 over 0 is no change.
func quotient(b, a float64) float64 {
	switch {
	case a == b:
		return 1
	case a == 0:
		return infinity
	}
	return b / a
}
