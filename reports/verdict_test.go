package reports_test

import (
	"testing"

	"ifmatch/reports"
)

func TestOutcomeFoldsVerdicts(t *testing.T) {
	t.Parallel()
	type c struct {
		status reports.Status
		level  string
	}
	for _, tc := range []struct {
		name       string
		level      string
		cases      []c
		planned    int // 0: as many as cases
		incomplete bool
		want       reports.Outcome
	}{
		{name: "nothing failed", level: "should", cases: []c{{reports.Passed, "must"}, {reports.Skipped, "must"}, {reports.Recorded, "should"}}, want: reports.Conforms},
		{name: "a gating failure", level: "should", cases: []c{{reports.Passed, "must"}, {reports.Failed, "should"}}, want: reports.Deviates},
		{name: "a failure below the gate", level: "must", cases: []c{{reports.Passed, "must"}, {reports.Failed, "should"}, {reports.Failed, "observed"}}, want: reports.Conforms},
		{name: "nothing that gates was judged", level: "must", cases: []c{{reports.Passed, "should"}, {reports.Failed, "observed"}}, want: reports.Unknown},
		{name: "nothing but recorded and skipped cases", level: "should", cases: []c{{reports.Recorded, "must"}, {reports.Skipped, "must"}}, want: reports.Unknown},
		{name: "no case at all", level: "should", want: reports.Unknown},
		{name: "observed gates when asked to", level: "observed", cases: []c{{reports.Failed, "observed"}}, want: reports.Deviates},
		{name: "blocked is not a pass", level: "must", cases: []c{{reports.Blocked, "must"}}, want: reports.Unknown},
		{name: "blocked below the gate is not a pass either", level: "must", cases: []c{{reports.Blocked, "observed"}}, want: reports.Unknown},
		{name: "error is not a pass", level: "must", cases: []c{{reports.Error, "must"}}, want: reports.Unknown},
		{name: "one deviation beats an error", level: "must", cases: []c{{reports.Error, "must"}, {reports.Failed, "must"}}, want: reports.Deviates},
		{name: "interrupted", level: "must", cases: []c{{reports.Passed, "must"}}, planned: 2, incomplete: true, want: reports.Unknown},
		{name: "a lost case", level: "must", cases: []c{{reports.Passed, "must"}}, planned: 2, want: reports.Unknown},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := reports.Run{Plan: reports.Plan{Level: tc.level}, Incomplete: tc.incomplete}
			for _, c := range tc.cases {
				r.Scenarios = append(r.Scenarios, reports.Scenario{Status: c.status, Level: c.level})
				r.Summary.Add(c.status)
			}
			r.Summary.Planned = tc.planned
			if tc.planned == 0 {
				r.Summary.Planned = len(tc.cases)
			}
			if got := r.Outcome(); got != tc.want {
				t.Errorf("Outcome() = %v, want %v", got, tc.want)
			}
		})
	}
}

func TestSummaryCountsEveryVerdict(t *testing.T) {
	t.Parallel()
	var s reports.Summary
	for i, v := range reports.Statuses {
		for range i + 1 {
			s.Add(v)
		}
		if got := s.Count(v); got != i+1 {
			t.Errorf("Count(%s) = %d after %d Adds", v, got, i+1)
		}
	}
	s.Planned = s.Total()
	if err := s.Check(); err != nil {
		t.Errorf("Check: %v", err)
	}
	s.Planned++
	if err := s.Check(); err == nil {
		t.Error("Check accepts a case without a verdict")
	}
}

func TestGatingLevel(t *testing.T) {
	t.Parallel()
	code, both := []reports.Difference{reports.InCode}, []reports.Difference{reports.InCode, reports.InEffect}
	for _, c := range []struct {
		scenario reports.Scenario
		want     string
	}{
		{reports.Scenario{Status: reports.Failed, Level: "must"}, "must"},
		{reports.Scenario{Status: reports.Failed, Level: "must", CodeLevel: "should", Differs: code}, "should"},
		{reports.Scenario{Status: reports.Failed, Level: "must", CodeLevel: "observed", Differs: code}, "observed"},
		{reports.Scenario{Status: reports.Failed, Level: "observed", CodeLevel: "should", Differs: code}, "observed"},
		{reports.Scenario{Status: reports.Failed, Level: "must", CodeLevel: "should", Differs: both}, "must"},
		{reports.Scenario{Status: reports.Passed, Level: "must"}, "must"},
	} {
		if got := c.scenario.GatingLevel(); got != c.want {
			t.Errorf("GatingLevel(%+v) = %s, want %s", c.scenario, got, c.want)
		}
	}
}
