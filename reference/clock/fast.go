package clock

import "time"

// MaxRate is the largest allowed rate. At this rate a process can run for months before the clock overflows.
const MaxRate = 1000

// Fast runs faster than another clock, so that a lease of a minute expires within a second of load. Clients do not
// know: they date their requests by the machine's clock, which OfSenders returns.
type Fast struct {
	machine Clock
	start   time.Time
	rate    float64
}

// NewFast returns a clock that starts at the machine's time and runs rate times faster. The rate is 1 to MaxRate.
func NewFast(machine Clock, rate float64) *Fast {
	return &Fast{machine, machine.Now(), rate}
}

// Rate returns how many times faster the clock runs.
func (f *Fast) Rate() float64 { return f.rate }

// Now returns the start time plus the time passed on the machine, multiplied by the rate.
func (f *Fast) Now() time.Time {
	passed := f.machine.Now().Sub(f.start)
	return f.start.Add(time.Duration(float64(passed) * f.rate))
}

// OfSenders returns the time by which clients date and limit their requests. It is the clock's own time, except for a
// fast clock: clients use the machine's time then.
func OfSenders(c Clock) time.Time {
	if f, ok := c.(*Fast); ok {
		return f.machine.Now()
	}
	return c.Now()
}
