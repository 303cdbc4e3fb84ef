package cell

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// LeaseState is a lease state as the matrices write it: "Available",
// "Leased(A)", "Breaking(A)", "Broken(A)", "Expired(A)".
type LeaseState struct {
	Name string // Available, Leased, Breaking, Broken, Expired
	// ID is the letter of the lease id; X is one that the service made up.
	// Empty for Available.
	ID string
	// Duration is "ever", "15 seconds" ... where the cell says so: of the lease, or
	// of the break period while it is breaking.
	Duration string
	// Since says what was done to the resource since the lease ended: "modified" or
	// "leased"; empty for nothing.
	Since string
}

var leaseState = regexp.MustCompile(`^(?:Available|(Leased|Breaking|Broken|Expired)\(([A-CX])\)(?: for (\d+ seconds|ever))?(?: and was (modified|leased) since)?)$`)

// ParseLeaseState reads a lease state cell.
func ParseLeaseState(s string) (LeaseState, error) {
	m := leaseState.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return LeaseState{}, fmt.Errorf(`read lease state %q: want Available, or Leased, Breaking, Broken or Expired with a lease id as in "Leased(A)"`, s)
	}
	if m[1] == "" {
		return LeaseState{Name: "Available"}, nil
	}
	l := LeaseState{Name: m[1], ID: m[2], Duration: m[3], Since: m[4]}
	switch {
	case l.Duration != "" && (l.Name == "Broken" || l.Name == "Expired"), l.Duration == "ever" && l.Name == "Breaking":
		return LeaseState{}, fmt.Errorf("read lease state %q: a lease is not %s for any time", s, l.Name)
	case l.Since != "" && l.Locked():
		return LeaseState{}, fmt.Errorf("read lease state %q: nobody else can have %s it while it is locked", s, l.Since)
	}
	return l, nil
}

// Header is the x-ms-lease-state value of the state.
func (l LeaseState) Header() string { return strings.ToLower(l.Name) }

// Locked tells whether x-ms-lease-status is "locked" in this state.
func (l LeaseState) Locked() bool { return l.Name == "Leased" || l.Name == "Breaking" }

// String writes the state as the matrices do.
func (l LeaseState) String() string {
	if l.ID == "" {
		return l.Name
	}
	s := l.Name + "(" + l.ID + ")"
	if l.Duration != "" {
		s += " for " + l.Duration
	}
	if l.Since != "" {
		s += " and was " + l.Since + " since"
	}
	return s
}

var duration = regexp.MustCompile(`^(\d{1,5}) (second|minute)s?$`)

// ParseDuration reads "15 seconds" or "1 minute".
func ParseDuration(s string) (time.Duration, error) {
	m := duration.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return 0, fmt.Errorf(`read duration %q: want a whole number of seconds or minutes, as in "15 seconds"`, s)
	}
	var n time.Duration
	for _, r := range m[1] {
		n = n*10 + time.Duration(r-'0')
	}
	if m[2] == "minute" {
		return n * time.Minute, nil
	}
	return n * time.Second, nil
}
