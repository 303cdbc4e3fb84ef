package verdict

import (
	"slices"

	"ifmatch/reports"
)

// Finding is a broken promise that the suite met where it was not looking for one: in the
// set-up of a case, or in a reading of a resource. The scenario goes on with the state that it
// found. Whether the promise is broken is for the smallest case to show that does just this.
type Finding struct {
	// Operation and Respect say what is wrong: "Put Page", "ETag". If a read is wrong in
	// itself, or contradicts another, Operation is the read.
	Operation, Respect string
	// After are the operations that changed the resource before the reading, the latest first.
	After             []string
	Reason, Want, Got string
	Differs           reports.Difference
	Kind, State       string // the resource with the finding, in the words of the scenario
	Seen              int    // how many exchanges show it
}

// Key says what a finding is about. Findings with equal keys are one.
type Key struct{ Operation, Respect, After string }

// Key is what the finding is about: the operation, the respect, and the last change before it.
func (f Finding) Key() Key {
	key := Key{Operation: f.Operation, Respect: f.Respect}
	if len(f.After) > 0 {
		key.After = f.After[0]
	}
	return key
}

// Suspects are the operations that may have broken the promise, the likeliest first.
func (f Finding) Suspects() []string {
	if f.Differs != reports.InEffect {
		return []string{f.Operation}
	}
	out := []string{f.Operation}
	for _, op := range f.After {
		if !slices.Contains(out, op) {
			out = append(out, op)
		}
	}
	return out
}

// Same reports whether two findings are one.
func (f Finding) Same(other Finding) bool { return f.Key() == other.Key() }
