package mutate

import (
	"context"
	"os"
	"strings"
	"testing"

	"ifmatch/reference/fault"
	"ifmatch/steps/plan"
)

// TestMirroredFaultsAreKilled tries the pairs of an operation on each fault that mirrors them. Without IFMATCH_FULL it tries
// one in forty.
func TestMirroredFaultsAreKilled(t *testing.T) {
	t.Parallel()
	s := suite(t)
	for i, f := range fault.Mirrored() {
		if i%40 != 0 && os.Getenv("IFMATCH_FULL") == "" {
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
