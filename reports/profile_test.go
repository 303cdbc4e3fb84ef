package reports_test

import (
	"slices"
	"testing"

	"ifmatch/reports"
)

// TestAClientIsToldYesOnlyIfEverythingWasJudged: a failed case makes the answer no.
// A case without a verdict, or one missing from the run, makes it unknown.
func TestAClientIsToldYesOnlyIfEverythingWasJudged(t *testing.T) {
	t.Parallel()
	demand := reports.Demand{Name: "lock", Title: "A lock", Needs: []reports.Need{
		{Clause: "A-1", Does: "acquires", Source: "o/r: f", Cases: []string{"A-1/a", "A-1/b"}},
		{Clause: "A-2", Does: "looks at the code", Source: "o/r: f", Cases: []string{"A-2/a"}, Code: true},
	}}
	passed := reports.Scenario{Status: reports.Passed}
	code := reports.Scenario{Status: reports.Failed, Differs: []reports.Difference{reports.InCode}, Want: "412 X", Got: "412 Y"}
	for _, tc := range []struct {
		name     string
		cases    map[string]reports.Scenario
		lacking  []string
		loads    []string
		fit      reports.Fit
		answer   string
		broken   []string
		unjudged []string
	}{
		{"all passed", map[string]reports.Scenario{"A-1/a": passed, "A-1/b": passed, "A-2/a": passed}, nil, []string{"valid"}, reports.Fits, "yes", nil, nil},
		{"without the load", map[string]reports.Scenario{"A-1/a": passed, "A-1/b": passed, "A-2/a": passed}, nil, nil, reports.Fits, "yes", nil, nil},
		{"another code where statuses count", map[string]reports.Scenario{"A-1/a": code, "A-1/b": passed, "A-2/a": passed}, nil, nil, reports.Fits, "yes", nil, nil},
		{"another code where codes count", map[string]reports.Scenario{"A-1/a": passed, "A-1/b": passed, "A-2/a": code}, nil, nil, reports.Misfits, "no, 1 clause", []string{"A-2"}, nil},
		{"a failure known to a baseline", map[string]reports.Scenario{"A-1/a": {Status: reports.KnownFailure, Known: &reports.Known{How: "status"}}, "A-1/b": passed, "A-2/a": passed}, nil, nil, reports.Misfits, "no, 1 clause", []string{"A-1"}, nil},
		{"one case is missing", map[string]reports.Scenario{"A-1/a": passed, "A-2/a": passed}, nil, nil, reports.FitUnknown, "could not tell, 1 clause was not judged", nil, []string{"A-1"}},
		{"skipped", map[string]reports.Scenario{"A-1/a": {Status: reports.Skipped, Reason: "no operation"}, "A-1/b": passed, "A-2/a": {Status: reports.Blocked}}, nil, nil, reports.FitUnknown, "could not tell, 2 clauses were not judged", nil, []string{"A-1", "A-2"}},
		{"a failure outweighs a doubt", map[string]reports.Scenario{"A-1/a": {Status: reports.Failed}, "A-1/b": {Status: reports.Error}, "A-2/a": {Status: reports.Error}}, nil, nil, reports.Misfits, "no, 1 clause", []string{"A-1"}, []string{"A-2"}},
		{"an empty run", nil, nil, nil, reports.FitUnknown, "could not tell, 2 clauses were not judged", nil, []string{"A-1", "A-2"}},
		{"a service is missing", map[string]reports.Scenario{"A-1/a": passed, "A-1/b": passed, "A-2/a": passed}, []string{"queue"}, nil, reports.FitUnknown, "could not tell, the target does not offer queue", nil, nil},
		{"the load is invalid", map[string]reports.Scenario{"A-1/a": passed, "A-1/b": passed, "A-2/a": passed}, nil, []string{"valid", "invalid"}, reports.Misfits, "no, load w broke its promise", nil, nil},
		{"the load is undecided", map[string]reports.Scenario{"A-1/a": passed, "A-1/b": passed, "A-2/a": passed}, nil, []string{"undecided"}, reports.FitUnknown, "could not tell, load w is undecided", nil, nil},
	} {
		var r reports.Run
		for id, s := range tc.cases {
			s.ID = id
			r.Scenarios = append(r.Scenarios, s)
		}
		p := r.Demanded(demand).Lacking(tc.lacking)
		for _, state := range tc.loads {
			p = p.Loaded(reports.ProfileLoad{Workload: "w", State: state})
		}
		var broken, unjudged []string
		for _, u := range p.Broken {
			broken = append(broken, u.Clause)
		}
		for _, u := range p.Unjudged {
			unjudged = append(unjudged, u.Clause)
		}
		if p.Fit != tc.fit || p.Answer() != tc.answer || !slices.Equal(broken, tc.broken) || !slices.Equal(unjudged, tc.unjudged) {
			t.Errorf("%s: %q (%q), broken %q, not judged %q; want %q (%q), %q, %q", tc.name, p.Fit, p.Answer(), broken, unjudged, tc.fit, tc.answer, tc.broken, tc.unjudged)
		}
	}
}
