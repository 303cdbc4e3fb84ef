// Package finding is what the checks of a history report: a verdict, and for
// every violation the two to four operations that cannot all be true.
package finding

import (
	"cmp"
	"fmt"
	"slices"

	"ifmatch/loadgen/history"
)

// State is the verdict on a history or a part of it.
type State string

// The states, from the one that wins when parts are joined.
const (
	Invalid    State = "invalid"    // no order of the operations explains what was seen
	Incomplete State = "incomplete" // a part of the history is missing: nothing can be said
	Undecided  State = "undecided"  // the search gave up within its bounds
	Valid      State = "valid"      // an order exists
)

// Rank is the place of a state in the order in which they win.
func (s State) Rank() int { return slices.Index([]State{Invalid, Incomplete, Undecided, Valid}, s) }

// Join is the verdict on a whole whose parts have these verdicts.
func Join(states ...State) State {
	return slices.MinFunc(append(states, Valid), func(a, b State) int { return cmp.Compare(a.Rank(), b.Rank()) })
}

// Violation is a rule that some operations break together.
type Violation struct {
	Rule     string     // short name: "lost update", "stale read", "two holders"
	Sentence string     // what happened, for a person: "clients 3 and 7 both replaced version 0x8DC…"
	Clauses  []string   // ids in features/clauses.tsv that promise otherwise
	Evidence []Evidence // a few, in order of invocation
	// Whole says that the evidence does not prove by itself, be there others or not,
	// that the rule was broken (package oracle): the whole history does.
	Whole bool
}

// Beside adds operations of which not all can be true beside what is shown.
func (v Violation) Beside(of []*history.Event) Violation {
	for _, e := range of {
		if !slices.ContainsFunc(v.Evidence, func(x Evidence) bool { return x.Event == *e }) {
			v.Evidence = append(v.Evidence, Did(e, "cannot be true with all the others"))
		}
	}
	return v
}

// Closed says of a violation that the whole history is the proof.
func (v Violation) Closed() Violation {
	v.Whole = true
	v.Sentence += WholeProof
	return v
}

// Allowed ends the sentence of a violation of the article that the REST reference allows.
func Allowed(what, clause string) string {
	return "; this contradicts the article, while the REST reference allows it: " + what + " (" + clause + ")"
}

// WholeProof ends the sentence of such a violation.
const WholeProof = "; the proof is the whole history, in which nobody else wrote"

// Evidence is one operation of a certificate.
type Evidence struct {
	Event history.Event
	Role  string // what it proves: "replaced the version", "was told the same version later"
}

// Did is an operation as evidence; no operation is none.
func Did(e *history.Event, role string) Evidence {
	if e == nil {
		return Evidence{}
	}
	return Evidence{*e, role}
}

// Broken is the violation of a rule. Evidence that is none, or given before, is left out.
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
	Unlisted   int         // violations beyond the Violations, which are the first
	More       bool        // there may be still more: nobody looked for them
	Why        string      // of Incomplete and Undecided
	Operations int         // events that were judged
	// Observed counts what the check could see at work, such as "expiries" or
	// "redeliveries": a rule that was never exercised proves nothing.
	Observed map[string]int
	// Assumptions that the verdict rests on, in sentences.
	Assumptions []string
}

// Described is how many violations of a resource are described.
const Described = 16

// Report adds a violation, with its evidence in order. More than Described are only
// counted.
func (r *Result) Report(v Violation) {
	if r.State = Invalid; len(r.Violations) >= Described {
		r.Unlisted++
		return
	}
	r.Violations = append(r.Violations, v.InOrder())
}

// InOrder sorts the evidence by when it was sent.
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

// Speed says in an assumption how fast the service's clock runs.
func Speed(rate float64) string {
	if rate == 1 {
		return "as fast as ours"
	}
	return fmt.Sprintf("%g times as fast as ours", rate)
}
