package compare

import (
	"math"
	"slices"
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
