package clock

import "time"

// MaxRate is how many times faster than the machine's time may run: months of it last longer than any process does.
const MaxRate = 1000

// Fast runs faster than another clock, so that a lease of a minute expires within a second of load. Clients do not know:
// their requests bear the date of the clock they share with the machine, and OfSenders tells it.
type Fast struct {
	machine Clock
	start   time.Time
	rate    float64
}

// NewFast returns a clock that starts at the machine's time and runs rate times faster; rate is at least 1, at most MaxRate.
func NewFast(machine Clock, rate float64) *Fast {
	return &Fast{machine, machine.Now(), rate}
}

// Rate is how many times faster it runs.
func (f *Fast) Rate() float64 { return f.rate }

// Now is the time that has passed on the machine, multiplied.
func (f *Fast) Now() time.Time {
	passed := f.machine.Now().Sub(f.start)
	return f.start.Add(time.Duration(float64(passed) * f.rate))
}

// OfSenders is the time by which clients date and limit their requests: the clock's own, but for a fast clock, which
// they do not share.
func OfSenders(c Clock) time.Time {
	if f, ok := c.(*Fast); ok {
		return f.machine.Now()
	}
	return c.Now()
}
