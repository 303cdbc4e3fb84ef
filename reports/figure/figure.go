// Package figure formats figures of runs and loads for people: three significant
// digits, thousands separators, and a space before the unit.
package figure

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Duration formats d in nanoseconds, microseconds, milliseconds or seconds: "240 µs",
// "3.12 ms", "3,600 s".
func Duration(d time.Duration) string {
	ns := float64(d)
	switch abs := math.Abs(ns); {
	case abs == 0:
		return "0"
	case abs < 999.5:
		return digits(ns) + " ns"
	case abs < 999.5e3:
		return digits(ns/1e3) + " µs"
	case abs < 999.5e6:
		return digits(ns/1e6) + " ms"
	}
	return Number(ns/1e9) + " s"
}

// Count formats n with thousands separators: "152,331".
func Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Number formats x with three significant digits, or as a whole number if it has
// more.
func Number(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "?"
	}
	if math.Abs(x) >= 999.5 && math.Abs(x) < math.MaxInt64 {
		return Count(int64(math.Round(x)))
	}
	return digits(x)
}

// Share formats a share of one as a percentage: "94.2 %". A small share is never
// formatted as 0 %, and a share just below one never as 100 %.
func Share(x float64) string {
	switch p := 100 * x; {
	case p > 0 && p < .05:
		return "<0.1 %"
	case p < 100 && p >= 99.95:
		return ">99.9 %"
	default:
		return trim(fmt.Sprintf("%.1f", p)) + " %"
	}
}

// Seconds formats a length of time in seconds.
func Seconds(s float64) string { return Duration(time.Duration(s * 1e9)) }

// Plural formats n with the noun: "1 key", "1,234 keys".
func Plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// AtLeast is Plural for a count that may be too small: "at least 3 violations".
func AtLeast(n int64, more bool, noun string) string {
	if more {
		return "at least " + Plural(n, noun)
	}
	return Plural(n, noun)
}

// digits formats x with three significant digits.
func digits(x float64) string {
	switch abs := math.Abs(x); {
	case abs >= 99.95:
		return fmt.Sprintf("%.0f", x)
	case abs >= 9.995:
		return trim(fmt.Sprintf("%.1f", x))
	case abs >= .9995:
		return trim(fmt.Sprintf("%.2f", x))
	}
	return trim(fmt.Sprintf("%.3f", x))
}

// trim drops insignificant zeros after the point.
func trim(text string) string {
	if !strings.Contains(text, ".") {
		return text
	}
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}
