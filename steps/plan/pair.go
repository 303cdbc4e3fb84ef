package plan

import "strings"

// Pair is two operations that are sent to one resource at once. An Examples block whose only column
// is "pairs" has one row for each family, which stands for all pairs of that family:
//
//	| pairs |
//	| guard |
//
// The outline's steps may use <clause>, <kind>, <label>, <state>, <operation>, <guard>, <beside>, <with>, <look>, <other> and <to>.
type Pair struct {
	Family    string `json:"family"`
	Clause    string `json:"clause"`
	Kind      string `json:"kind"`
	Label     string `json:"-"`     // of the resource
	State     string `json:"state"` // of the resource before
	Operation string `json:"operation"`
	Guard     string `json:"guard,omitempty"` // the words of the condition of the operation
	Beside    string `json:"beside"`          // the other operation
	With      string `json:"with,omitempty"`  // the words of its request, " with lease id A"
	Look      string `json:"-"`               // what is sent after it, ", then Get Blob": a read that shows what came first
	Other     string `json:"other,omitempty"` // the resource that the other operation addresses, and its state, if it is not the same one
	To        string `json:"-"`               // its label
	NoCase    string `json:"apart,omitempty"` // the reason why the pair has no case; empty if it has one
}

// The families of pairs.
const (
	across    = "across"    // an operation that depends on another resource, beside one that changes that
	dated     = "dated"     // an operation with a condition on a date, which is a while ago, beside one that changes it
	guarded   = "guard"     // an operation with a condition, beside one that changes what it speaks of
	dependent = "existence" // an operation that depends on the state alone, beside one that changes it
	Whole     = "whole"     // two operations that each replace one document
	Shown     = "read"      // a read before, during and after a write
)

// Guarded is the family of a pair whose first operation has this condition, on another resource or on its own.
func Guarded(terms string, other bool) string {
	switch {
	case other:
		return across
	case terms == "":
		return dependent
	case strings.HasPrefix(terms, "If-Unmodified-Since"):
		return dated
	}
	return guarded
}

// Roles are the two operations of a case: what is judged, by its clause, and what is beside it. Two that each write a whole
// document are judged alike.
func (p Pair) Roles() (of, beside Pair) {
	if p.Family == Whole {
		return Pair{Family: Whole, Operation: p.Operation}, Pair{Family: Whole, Operation: p.Beside}
	}
	return Pair{Family: p.Family, Clause: p.Clause, Operation: p.Operation}, Pair{Family: p.Family, Beside: p.Beside}
}
