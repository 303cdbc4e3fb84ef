package cli_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ifmatch/features"
	"ifmatch/internal/embedded"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// TestVerdictsOverSockets runs the whole suite in process and over loopback
// sockets: a call without a socket could hide what HTTP does to a request, so
// every verdict, answer and reason must be the same.
func TestVerdictsOverSockets(t *testing.T) {
	t.Parallel()
	suite, err := plan.Load(features.FS)
	if err != nil {
		t.Fatal(err)
	}
	p, err := suite.Select(plan.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	judge := func(sockets bool) []reports.Scenario {
		r, err := steps.Run(t.Context(), steps.Config{Target: embedded.New(embedded.Options{Seed: 1, Sockets: sockets}), Plan: p, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Summary.Check(); err != nil {
			t.Fatal(err)
		}
		t.Logf("sockets %t: %s", sockets, r.Summary)
		return r.Scenarios
	}
	direct, sockets := judge(false), judge(true)
	if d := cmp.Diff(direct, sockets, cmpopts.IgnoreFields(reports.Scenario{}, "Exchanges")); d != "" {
		t.Errorf("verdicts in process and over sockets, -in process +sockets:\n%s", d)
	}
}
