package plan

import (
	"fmt"
	"strings"
	"testing"
)

// manyPairs are n guarded pairs of each of some operations.
func manyPairs(n int, operations ...string) (all []Pair) {
	for _, op := range operations {
		for i := range n {
			all = append(all, Pair{Family: guarded, Clause: "BLOB-A-01", Kind: "blob", Label: "blob", State: "exists", Guard: "If-Match current", Operation: op, Beside: fmt.Sprintf("Write %d", i)})
		}
	}
	return all
}

func TestARowStandsForAllPairsOfAFamily(t *testing.T) {
	t.Parallel()
	text := "@blob\nFeature: F\n  Scenario Outline: <clause> <operation> beside <beside>\n    Given a <kind> that <state>\n    When <operation> with <guard>\n\n    Examples: All\n      | pairs |\n      | %s |\n"
	pairs := append(manyPairs(2, "Put Blob"), Pair{Family: Whole, Clause: "BLOB-A-01", Operation: "Put Blob", Beside: "Put Blob"},
		Pair{Family: guarded, Clause: "BLOB-A-01", Operation: "Put Blob", Beside: "Abort Copy Blob", NoCase: "it needs a pending copy"})
	f, err := parseFeature("race/pairs", fmt.Appendf(nil, text, "guard"), pairs...)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, c := range f.cases {
		if ids = append(ids, c.ID); c.Pair == nil || c.Steps[1] != "Put Blob with If-Match current" {
			t.Errorf("%s is no pair, or has the steps %q", c.ID, c.Steps)
		}
	}
	if got, want := strings.Join(ids, " "), "BLOB-A-01/put-blob/write-0 BLOB-A-01/put-blob/write-1"; got != want {
		t.Errorf("the cases are %s, want %s", got, want)
	}
	if _, err := parseFeature("f", fmt.Appendf(nil, text, "twins"), pairs...); err == nil || !strings.Contains(err.Error(), `"twins" is no family of pairs`) {
		t.Errorf("a row of an unknown family: %v", err)
	}
}

func TestSomePairsAreDrawn(t *testing.T) {
	t.Parallel()
	var operations []string
	for i := range 20 {
		operations = append(operations, fmt.Sprintf("Operation %d", i))
	}
	cases := func(pairs []Pair) (all []Case) {
		for i, p := range pairs {
			all = append(all, Case{ID: fmt.Sprint(i), Pair: &p})
		}
		return append(all, Case{ID: "no pair"})
	}
	if few := draw(cases(manyPairs(20, operations...)), 1); len(few) != 400 || few["no pair"] {
		t.Errorf("of 400 pairs %d are drawn, want all", len(few))
	}
	many := cases(append(append(manyPairs(30, operations...), manyPairs(5, "Rare")...), Pair{Family: guarded, Clause: "LONELY", Operation: operations[0], Beside: "Rare"},
		Pair{Family: guarded, Clause: "BLOB-A-01", Operation: operations[1], Beside: "Seldom"}))
	chosen, of := draw(many, 1), map[string]int{}
	for _, c := range many {
		switch {
		case chosen[c.ID]:
			of[c.Pair.Operation]++
		case c.Pair != nil && c.Pair.Clause == "LONELY":
			t.Error("the one pair of an operation for a clause is not drawn")
		case c.Pair != nil && c.Pair.Beside == "Seldom":
			t.Error("what stands beside one operation only is not drawn")
		}
	}
	if len(chosen) != mostPairs || of["Rare"] != 5 {
		t.Errorf("%d pairs are drawn, want %d; %d of the rare operation, want all 5", len(chosen), mostPairs, of["Rare"])
	}
	for op, n := range of {
		if op != "Rare" && (n < 22 || n > 23) {
			t.Errorf("%s has %d of %d pairs, want an equal share", op, n, mostPairs)
		}
	}
	other, same := draw(many, 2), 0
	for id := range other {
		if chosen[id] {
			same++
		}
	}
	if same == mostPairs {
		t.Error("another seed draws the same pairs")
	}
}
