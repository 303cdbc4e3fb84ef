package cli

import (
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"ifmatch/features"
	"ifmatch/steps"
)

// TestLoadsOfProfilesCanRun: the command line accepts each load of the table, on services that the
// profile needs, and the load is short.
func TestLoadsOfProfilesCanRun(t *testing.T) {
	t.Parallel()
	a := newApp(strings.NewReader(""), io.Discard, io.Discard, features.FS)
	all, err := a.profiles([]string{allProfiles})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		for _, l := range p.Loads {
			f := runFlags{Config: steps.Config{Seed: 1, Prefix: "ifmatch-"}, target: targetFlags{spec: referenceTarget, timeout: time.Second}}
			lp, err := a.profilePlan(l.Workload, l.Flags, f)
			if err != nil {
				t.Errorf("%s: %v", p.Name, err)
				continue
			}
			if lp.Operations == 0 || lp.Duration > 5*time.Second || lp.Warmup != 0 {
				t.Errorf("%s: load %s is not short: %d operations in %s", p.Name, l.Workload, lp.Operations, lp.Duration)
			}
			for _, s := range lp.Workload.Services {
				if !slices.Contains(p.Needs, string(s)) {
					t.Errorf("%s: load %s needs %s, and the profile does not say so", p.Name, l.Workload, s)
				}
			}
		}
	}
}
