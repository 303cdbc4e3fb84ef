package steps_test

import (
	"context"
	"net/http"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/embedded"
	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// TestAnInterruptedRunKeepsItsVerdicts ends the context after some verdicts.
func TestAnInterruptedRunKeepsItsVerdicts(t *testing.T) {
	t.Parallel()
	p := choose(t, plan.Selection{Select: []string{"BLOB-TAB-*"}})
	for _, after := range []int{0, 1, 100} {
		ctx, cancel := context.WithCancel(t.Context())
		told := map[string]reports.Status{}
		if after == 0 {
			cancel()
		}
		r, err := steps.Run(ctx, steps.Config{Target: embedded.New(embedded.Options{}), Plan: p, Progress: func(p steps.Progress) {
			if p.Last == nil {
				return // no new verdict
			}
			told[p.Last.ID] = p.Last.Status
			if len(told) == after {
				cancel()
			}
		}})
		cancel()
		if err != nil {
			t.Fatalf("after %d verdicts: %v", after, err)
		}
		got := map[string]reports.Status{}
		for _, sc := range r.Scenarios {
			got[sc.ID] = sc.Status
			if sc.Status != reports.Passed {
				t.Errorf("after %d verdicts: %s is %s: %s", after, sc.ID, sc.Status, sc.Reason)
			}
		}
		if d := cmp.Diff(told, got); d != "" {
			t.Errorf("after %d verdicts: -told +in the result:\n%s", after, d)
		}
		if len(got) < after || len(got) == len(p.Cases) || !r.Incomplete || r.Summary.Planned != len(p.Cases) {
			t.Errorf("after %d verdicts: the result has %d, incomplete %v, %+v", after, len(got), r.Incomplete, r.Summary)
		}
	}
}

// odd reads a suite that consists of one clause and the given scenarios.
func odd(scenarios string) (*plan.Suite, error) {
	return steps.Load(fstest.MapFS{
		"clauses.tsv": &fstest.MapFile{Data: []byte("id\tlevel\tservice\tapi-versions\tstatement\tdocument\theading\tstate\treason\n" +
			"BLOB-A\tmust\tblob\tany\tit holds\ta document\ta heading\tactive\t\n")},
		"blob/odd.feature": &fstest.MapFile{Data: []byte("@BLOB-A\nFeature: Odd\n" + scenarios)},
	})
}

// explosive is a target whose transport fails in every way.
type explosive struct{ target.Target }

func (e explosive) Session(ctx context.Context, name string) (*target.Session, error) {
	s, err := e.Target.Session(ctx, name)
	if err == nil {
		s.Transport = e
	}
	return s, err
}

func (explosive) RoundTrip(*http.Request) (*http.Response, error) { panic("a bug of ours") }

func TestOurOwnMistakesAreErrorsOfTheirCases(t *testing.T) {
	t.Parallel()
	const fine = "  Scenario: Fine\n    Given a container that exists\n"
	tests := map[string]struct {
		scenarios string
		target    target.Target
		want      map[string]reports.Status
	}{
		"a story that does not fit together": {fine + "  Scenario: Odd\n    Given a container that exists\n    Then the blob is gone\n", embedded.New(embedded.Options{}),
			map[string]reports.Status{"BLOB-A/fine": reports.Passed, "BLOB-A/odd": reports.Error}},
		"a panic": {fine, explosive{embedded.New(embedded.Options{})}, map[string]reports.Status{"BLOB-A/fine": reports.Error}},
		"a fault that is none": {fine, embedded.New(embedded.Options{Faults: []string{"none-such"}}),
			map[string]reports.Status{"BLOB-A/fine": reports.Blocked}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := odd(tt.scenarios)
			if err != nil {
				t.Fatal(err)
			}
			p, err := s.Select(plan.Selection{})
			if err != nil {
				t.Fatal(err)
			}
			r, err := steps.Run(context.Background(), steps.Config{Target: tt.target, Plan: p})
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]reports.Status{}
			for _, sc := range r.Scenarios {
				got[sc.ID] = sc.Status
				if sc.Status != reports.Passed && sc.Reason == "" {
					t.Errorf("%s is %s without a reason", sc.ID, sc.Status)
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" || r.Incomplete {
				t.Errorf("incomplete %v, -want +got:\n%s", r.Incomplete, d)
			}
		})
	}
}
