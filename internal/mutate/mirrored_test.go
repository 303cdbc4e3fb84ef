package mutate

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/reference/fault"
	"ifmatch/steps/plan"
)

// TestMirroredFaultsAreKilled tries the pairs of an operation on each fault that mirrors them. Without IFMATCH_FULL it tries
// one in eighty.
func TestMirroredFaultsAreKilled(t *testing.T) {
	t.Parallel()
	s := suite(t)
	for i, f := range fault.Mirrored() {
		if i%80 != 0 && !thorough.All() {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			name := strings.TrimPrefix(f.Name, fault.Mirrors+"-")
			for _, end := range []string{"-checks-", "-shown-late", "-merges-"} {
				name, _, _ = strings.Cut(name, end)
			}
			part := s.Part(func(c plan.Case) bool { return strings.Contains(c.ID+"/", "/"+name+"/") })
			results, err := Run(context.Background(), Config{Suite: part, Faults: []fault.Fault{f}, Level: "should", Near: true, Workers: 1})
			if err != nil || len(results) != 1 || results[0].Verdict != Killed {
				t.Errorf("%+v, %v", results, err)
			}
		})
	}
}

// TestSingleFaultsAreKilled tries faults that belong to no family on the cases of their clauses, all under IFMATCH_FULL.
func TestSingleFaultsAreKilled(t *testing.T) {
	t.Parallel()
	single := thorough.Some(t, 8, slices.DeleteFunc(fault.Permanent(), func(f fault.Fault) bool { return f.Family != "" || f.Excuse != "" }))
	results, err := Run(context.Background(), Config{Suite: suite(t), Faults: single, Level: "should", Near: true, Workers: 2})
	if err != nil || len(results) != len(single) || len(single) == 0 {
		t.Fatalf("%d results for %d faults, %v", len(results), len(single), err)
	}
	for _, r := range results {
		if r.Verdict == Survived {
			t.Errorf("%s is %s", r.Name, r.Verdict)
		}
	}
}
