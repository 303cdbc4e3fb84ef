package lease

import (
	"time"

	"ifmatch/reference/errcode"
)

// Action is the action of a lease operation.
type Action uint8

// The five actions.
const (
	Acquire Action = iota
	Renew
	Change
	Release
	BreakIt
)

// Request is one lease operation.
type Request struct {
	Action   Action
	ID       ID            // x-ms-lease-id of renew, change, release
	Proposed ID            // x-ms-proposed-lease-id of acquire and change
	Proposes bool          // whether acquire proposes an id
	Duration time.Duration // x-ms-lease-duration of acquire, or Infinite
	Period   time.Duration // x-ms-lease-break-period, or NoPeriod
	Fresh    ID            // id for an acquire that proposes none
}

// NoPeriod means that a break named no period. A finite lease then ends at its own expiry, an infinite one at once.
const NoPeriod time.Duration = -1

// Result is the result of a permitted lease operation.
type Result struct {
	Lease Lease
	// Left is the time until a new lease is possible, for x-ms-lease-time of a break. // BLOB-LEASE-34
	Left time.Duration
}

// Apply executes the request on the lease, according to the table. A refusal is returned as its code and leaves the
// lease unchanged.
func (t *Table) Apply(l Lease, r Request, now time.Time) (Result, errcode.Code) {
	l = l.At(now)
	cell := &t[r.row(l)][l.State]
	if cell.Code != "" {
		return Result{Lease: l}, cell.Code
	}
	return cell.do(l, r, now), ""
}

// row classifies the request by how its ids relate to the held one.
func (r Request) row(l Lease) Row {
	holder := l.State != Available && r.ID == l.ID
	proposed := l.State != Available && r.Proposed == l.ID
	switch r.Action {
	case Acquire:
		switch {
		case !r.Proposes:
			return AcquireNone
		case proposed:
			return AcquireSame
		}
		return AcquireOther
	case Renew:
		return choose(holder, RenewSame, RenewOther)
	case Release:
		return choose(holder, ReleaseSame, ReleaseOther)
	case Change:
		if holder {
			return choose(proposed, ChangeIdentity, ChangeToOther)
		}
		return choose(proposed, ChangeToSame, ChangeForeign) // BLOB-LEASE-53
	}
	switch r.Period {
	case NoPeriod:
		return BreakNatural
	case 0:
		return BreakZero
	}
	return BreakPeriod
}

func choose(yes bool, a, b Row) Row {
	if yes {
		return a
	}
	return b
}

func (c *Cell) do(l Lease, r Request, now time.Time) Result {
	switch c.Effect {
	case Grant: // BLOB-LEASE-50
		id := r.Proposed
		if !r.Proposes {
			id = r.Fresh
		}
		l = Lease{State: c.Next, ID: id, Duration: r.Duration}
		l.Until = l.end(now)
	case Restart: // BLOB-LEASE-51
		l.State, l.Until = c.Next, l.end(now)
	case Rename: // BLOB-LEASE-52
		l.State, l.ID = c.Next, r.Proposed
	case Break:
		return c.breakIt(l, r, now)
	case Free:
		l = Lease{State: c.Next, Released: l.ID}
	case Keep:
		l.State = c.Next
	}
	return Result{Lease: l}
}

// end returns when a lease that starts now will expire; zero for an infinite lease.
func (l Lease) end(now time.Time) time.Time {
	if l.Duration == Infinite {
		return time.Time{}
	}
	return now.Add(l.Duration)
}

// breakIt breaks a lease. The period can only shorten the rest of a finite lease or of an earlier break.
func (c *Cell) breakIt(l Lease, r Request, now time.Time) Result {
	if c.Next == Broken {
		l.State, l.Until = Broken, now
		return Result{Lease: l}
	}
	left := l.remaining(now)
	if endless := l.State == Leased && l.Duration == Infinite; r.Period != NoPeriod && (endless || r.Period < left) {
		left = r.Period // BLOB-LEASE-60 BLOB-LEASE-61 BLOB-LEASE-62
	}
	l.State, l.Until = c.Next, now.Add(left)
	return Result{Lease: l.At(now), Left: left} // without any time left, the lease is Broken at once
}
