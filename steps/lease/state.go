// Package lease holds what the leases of all resources have in common: their states, what
// requests and responses carry about them, the timers that they run on, and the sentences
// about them. A room whose resources have leases adds these to its tables and describes by
// scenario.Lease how to use its leases.
package lease

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"ifmatch/steps/scenario"
)

// State is a lease state as the matrices write it: "Available",
// "Leased(A)", "Breaking(A)", "Broken(A)", "Expired(A)".
type State struct {
	Name string // Available, Leased, Breaking, Broken, Expired
	// ID is the letter of the lease id; X is one that the service made up.
	// Empty for Available.
	ID string
	// Duration is Infinite, "15 seconds" ... if the cell states one: the duration of the lease, or
	// of the break period while the lease is breaking.
	Duration string
	// Since is what happened to the resource since the lease ended: "modified" or "leased"; empty
	// for nothing.
	Since string

	text string // as it was written
}

// Infinite is the duration of a lease that never expires.
const Infinite = "infinite"

var statePattern = regexp.MustCompile(`^(?:Available|(Leased|Breaking|Broken|Expired)\(([A-CX])\)(?: for (\d+ seconds)| with (infinite) duration)?(?: and was (modified|leased) since)?)$`)

// ParseState reads a lease state cell.
func ParseState(s string) (State, error) {
	text := strings.TrimSpace(s)
	m := statePattern.FindStringSubmatch(text)
	if m == nil {
		return State{}, fmt.Errorf(`read lease state %q: want Available, or Leased, Breaking, Broken or Expired with a lease id as in "Leased(A)"`, s)
	}
	l := State{Name: cmp.Or(m[1], text), ID: m[2], Duration: m[3] + m[4], Since: m[5], text: text}
	switch {
	case l.Duration != "" && (l.Name == "Broken" || l.Name == "Expired"), l.Duration == Infinite && l.Name == "Breaking":
		return State{}, fmt.Errorf("read lease state %q: a lease cannot be %s with that duration", s, l.Name)
	case l.Since != "" && l.Locked():
		return State{}, fmt.Errorf("read lease state %q: no other client can have %s it while it is locked", s, l.Since)
	}
	return l, nil
}

// Locked reports whether x-ms-lease-status is "locked" in this state.
func (l State) Locked() bool { return l.Name == "Leased" || l.Name == "Breaking" }

// String is the state as the matrices write it.
func (l State) String() string { return l.text }

// Time is what a cell states about the seconds that a break still takes.
type Time struct {
	// Word is a number of seconds, "remaining", or "min(n, remaining)" with n the requested break period.
	Word string
	// Weak marks a time in parentheses: recorded, judged only at level observed.
	Weak bool
}

var timePattern = regexp.MustCompile(`^(\()?(\d{1,4}|remaining|min\(n, remaining\))(\))?$`)

// ParseTime reads a lease time as the matrices write it.
func ParseTime(s string) (Time, error) {
	m := timePattern.FindStringSubmatch(s)
	if m == nil || (m[1] == "") != (m[3] == "") {
		return Time{}, fmt.Errorf(`read lease time %q: want seconds, "remaining" or "min(n, remaining)"`, s)
	}
	return Time{Word: m[2], Weak: m[1] != ""}, nil
}

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
	return strings.ToLower(l.Name) + map[bool]string{true: ", locked", false: ", unlocked"}[l.Locked()]
}

// Available is a lease that no client holds.
var Available = Shown{State: "available", Status: "unlocked"}

// FromHeader reads what the answer to a read shows.
func FromHeader(resp scenario.Response) Shown {
	return Shown{State: resp.Header.Get("x-ms-lease-state"), Status: resp.Header.Get("x-ms-lease-status"), Duration: resp.Header.Get("x-ms-lease-duration")}
}

// Over reports whether a write ends the memory of the lease, because it is no longer active.
func (s Shown) Over() bool { return s.State == "expired" || s.State == "broken" }

// Held makes what reads show of a lease part of a state.
type Held struct{ Lease Shown }

func (h *Held) held() *Held { return h }

// Of is the lease that a state shows.
func Of(st scenario.State) Shown { return of(st).Lease }

func of(st scenario.State) *Held { return st.(interface{ held() *Held }).held() }

// Read sends a read of a snapshot without a lease id, as any reader may in any lease state
// (BLOB-LEASE-11, CONT-UM-O-0-Le). If it is refused as an unmet precondition, the refusal is a
// flaw of the read, and the ids of the scenario are tried instead: so a service that demands the
// holder's id can still be judged in every other respect.
func Read(ctx context.Context, s *scenario.Snapshot, name string, send func(Fields) (scenario.Response, error)) (scenario.Response, error) {
	first, err := send(Fields{})
	if err != nil || first.Status != http.StatusPreconditionFailed {
		return first, err
	}
	for _, id := range scenario.IDs(ctx) {
		if resp, err := send(Fields{LeaseID: &id}); err == nil && resp.OK() {
			s.Lacks(name, string(scenario.FieldStatus), "success", first.String())
			return resp, nil
		}
	}
	return first, nil
}
