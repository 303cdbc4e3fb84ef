package fault_test

import (
	"slices"
	"testing"

	"ifmatch/reference/fault"
)

// acrossResources are the races between operations on two resources. They are no faults yet, because the suite has no
// pairs of those.
var acrossResources = []string{"copy-source-if-match-before-read", "block-from-url-source-if-match-early", "clear-messages-by-arrival-list",
	"delete-directory-over-creation", "rename-file-by-copy"}

// TestDescriptionsOfRaces checks testdata/races.tsv: thirty servers that are wrong only when requests overlap, described
// before the facts of operations from which the suite makes its pairs. Most are faults of the family "race".
func TestDescriptionsOfRaces(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, p := range describedIn(t, "testdata/races.tsv") {
		f, found := fault.Lookup(p.name)
		if across := slices.Contains(acrossResources, p.name); found == across || found && f.Family != "race" || seen[p.name] {
			t.Errorf("%s stands twice, or should be a fault of the family: %t", p.name, !across)
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
