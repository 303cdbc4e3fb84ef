package fault_test

import (
	"slices"
	"testing"

	"ifmatch/reference/fault"
)

// TestDescriptionsOfRaces checks testdata/races.tsv: thirty servers that are wrong only when requests overlap, described
// before the facts of operations from which the suite makes its pairs. They are faults of the family "race".
func TestDescriptionsOfRaces(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, p := range describedIn(t, "testdata/races.tsv") {
		f, found := fault.Lookup(p.name)
		if !found || f.Family != "race" || seen[p.name] {
			t.Errorf("%s stands twice, or is no fault of the family", p.name)
		}
		seen[p.name] = true
		if !slices.Contains([]string{"guard", "whole", "read", "lease", "existence"}, p.family) {
			t.Errorf("%s is of family %q", p.name, p.family)
		}
		if !slices.Contains([]string{"blob", "container", "queue", "table", "file"}, p.service) {
			t.Errorf("%s is of service %q", p.name, p.service)
		}
	}
	if len(seen) != 30 {
		t.Errorf("%d races are described, want 30", len(seen))
	}
}
