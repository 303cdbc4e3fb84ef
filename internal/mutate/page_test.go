package mutate

import (
	"bytes"
	"io"
	"path/filepath"
	"testing"

	"ifmatch/internal/golden"
	"ifmatch/reports"
	"ifmatch/reports/summary"
)

func cards(r reports.Run) (clauses [][]string) {
	for _, c := range summary.Cards(r) {
		clauses = append(clauses, c.Clauses)
	}
	return clauses
}

// fixed is a report with each verdict.
func fixed() Report {
	r := NewReport([]Result{
		{Name: "one", Sentence: "Put Blob does <one> thing wrong.", Clauses: []string{"BLOB-TAB-01C"}, Verdict: Killed, Level: "should", Cases: 12, Failing: 3, By: "BLOB-TAB-01C/put-blob", Whole: true, Others: 4, Rank: 1, Again: 2, Conform: []string{"BLOB-M/one"}},
		{Name: "two", Family: "effect", Sentence: "Put Blob does another.", Clauses: []string{"BLOB-TAB-01C", "BLOB-GEN-04"}, Verdict: Elsewhere, Level: "should", Cases: 12, By: "BLOB-GEN-04/put-blob"},
		{Name: "three", Family: "effect", Sentence: "Put Blob does a third.", Clauses: []string{"BLOB-GEN-04"}, Verdict: Survived, Level: "should", Cases: 2},
		{Name: "four", Family: "apart", Sentence: "Put Blob does a fourth.", Clauses: []string{"BLOB-GEN-04"}, Verdict: Excused, Level: "observed", Cases: 2, Reason: "Nobody can see it."},
	})
	r.Must = []Clause{{"BLOB-TAB-01C", "it is refused", 2}, {"BLOB-GEN-04", "it is seen", 0}}
	r.Tool, r.Level, r.Seed, r.Planned, r.Incomplete = reports.Tool{Name: "ifmatch", Version: "1"}, "should", 1, 5, true
	return r
}

// writeFirst writes the page of a run that ended each fault with its first failure.
func writeFirst(w io.Writer, r Report) error {
	r.First = true
	return WriteHTML(w, r)
}

func TestGoldenReports(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(io.Writer, Report) error{"report.json": WriteJSON, "report.html": WriteHTML, "report.md": WriteMarkdown, "first.html": writeFirst} {
		var b bytes.Buffer
		if err := write(&b, fixed()); err != nil {
			t.Fatal(err)
		}
		golden.Same(t, filepath.Join("testdata", name), b.String())
	}
}
