// Package clock supplies a server's time. A server has exactly one clock, for stamps, leases, authentication dates and
// SAS expiry, so that moving it moves all of them together.
package clock

import (
	"sync/atomic"
	"time"
)

// Clock tells the time. Its implementations are safe for concurrent use.
type Clock interface {
	Now() time.Time
}

// Real is the machine's clock, in UTC.
type Real struct{}

// Now returns the machine's time.
func (Real) Now() time.Time { return time.Now().UTC() }

// Virtual stands still until it is advanced, so that a test can live through a minute of lease time at once.
type Virtual struct {
	nanos atomic.Int64 // since the Unix epoch
}

// NewVirtual returns a clock that stands at t, cut to whole seconds. Dates on the wire have whole seconds, so a test
// sees there exactly the time that it set.
func NewVirtual(t time.Time) *Virtual {
	v := &Virtual{}
	v.nanos.Store(t.Truncate(time.Second).UnixNano())
	return v
}

// Now returns the time at which the clock stands, in UTC.
func (v *Virtual) Now() time.Time { return time.Unix(0, v.nanos.Load()).UTC() }

// Advance moves the clock by d and returns the new time. It ignores a negative d, because the server may have stamped
// something with a later time already.
func (v *Virtual) Advance(d time.Duration) time.Time {
	if d < 0 {
		return v.Now()
	}
	return time.Unix(0, v.nanos.Add(int64(d))).UTC()
}

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

// Bubble is the clock of a testing/synctest bubble. It moves when all goroutines of the bubble wait.
type Bubble struct{ Real }

// InBubble reports whether the calling goroutine is in a bubble. The clock of a bubble starts at midnight UTC
// 2000-01-01, and no machine that runs this program is set so far back.
func InBubble() bool { return time.Now().Year() < 2010 }

// Advance waits for d, and with that lets everything happen that is due in the bubble until then.
func (b Bubble) Advance(d time.Duration) time.Time {
	if d > 0 {
		time.Sleep(d)
	}
	return b.Now()
}
