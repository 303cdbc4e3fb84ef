package judging

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ifmatch/reports"
	"ifmatch/reports/baseline"
	"ifmatch/steps/plan"
)

// TestAListThatWasJustWrittenIsNotOutOfDate: the rounds that passed count once, not in the list and in the last run again.
func TestAListThatWasJustWrittenIsNotOutOfDate(t *testing.T) {
	t.Parallel()
	list, err := baseline.Read(strings.NewReader("A-1/x\tsometimes 60/128 effect\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	k := Known{File: "list", List: list, Out: filepath.Join(t.TempDir(), "list")}
	passed := reports.Run{Plan: reports.Plan{Level: "should"}, Scenarios: []reports.Scenario{{ID: "A-1/x", Clauses: []string{"A-1"}, Level: "must", Status: reports.Passed, Chance: true, Rounds: &reports.Rounds{Played: 3}}}}
	suite := &plan.Suite{Cases: []plan.Case{{ID: "A-1/x"}}}
	for _, line := range []string{"A-1/x\tsometimes 60/128 (6 passed since) effect", ""} { // then the rate is refuted
		r, err := k.Judge(suite, []reports.Run{passed, passed})
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(k.Out)
		if err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(string(text), "A-1/x"); has != (line != "") || !strings.Contains(string(text), line) {
			t.Errorf("the list is\n%s\nwant %q", text, line)
		}
		if got := r.Scenarios[0].Status; got != reports.Passed || len(r.Baseline.Stale) > 0 {
			t.Errorf("the case is %s, want passed; stale: %v", got, r.Baseline.Stale)
		}
		if k.List, err = baseline.Read(strings.NewReader(string(text)), nil); err != nil {
			t.Fatal(err)
		}
	}
}
