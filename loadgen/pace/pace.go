// Package pace decides when the exchanges of a load run should be sent. A Shape
// is a rate over time with a closed form, so the intended start of every exchange
// is known, whenever it was really sent. A Pacer drives vegeta by a Shape and
// sleeps in the kernel, because the delay of the runtime's timers exceeds the
// service time of a fast service.
package pace

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"ifmatch/reports/figure"
)

// MaxRate is the highest rate of a schedule, in exchanges a second. At higher
// rates several intended starts would fall into one nanosecond.
const MaxRate = 1e6

// Shape is a rate over time.
type Shape interface {
	// Rate returns the rate at t, in exchanges a second.
	Rate(t time.Duration) float64
	// Due returns how many exchanges are due before t.
	Due(t time.Duration) float64
	// At returns when exchange number n is due, counted from 0: the inverse of
	// Due.
	At(n int64) time.Duration
	// String describes the shape in words.
	String() string
}

// segment is a span of time in which the rate changes linearly.
type segment struct {
	from, to float64 // exchanges a second
	length   float64 // seconds; the last segment of a shape has no end
	start    float64 // seconds
	before   float64 // exchanges due before it
}

// due returns how many exchanges are due in the first x seconds of the segment.
func (s segment) due(x float64) float64 {
	if math.IsInf(s.length, 1) || s.from == s.to {
		return s.from * x
	}
	return s.from*x + (s.to-s.from)*x*x/(2*s.length)
}

// at returns when the n-th exchange of the segment is due, in seconds.
func (s segment) at(n float64) float64 {
	if math.IsInf(s.length, 1) || s.from == s.to {
		return n / s.from
	}
	// The stable form of the quadratic's root: no cancellation for small slopes.
	slope := (s.to - s.from) / s.length
	return 2 * n / (s.from + math.Sqrt(math.Max(0, s.from*s.from+2*slope*n)))
}

// pieces is a shape of segments; the rate of the last one continues forever.
type pieces struct {
	segments []segment
	text     string
}

// piecewise joins segments; the last rate continues.
func piecewise(text string, segments ...segment) Shape {
	last := segments[len(segments)-1].to
	segments = append(segments, segment{from: last, to: last, length: math.Inf(1)})
	start, before := 0.0, 0.0
	for i := range segments {
		s := &segments[i]
		s.start, s.before = start, before
		start += s.length
		before += s.due(s.length)
	}
	return pieces{segments: segments, text: text}
}

func (p pieces) within(t float64) segment {
	for i := len(p.segments) - 1; i > 0; i-- {
		if p.segments[i].start <= t {
			return p.segments[i]
		}
	}
	return p.segments[0]
}

func (p pieces) Rate(t time.Duration) float64 {
	s := p.within(t.Seconds())
	if math.IsInf(s.length, 1) {
		return s.from
	}
	return s.from + (s.to-s.from)*(t.Seconds()-s.start)/s.length
}

func (p pieces) Due(t time.Duration) float64 {
	if t <= 0 {
		return 0
	}
	s := p.within(t.Seconds())
	return s.before + s.due(t.Seconds()-s.start)
}

func (p pieces) At(n int64) time.Duration {
	s := p.segments[0]
	for i := len(p.segments) - 1; i > 0; i-- {
		if p.segments[i].before <= float64(n) {
			s = p.segments[i]
			break
		}
	}
	return seconds(s.start + s.at(float64(n)-s.before))
}

func (p pieces) String() string { return p.text }

// Constant returns a shape with a constant rate.
func Constant(rate float64) Shape {
	return piecewise(number(rate)+"/s", segment{from: rate, to: rate, length: 1})
}

// Ramp changes linearly from one rate to another within d, and stays there.
func Ramp(from, to float64, d time.Duration) Shape {
	return piecewise(fmt.Sprintf("a ramp from %s/s to %s/s", number(from), number(to)), segment{from: from, to: to, length: d.Seconds()})
}

// Steps gives each rate an equal part of d, and stays at the last.
func Steps(rates []float64, d time.Duration) Shape {
	var out []segment
	var words []string
	for _, r := range rates {
		out = append(out, segment{from: r, to: r, length: d.Seconds() / float64(len(rates))})
		words = append(words, number(r)+"/s")
	}
	return piecewise("steps of "+strings.Join(words, ", "), out...)
}

// Spike is a base rate with a peak that begins at a time and lasts for a span.
func Spike(base, peak float64, at, lasting time.Duration) Shape {
	text := fmt.Sprintf("%s/s with a spike of %s/s after %s for %s", number(base), number(peak), figure.Duration(at), figure.Duration(lasting))
	return piecewise(text,
		segment{from: base, to: base, length: at.Seconds()},
		segment{from: peak, to: peak, length: lasting.Seconds()},
		segment{from: base, to: base, length: 1})
}

// Delayed returns a shape that begins after d. Until then its first rate holds: a
// warm-up at the pace with which the run begins.
func Delayed(s Shape, d time.Duration) Shape {
	if d <= 0 {
		return s
	}
	return delayed{Shape: s, by: d, warm: s.Rate(0)}
}

type delayed struct {
	Shape
	by   time.Duration
	warm float64
}

func (s delayed) Rate(t time.Duration) float64 {
	if t < s.by {
		return s.warm
	}
	return s.Shape.Rate(t - s.by)
}

func (s delayed) Due(t time.Duration) float64 {
	if t < s.by {
		return s.warm * max(0, t.Seconds())
	}
	return s.warmDue() + s.Shape.Due(t-s.by)
}

// warmDue is a whole number, so that the first exchange after the warm-up is due
// exactly at its end.
func (s delayed) warmDue() float64 { return math.Floor(s.warm * s.by.Seconds()) }

func (s delayed) At(n int64) time.Duration {
	if w := int64(s.warmDue()); n >= w {
		return s.by + s.Shape.At(n-w)
	}
	return seconds(float64(n) / s.warm)
}

func seconds(s float64) time.Duration {
	if s > math.MaxInt64/1e9 {
		return math.MaxInt64
	}
	return time.Duration(math.Round(s * 1e9))
}

// number writes a rate as it was given, its thousands set apart.
func number(x float64) string {
	whole, fraction := math.Modf(x)
	return figure.Count(int64(whole)) + strings.TrimPrefix(strconv.FormatFloat(fraction, 'f', -1, 64), "0")
}

// Share is the part of a shape that sender i of n sends, counted from 0: every n-th exchange, beginning with exchange
// i. Together the parts are the whole, paced just as evenly, and no two exchanges coincide.
func Share(s Shape, i, n int) Shape {
	if n < 2 {
		return s
	}
	return share{s, int64(i), int64(n)}
}

type share struct {
	whole Shape
	i, n  int64
}

func (s share) Rate(t time.Duration) float64 { return s.whole.Rate(t) / float64(s.n) }

// Due is the inverse of At. It is not a whole number only between two exchanges.
func (s share) Due(t time.Duration) float64 {
	return math.Max(0, (s.whole.Due(t)-float64(s.i))/float64(s.n))
}

func (s share) At(k int64) time.Duration { return s.whole.At(k*s.n + s.i) }

func (s share) String() string { return fmt.Sprintf("1/%d of %s", s.n, s.whole) }
