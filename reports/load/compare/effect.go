package compare

import (
	"math"
	"slices"
)

// Interval is an effect with what it may really be.
type Interval struct{ Low, Value, High float64 }

var infinity = math.Inf(1)

// effect is by how much the values of y are those of x times: the median of the
// quotients of all pairs (the estimator of Hodges and Lehmann on the logarithms),
// with the interval that belongs to the Mann-Whitney test: outside of it lies a
// ratio that the test would reject at alpha. Of few samples it is the whole range.
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

// quotient is b in units of a; nothing has not become more of nothing.
func quotient(b, a float64) float64 {
	switch {
	case a == b:
		return 1
	case a == 0:
		return infinity
	}
	return b / a
}
