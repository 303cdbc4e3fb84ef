package plan

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

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

func isPairs(head []string) bool { return len(head) == 1 && head[0] == "pairs" }

// expandPairs writes out the row of a family.
func expandPairs(all []Pair, family string) (head []string, rows [][]string, err error) {
	if known := []string{guarded, dated, dependent, across, Whole, Shown}; !slices.Contains(known, family) {
		return nil, nil, fmt.Errorf("%q is no family of pairs: want one of %s", family, strings.Join(known, ", "))
	}
	head = []string{"clause", "operation", "guard", "beside", "kind", "state", "label", "look", "other", "to", "with"}
	for _, p := range all {
		if p.Family == family && p.NoCase == "" {
			rows = append(rows, []string{p.Clause, p.Operation, cmp.Or(p.Guard, "nothing"), p.Beside, p.Kind, p.State, p.Label, p.Look, p.Other, p.To, p.With})
		}
	}
	return head, rows, nil
}

// mostPairs is how many pairs a run plays that is not asked for more.
const mostPairs = 450

// draw chooses among pairs by a seed. Every operation of a family gets its share, of every clause, and whatever may stand beside
// one, too, as far as there is room; which guards and kinds stand for a pair, the seed decides.
func draw(cases []Case, seed int64) map[string]bool {
	var pairs []Case
	places := map[string]uint64{}
	for _, c := range cases {
		if c.pair != nil {
			h := fnv.New64a()
			fmt.Fprintf(h, "%d %s", seed, c.ID)
			pairs, places[c.ID] = append(pairs, c), h.Sum64()
		}
	}
	slices.SortFunc(pairs, func(a, b Case) int { return cmp.Compare(places[a.ID], places[b.ID]) })
	many, chosen, shares := len(pairs) > mostPairs, map[string]bool{}, map[pairing]int{}
	for share := 0; len(pairs) > 0 && len(chosen) < mostPairs; share++ {
		for _, wanted := range []func(of, beside int) bool{
			func(of, beside int) bool { return of <= share && beside <= share },
			func(of, _ int) bool { return of <= share },
			func(_, beside int) bool { return beside == 0 },
		} {
			pairs = slices.DeleteFunc(pairs, func(c Case) bool {
				of, beside := c.pair.roles()
				switch {
				case many && shares[*c.pair] > 0:
					return true // another guard or kind stands for it
				case len(chosen) == mostPairs || !wanted(shares[of], shares[beside]):
					return false
				}
				for _, shown := range []pairing{*c.pair, of, beside} {
					shares[shown]++
				}
				chosen[c.ID] = true
				return true
			})
		}
	}
	return chosen
}

// roles are the two operations of a pair: what is judged, by its clause, and what is beside it. Two that each write a whole
// document are judged alike.
func (p pairing) roles() (of, beside pairing) {
	if p.family == Whole {
		return pairing{family: Whole, operation: p.operation}, pairing{family: Whole, operation: p.beside}
	}
	return pairing{p.family, p.clause, p.operation, ""}, pairing{family: p.family, beside: p.beside}
}
