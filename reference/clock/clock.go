// Package clock supplies the time that a server lives by. A server has exactly one clock, for stamps, leases,
// authentication dates and SAS expiry, so that moving it moves all of them together.
package clock

import (
	"sync/atomic"
	"time"
)

// Clock tells the time. Implementations may be used by many goroutines at once.
type Clock interface {
	Now() time.Time
}

// Real is the machine's clock, in UTC.
type Real struct{}

// Now is the machine's time.
func (Real) Now() time.Time { return time.Now().UTC() }

// Virtual stands still until it is advanced, so that a test can live through a minute of lease time at once.
type Virtual struct {
	nanos atomic.Int64 // since the Unix epoch
}

// NewVirtual returns a clock that stands at t, cut to whole seconds: dates on the wire have whole seconds, and a
// clock that starts on one makes what a test sees there the very time it set.
func NewVirtual(t time.Time) *Virtual {
	v := &Virtual{}
	v.nanos.Store(t.Truncate(time.Second).UnixNano())
	return v
}

// Now is the time the clock stands at, in UTC.
func (v *Virtual) Now() time.Time { return time.Unix(0, v.nanos.Load()).UTC() }

// Advance moves the clock by d and returns the time it then stands at. A negative d is ignored: time that the
// server has already stamped on something never comes again.
func (v *Virtual) Advance(d time.Duration) time.Time {
	if d < 0 {
		return v.Now()
	}
	return time.Unix(0, v.nanos.Add(int64(d))).UTC()
}
