package features_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/target"
	"ifmatch/steps"
	"ifmatch/steps/words"
)

// conditional is the order of the columns in the documents' truth table.
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
				cells[len(cells)-1] = words.Absent
			}
		}
		want = append(want, append(cells, row["answer"]))
	}
	var asWritten []words.Term // the meaning of the words is in the documents' other table
	for _, term := range steps.Language().Lexicon(target.Blob).Terms {
		asWritten = append(asWritten, words.Term{Key: term.Key})
	}
	got := map[string][][]string{}
	for _, c := range suite(t).CasesOf("BLOB-COND-19") {
		operation, with := combined(c.Steps)
		asked, err := words.ParseRequest(asWritten, with)
		if err != nil {
			t.Fatalf("case %s: %v", c.ID, err)
		}
		_, example, _ := strings.Cut(strings.TrimSuffix(c.Name, ")"), "(example ")
		row := []string{example}
		for i, a := range asked {
			if i >= len(conditional) || a.Key != conditional[i] {
				t.Errorf("case %s sends %s where %v are expected", c.ID, a.Key, conditional)
			}
			row = append(row, a.Value.(string))
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
func combined(texts []string) (operation, with string) {
	i := slices.IndexFunc(texts, func(s string) bool { return sent.MatchString(s) })
	if i < 0 {
		return "", ""
	}
	m := sent.FindStringSubmatch(texts[i])
	return m[1], m[2]
}
