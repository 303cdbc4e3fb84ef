// Package finding defines the results of the checks of a history: a verdict, and for every
// violation the few operations that prove it.
package finding

import (
	"cmp"
	"fmt"
	"slices"

	"ifmatch/loadgen/history"
)

// State is the verdict on a history or a part of it.
type State string

// The states. If parts are joined, the first in this list wins.
const (
	Invalid    State = "invalid"    // no order of the operations explains what was seen
	Incomplete State = "incomplete" // a part of the history is missing, so it proves nothing
	Undecided  State = "undecided"  // a search gave up, or the history does not tell
	Valid      State = "valid"      // an order exists
)

// Rank is the place of a state in the list above.
func (s State) Rank() int { return slices.Index([]State{Invalid, Incomplete, Undecided, Valid}, s) }

// Join is the verdict on a whole whose parts have these verdicts.
func Join(states ...State) State {
	return slices.MinFunc(append(states, Valid), func(a, b State) int { return cmp.Compare(a.Rank(), b.Rank()) })
}

// Violation is a rule that some operations break together.
type Violation struct {
	Rule     string     // short name: "lost update", "stale read", "two holders"
	Sentence string     // what happened, for people: "clients 3 and 7 both replaced version 0x8DC…"
	Clauses  []string   // ids in features/clauses.tsv that promise otherwise
	Evidence []Evidence // a few operations, in order of invocation
	// Whole says that only the whole history proves that the rule was broken. Otherwise
	// the evidence proves it alone, regardless of other clients (package oracle).
	Whole bool
}

// Beside adds operations that cannot all be true together with the evidence.
func (v Violation) Beside(of []*history.Event) Violation {
	for _, e := range of {
		if !slices.ContainsFunc(v.Evidence, func(x Evidence) bool { return x.Event == *e }) {
			v.Evidence = append(v.Evidence, Did(e, "cannot be true with all the others"))
		}
	}
	return v
}

// Closed marks a violation as proved only by the whole history.
func (v Violation) Closed() Violation {
	v.Whole = true
	v.Sentence += WholeProof
	return v
}

// Allowed ends the sentence of a violation of the article that the REST reference allows.
func Allowed(what, clause string) string {
	return "; this contradicts the article, while the REST reference allows it: " + what + " (" + clause + ")"
}

// WholeProof ends the sentence of a violation that only the whole history proves.
const WholeProof = "; the proof is the whole history, in which nobody else wrote"

// Evidence is one operation of a certificate.
type Evidence struct {
	Event history.Event
	Role  string // what it proves: "replaced the version", "was told the same version later"
}

// Did makes evidence of an operation. Without an operation it is the zero value.
func Did(e *history.Event, role string) Evidence {
	if e == nil {
		return Evidence{}
	}
	return Evidence{*e, role}
}

// Broken makes the violation of a rule. It leaves out evidence that is zero or repeated.
func Broken(rule, sentence string, clauses []string, of ...Evidence) Violation {
	v := Violation{Rule: rule, Sentence: sentence, Clauses: clauses}
	for _, e := range of {
		if e.Role != "" && !slices.ContainsFunc(v.Evidence, func(x Evidence) bool { return x.Event == e.Event }) {
			v.Evidence = append(v.Evidence, e)
		}
	}
	return v
}

// Result is the verdict of one check on one key.
type Result struct {
	State      State
	Violations []Violation // at least one if Invalid
	Unlisted   int         // violations beyond those listed, which are the first
	More       bool        // there may be more violations, because the check stopped looking
	Why        string      // reason for Incomplete and Undecided
	Operations int         // events that were judged
	// Observed counts what the check saw at work, such as "expiries" or "redeliveries". A
	// rule that was never exercised proves nothing.
	Observed map[string]int
	// Assumptions that the verdict rests on, in sentences.
	Assumptions []string
}

// Described is how many violations of a resource Report describes.
const Described = 16

// Report adds a violation, with its evidence in order. Violations beyond Described are only
// counted.
func (r *Result) Report(v Violation) {
	if r.State = Invalid; len(r.Violations) >= Described {
		r.Unlisted++
		return
	}
	r.Violations = append(r.Violations, v.InOrder())
}

// InOrder returns the violation with its evidence sorted by when it was sent.
func (v Violation) InOrder() Violation {
	v.Evidence = slices.Clone(v.Evidence)
	slices.SortStableFunc(v.Evidence, func(a, b Evidence) int { return cmp.Compare(a.Event.Invoke, b.Event.Invoke) })
	return v
}

// Assume adds assumptions that the verdict rests on, each once.
func (r *Result) Assume(what ...string) {
	for _, a := range what {
		if !slices.Contains(r.Assumptions, a) {
			r.Assumptions = append(r.Assumptions, a)
		}
	}
}

// Speed says how fast the service's clock runs, for an assumption.
func Speed(rate float64) string {
	if rate == 1 {
		return "as fast as ours"
	}
	return fmt.Sprintf("%g times as fast as ours", rate)
}

// Placed is an operation of a valid history, and a moment of its interval at which it can have taken effect, or its answer was
// right. The operations on a resource, in order and each at its moment, are a witness: who follows them needs no search.
type Placed struct {
	Event *history.Event // nil: the time of a lease, or of a message's window, is over
	At    int64
}
