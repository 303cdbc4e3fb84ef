package reports_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// TestRefusalsThatAClientTakesForTheSame: another status passes only if the client says so and nothing else differs, and
// the answer names what was given.
func TestRefusalsThatAClientTakesForTheSame(t *testing.T) {
	t.Parallel()
	answer := func(status int, code string) []reports.Exchange {
		return []reports.Exchange{{Status: 201}, {Status: status, ResponseHeader: []reports.Header{{Name: "X-Ms-Error-Code", Value: code}}}}
	}
	differs := func(got string, in ...reports.Difference) reports.Scenario {
		return reports.Scenario{Status: reports.Failed, Want: "409 BlobAlreadyExists", Got: got, Differs: in}
	}
	for _, tc := range []struct {
		name   string
		s      reports.Scenario
		takes  []int
		answer string
	}{
		{"as documented", reports.Scenario{Status: reports.Passed, Exchanges: answer(409, "BlobAlreadyExists")}, []int{409, 412}, "yes, refused by 409 BlobAlreadyExists"},
		{"the other", differs("412 ConditionNotMet", reports.InStatus), []int{409, 412}, "yes, refused by 412 ConditionNotMet"},
		{"the other, to a client that minds", differs("412 ConditionNotMet", reports.InStatus), nil, "no, 1 clause"},
		{"a third", differs("403 Forbidden", reports.InStatus), []int{409, 412}, "no, 1 clause"},
		{"none", differs("201 Created", reports.InStatus), []int{409, 412}, "no, 1 clause"},
		{"the other, and the blob changed", differs("412 ConditionNotMet; the blob changed", reports.InStatus, reports.InEffect), []int{409, 412}, "no, 1 clause"},
	} {
		tc.s.ID = "A-1/a"
		if tc.s.Status == reports.Passed {
			if err := tc.s.Pack(); err != nil {
				t.Fatal(err)
			}
		}
		d := reports.Demand{Needs: []reports.Need{{Clause: "A-1", Cases: []string{"A-1/a"}, Takes: tc.takes}}}
		r := reports.Run{Scenarios: []reports.Scenario{tc.s}}
		p := r.Demanded(d)
		if got := p.Answer(); got != tc.answer {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.answer)
		}
		if u := r.Rulings(d); len(u) != 1 || u[0].Fit != p.Fit {
			t.Errorf("%s: the clause is ruled %+v, and the profile %q", tc.name, u, p.Fit)
		}
	}
}

// TestRulings: of the cases of a clause, the gravest decide, and are named.
func TestRulings(t *testing.T) {
	t.Parallel()
	r := reports.Run{Scenarios: []reports.Scenario{
		{ID: "A-1/a", Status: reports.Passed}, {ID: "A-1/b", Status: reports.Failed, Want: "409", Got: "201"}, {ID: "A-1/c", Status: reports.Skipped},
		{ID: "A-2/a", Status: reports.Passed}, {ID: "A-2/b", Status: reports.Blocked, Reason: "no set-up"},
	}}
	got := r.Rulings(reports.Demand{Needs: []reports.Need{
		{Clause: "A-1", Does: "does", Source: "o/r: f", Cases: []string{"A-1/a", "A-1/c"}},
		{Clause: "A-2", Cases: []string{"A-2/a", "A-2/b", "A-2/gone"}},
		{Clause: "A-1", Does: "does more", Cases: []string{"A-1/b", "A-1/b"}},
		{Clause: "A-3", Cases: []string{"A-2/a"}},
	}})
	want := []reports.Ruling{
		{Clause: "A-1", Does: "does", Source: "o/r: f", Fit: reports.Misfits, Cases: []string{"A-1/b"}, Why: "want 409, got 201"},
		{Clause: "A-2", Fit: reports.FitUnknown, Cases: []string{"A-2/b", "A-2/gone"}, Why: "no set-up"},
		{Clause: "A-3", Fit: reports.Fits, Cases: []string{"A-2/a"}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
