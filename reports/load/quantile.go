package load

import "time"

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
