package plan_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/steps/cell"
)

// conditional is how the documents order the columns of their truth table.
var conditional = []string{"If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"}

// TestReadCombinationsAreTheDocuments compares the truth table of conditions on
// reads, row by row, with the one that the documents give for Get Blob and Get
// Blob Properties alike. BLOB-COND-19
func TestReadCombinationsAreTheDocuments(t *testing.T) {
	t.Parallel()
	var want [][]string
	for _, row := range table(t, "read-combinations") {
		cells := []string{row["example"]}
		for _, header := range conditional {
			if cells = append(cells, row[header]); row[header] == "" {
				cells[len(cells)-1] = cell.Absent
			}
		}
		want = append(want, append(cells, row["answer"]))
	}
	got := map[string][][]string{}
	for _, c := range suite(t).CasesOf("BLOB-COND-19") {
		operation, words := combined(c.Steps)
		terms, err := cell.ParseRequest(words)
		if err != nil {
			t.Fatalf("case %s: %v", c.ID, err)
		}
		_, example, _ := strings.Cut(strings.TrimSuffix(c.Name, ")"), "(example ")
		row := []string{example}
		for i, term := range terms {
			if i >= len(conditional) || term.Key != conditional[i] {
				t.Errorf("case %s sends %s where %v are expected", c.ID, term.Key, conditional)
			}
			row = append(row, term.Value)
		}
		for _, a := range answers(t, c) {
			row = append(row, a.String())
		}
		got[operation] = append(got[operation], row)
	}
	for _, operation := range []string{"Get Blob", "Get Blob Properties"} {
		if d := cmp.Diff(want, got[operation]); d != "" {
			t.Errorf("the combinations of %s are not those of the documents, -want +got:\n%s", operation, d)
		}
		delete(got, operation)
	}
	for operation := range got {
		t.Errorf("the documents give no truth table for %s", operation)
	}
}

// combined finds the step that sends an operation with conditions.
func combined(steps []string) (operation, words string) {
	i := slices.IndexFunc(steps, func(s string) bool { return sent.MatchString(s) })
	if i < 0 {
		return "", ""
	}
	m := sent.FindStringSubmatch(steps[i])
	return m[1], m[2]
}
