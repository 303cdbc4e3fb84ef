package compare

import (
	"math"
	"slices"

	"ifmatch/reports/load"
)

// fewest is the minimum number of stretches of a run, if it has as many seconds.
const fewest = 6

// resemblance is the correlation of neighbours above which seconds are joined.
const resemblance = 0.3

// stretches returns the values over stretches of every run. Neighbouring seconds
// are correlated, and a test of correlated samples sees certainty where there is
// none. So stretches joins seconds in pairs, by their median or their mean, then
// pairs of pairs, and so on. It stops when the correlation of neighbours is at
// most 0.3, or only six stretches are left.
func stretches(runs []load.Run, ofSecond func(load.Second) float64, middle bool) []float64 {
	var out []float64
	for _, r := range runs {
		var seconds []float64
		for _, s := range r.Series {
			if s.At+1 <= r.Seconds+0.01 { // leave out a fraction of a second
				seconds = append(seconds, ofSecond(s))
			}
		}
		length := 1
		joined := seconds
		for len(seconds)/(2*length) >= fewest && correlation(joined) > resemblance {
			length *= 2
			joined = join(seconds, length, middle)
		}
		out = append(out, joined...)
	}
	return out
}

// join makes stretches of length seconds. It leaves out a rest that does not
// fill one.
func join(seconds []float64, length int, middle bool) []float64 {
	var out []float64
	for part := range slices.Chunk(seconds, length) {
		switch {
		case len(part) < length:
		case middle:
			out = append(out, median(part))
		default:
			out = append(out, mean(part))
		}
	}
	return out
}

// correlation returns the correlation of neighbours, 0 if all values are equal.
func correlation(x []float64) float64 {
	m := mean(x)
	var above, below float64
	for i, v := range x {
		below += (v - m) * (v - m)
		if i > 0 {
			above += (v - m) * (x[i-1] - m)
		}
	}
	if below == 0 {
		return 0
	}
	return above / below
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / math.Max(float64(len(x)), 1)
}

func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(x))
	if n := len(s); n%2 == 0 {
		return (s[n/2-1] + s[n/2]) / 2
	}
	return s[len(s)/2]
}
