// Package certificate draws the certificate of a violation as bars over time, for
// a terminal and as SVG: the few operations whose answers cannot all be true. It
// decides nothing and knows only the result model.
package certificate

import (
	"math"
	"slices"
	"time"

	"ifmatch/reports/load"
)

// scale maps moments to a line from 0 to 1. It keeps their order and shows every
// distance, but not in proportion. The operations of a certificate may be
// microseconds long and minutes apart, and only their order matters.
type scale struct {
	moments []time.Duration // starts and ends, ascending
	at      []float64
}

// tail is the part of the line after the last moment. The bars of operations
// without an answer extend into it.
const tail = 0.06

func newScale(steps []load.Step) scale {
	var s scale
	open := false
	for _, step := range steps {
		s.moments = append(s.moments, step.Invoke)
		if step.Return != nil {
			s.moments = append(s.moments, *step.Return)
		} else {
			open = true
		}
	}
	slices.Sort(s.moments)
	s.moments = slices.Compact(s.moments)
	s.at = make([]float64, len(s.moments))
	shortest := time.Duration(math.MaxInt64)
	for i := 1; i < len(s.moments); i++ {
		shortest = min(shortest, s.moments[i]-s.moments[i-1])
	}
	sum := 0.0
	for i := 1; i < len(s.moments); i++ {
		// A distance ten times as long is one step wider, up to a limit, so that
		// the short ones stay visible.
		sum += 1 + min(math.Log10(float64(s.moments[i]-s.moments[i-1])/float64(shortest)), 3)
		s.at[i] = sum
	}
	end := 1.0
	if open {
		end -= tail
	}
	for i := range s.at {
		if sum > 0 {
			s.at[i] *= end / sum
		}
	}
	return s
}

// position returns the position of a moment of the certificate.
func (s scale) position(moment time.Duration) float64 {
	i, _ := slices.BinarySearch(s.moments, moment)
	return s.at[i]
}

// span returns where the bar of an operation begins and ends; open reports that it
// has no end.
func (s scale) span(step load.Step) (from, to float64, open bool) {
	if step.Return == nil {
		return s.position(step.Invoke), 1, true
	}
	return s.position(step.Invoke), s.position(*step.Return), false
}
