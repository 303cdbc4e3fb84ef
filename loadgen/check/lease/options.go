package lease

import "ifmatch/loadgen/check/bounds"

// Options of a check. The zero value is right for a blob of a service in real
// time.
type Options struct {
	bounds.Options
	Container bool // the lease is a container's: it guards nothing but Delete Container
}

// What Result.Observed counts.
const (
	SeenAcquires      = "lease acquires"
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
