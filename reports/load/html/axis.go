package html

import (
	"math"
)

// axis maps values to a range of pixels.
type axis struct {
	low, high float64 // of the values
	from, to  float64 // pixels
	log       bool
}

// at returns the position of a value; a value outside the range is at its end.
func (a axis) at(v float64) float64 {
	v = min(max(v, a.low), a.high)
	if a.high == a.low {
		return a.from
	}
	if a.log {
		return a.from + (a.to-a.from)*math.Log(v/a.low)/math.Log(a.high/a.low)
	}
	return a.from + (a.to-a.from)*(v-a.low)/(a.high-a.low)
}

// logarithmic is the ratio of the largest to the least value at which an axis
// changes to powers of ten. Closer values are easier to compare on a linear
// axis.
const logarithmic = 20

// newAxis makes an axis for values. A logarithmic axis ignores zeros.
func newAxis(values []float64, from, to float64) axis {
	low, high := math.Inf(1), 0.0
	for _, v := range values {
		if v > 0 && !math.IsInf(v, 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	if high == 0 {
		return axis{low: 0, high: 1, from: from, to: to}
	}
	if high/low >= logarithmic {
		return axis{low: math.Pow(10, math.Floor(math.Log10(low))), high: roundUp(high), from: from, to: to, log: true}
	}
	return axis{low: 0, high: roundUp(high), from: from, to: to}
}

// roundUp returns the next number that begins with 1, 1.5, 2, 3, 4, 5, 6 or 8.
func roundUp(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 1.5, 2, 3, 4, 5, 6, 8} {
		if v <= m*unit*(1+1e-9) {
			return m * unit
		}
	}
	return 10 * unit
}

// ticks returns values for at most this number of grid lines.
func (a axis) ticks(most int) []float64 {
	var out []float64
	if a.log {
		decades := math.Log10(a.high / a.low)
		if decades <= 2 {
			for v := a.low; v <= a.high; v *= 10 {
				for _, m := range []float64{1, 2, 5} {
					if m*v <= a.high*(1+1e-9) {
						out = append(out, m*v)
					}
				}
			}
			return out
		}
		every := max(math.Ceil(decades/float64(most-1)), 1)
		for v := a.low; v <= a.high*(1+1e-9); v *= math.Pow(10, every) {
			out = append(out, v)
		}
		return out
	}
	span := a.high - a.low
	step := math.Pow(10, math.Floor(math.Log10(span)))
	for _, m := range []float64{.1, .2, .25, .5, 1, 2} {
		if span/(m*step) <= float64(most-1)+1e-9 {
			step *= m
			break
		}
	}
	for i := 0; a.low+float64(i)*step <= a.high*(1+1e-9); i++ {
		out = append(out, a.low+float64(i)*step)
	}
	return out
}
