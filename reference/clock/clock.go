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
