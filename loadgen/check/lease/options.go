package lease

import (
	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// Options of a check. The zero value suits a blob of a service in real time.
type Options struct {
	bounds.Timing      // of the end of a lease
	Container     bool // the lease is a container's, which guards nothing but Delete Container
	File          bool // the lease is a file's, which never ends by time
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

// reads reports whether an operation changes nothing.
func reads(e *history.Event) bool { return e.Op == history.Read || e.Op == history.GetRange }
