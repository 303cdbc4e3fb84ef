// Package lease is the lease state machine of blobs and containers, as data.
//
// A Table gives for each row and state the service's answer and the next state. A row is an action, and how the ids in
// the request relate to the held id. A Uses table does the same for ordinary operations, with or without a lease id.
// Both are the matrices of Microsoft's Lease Blob and Lease Container pages. A small engine looks the cell up and
// executes it. The caller passes the time in: a Lease stores when it ends, and At computes its state at a moment.
package lease

import (
	"time"

	"ifmatch/reference/guid"
)

// ID is a lease id.
type ID = guid.GUID

// State is the state of a lease.
type State uint8

// The states, in the order of the matrices' columns.
const (
	Available State = iota
	Leased
	Breaking
	Broken
	Expired
	states
)

// String returns the state as x-ms-lease-state names it.
func (s State) String() string {
	return [states]string{"available", "leased", "breaking", "broken", "expired"}[s]
}

// Locked reports whether the state blocks other clients: x-ms-lease-status is "locked", not "unlocked".
func (s State) Locked() bool { return s == Leased || s == Breaking }

// Status returns the state as x-ms-lease-status names it.
func (s State) Status() string {
	if s.Locked() {
		return "locked"
	}
	return "unlocked"
}

// Infinite is the duration of a lease that never expires.
const Infinite time.Duration = -1

// Lease is the lease of one resource. The zero Lease is Available. It is a value: operations return a new one.
type Lease struct {
	State    State
	ID       ID            // of the current or former holder; meaningless while Available
	Duration time.Duration // as acquired, or Infinite
	Released ID            // of the lease that was released last, while Available
	Until    time.Time     // end of a finite lease while Leased, end of the break period while Breaking
}

// At returns the lease at a moment: finite leases expire, and breaking ones break, without any request.
// // BLOB-LEASE-05 BLOB-LM-TIME-Le BLOB-LM-TIME-Bi
func (l Lease) At(now time.Time) Lease {
	switch {
	case l.State == Leased && l.Duration != Infinite && !now.Before(l.Until):
		l.State = Expired
	case l.State == Breaking && !now.Before(l.Until):
		l.State = Broken
	}
	return l
}

// DurationKind returns the value of x-ms-lease-duration: "fixed" or "infinite" while leased, otherwise "".
// // BLOB-LEASE-40 BLOB-LEASE-41 BLOB-LEASE-42
func (l Lease) DurationKind() string {
	switch {
	case l.State != Leased:
		return ""
	case l.Duration == Infinite:
		return "infinite"
	}
	return "fixed"
}

// remaining returns how long the lease or its break period still lasts. It is zero for an infinite lease, which breaks
// at once.
func (l Lease) remaining(now time.Time) time.Duration {
	if l.State != Breaking && (l.State != Leased || l.Duration == Infinite) {
		return 0
	}
	return l.Until.Sub(now)
}
