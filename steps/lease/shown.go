package lease

import (
	"fmt"

	"ifmatch/steps/scenario"
)

// Shown is what reads show of a lease; they never show its id.
type Shown struct {
	State    string // available, leased, expired, breaking, broken
	Status   string // locked, unlocked
	Duration string // fixed or infinite while leased, else empty
}

// String shows a lease as "leased, locked, infinite".
func (s Shown) String() string {
	if s == (Shown{}) {
		return "none shown"
	}
	text := scenario.ShowText(s.State) + ", " + scenario.ShowText(s.Status)
	if s.Duration != "" {
		text += ", " + s.Duration
	}
	return text
}

// short is the lease without its duration.
func (s Shown) short() string { return fmt.Sprintf("%s, %s", s.State, s.Status) }

// short is how reads show the state, without its duration.
func (l State) short() string {
	return fmt.Sprintf("%s, %s", l.Header(), map[bool]string{true: "locked", false: "unlocked"}[l.Locked()])
}

// Available is a lease that no client holds.
var Available = Shown{State: "available", Status: "unlocked"}

// FromHeader reads what the answer to a read shows.
func FromHeader(resp scenario.Response) Shown {
	return Shown{State: resp.Header.Get("x-ms-lease-state"), Status: resp.Header.Get("x-ms-lease-status"), Duration: resp.Header.Get("x-ms-lease-duration")}
}

// Over reports whether a write ends the memory of the lease, because it is no longer active.
func (s Shown) Over() bool { return s.State == "expired" || s.State == "broken" }

// Holder is a state that shows a lease.
type Holder interface {
	LeaseShown() Shown
	ShowLease(Shown)
}

// Of is the lease that a state shows.
func Of(st scenario.State) Shown { return st.(Holder).LeaseShown() }
