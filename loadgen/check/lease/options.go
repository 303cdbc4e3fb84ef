package lease

import (
	"time"

	"ifmatch/loadgen/history"
)

// The tolerance about the end of a lease unless Options say otherwise, on the
// service's clock: durations are whole seconds, which a service may round, and
// Microsoft's own tests allow two seconds.
const (
	DefaultEarly = time.Second
	DefaultLate  = 2 * time.Second
)

// Options of a check. The zero value is right for a blob of a service in real
// time.
type Options struct {
	Early     time.Duration // how much sooner a lease may end, on the service's clock; 0: DefaultEarly, negative: not at all
	Late      time.Duration // how much longer it may last; 0: DefaultLate, negative: not at all
	Rate      float64       // how many times faster than ours the service's clock runs; 0: as fast
	Container bool          // the lease is a container's: it guards nothing but Delete Container
	File      bool          // the lease is a file's, which never ends by time
	Limit     int           // violations that are described; 0: 16
}

// What Result.Observed counts.
const (
	SeenAcquires      = "lease acquires"
	SeenFinite        = "acquires of leases that end by time"
	SeenRenewals      = "lease renewals"
	SeenChanges       = "lease id changes"
	SeenReleases      = "lease releases"
	SeenBreaks        = "lease breaks"
	SeenExpiries      = "lease expiries"
	SeenHandoffs      = "lease handoffs"
	SeenRefusals      = "refused acquires"
	SeenLockedWrites  = "writes under a lease"
	SeenRefusedWrites = "writes refused by a lease"
)

// reads tells whether an operation changes nothing.
func reads(e *history.Event) bool { return e.Op == history.Read || e.Op == history.GetRange }
