package pace

import (
	"fmt"
	"math"
	"time"

	"ifmatch/reports/figure"
)

// sine swings around a mean.
type sine struct {
	mean, amplitude float64
	period          time.Duration
}

// Sine oscillates around a mean rate with a period, starting at the mean and
// rising. The amplitude must be smaller than the mean.
func Sine(mean, amplitude float64, period time.Duration) Shape {
	return sine{mean: mean, amplitude: amplitude, period: period}
}

// omega is the angular frequency, per second.
func (s sine) omega() float64 { return 2 * math.Pi / s.period.Seconds() }

func (s sine) Rate(t time.Duration) float64 {
	return s.mean + s.amplitude*math.Sin(s.omega()*t.Seconds())
}

func (s sine) Due(t time.Duration) float64 {
	if t <= 0 {
		return 0
	}
	return s.due(t.Seconds())
}

func (s sine) due(x float64) float64 {
	return s.mean*x + s.amplitude/s.omega()*(1-math.Cos(s.omega()*x))
}

// At finds the inverse by bisection: Due grows strictly, and its distance from
// the mean never exceeds the area of one swing.
func (s sine) At(n int64) time.Duration {
	swing := 2 * s.amplitude / s.omega()
	low, high := max(0, (float64(n)-swing)/s.mean), (float64(n)+swing)/s.mean
	for range 64 {
		mid := (low + high) / 2
		if mid == low || mid == high {
			break
		}
		if s.due(mid) < float64(n) {
			low = mid
		} else {
			high = mid
		}
	}
	return seconds(high)
}

func (s sine) String() string {
	return fmt.Sprintf("%s/s swinging by %s/s every %s", number(s.mean), number(s.amplitude), figure.Duration(s.period))
}
