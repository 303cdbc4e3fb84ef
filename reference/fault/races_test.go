package fault_test

import (
	"cmp"
	"slices"
	"testing"

	"ifmatch/reference/fault"
)

// sameRace lists the described races that a fault of another family already is, with the name of that fault.
var sameRace = map[string]string{
	"get-blob-if-match-before-body":      "pair-get-blob-checks-etag-early",
	"append-past-seal":                   "pair-append-block-checks-seal-early",
	"release-clears-later-lease":         "release-clears-changed-lease",
	"put-blob-metadata-shown-late":       "torn-put-metadata-content",
	"set-blob-metadata-merged":           "pair-set-blob-metadata-merges-metadata",
	"delete-blob-if-unmodified-early":    "pair-delete-blob-checks-date-early",
	"set-container-acl-merged":           "pair-set-container-acl-merges-policies",
	"container-metadata-under-old-lease": "pair-set-container-metadata-checks-lease-early",
	"insert-or-merge-over-deletion":      "pair-insert-or-merge-entity-checks-existence-early",
	"delete-entity-star-both-win":        "pair-delete-entity-checks-existence-early",
	"set-table-acl-merged":               "pair-set-table-acl-merges-policies",
	"set-queue-metadata-merged":          "pair-set-queue-metadata-merges-metadata",
	"set-file-metadata-merged":           "pair-set-file-metadata-merges-metadata",
	"delete-directory-over-creation":     "pair-delete-directory-checks-existence-early",
	"delete-file-past-lease":             "pair-delete-file-checks-lease-early",
}

// TestDescriptionsOfRaces checks testdata/races.tsv: thirty servers that are wrong only when requests overlap, described
// before the facts of operations from which the suite makes its pairs. Each is a fault of the family "race", or the same
// as a fault of another.
func TestDescriptionsOfRaces(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, p := range describedIn(t, "testdata/races.tsv") {
		f, found := fault.Lookup(cmp.Or(sameRace[p.name], p.name))
		if !found || (f.Family == "race") != (f.Name == p.name) || seen[p.name] {
			t.Errorf("%s stands twice, or is no fault of the family, nor the same as one of another", p.name)
		}
		seen[p.name] = true
		if !slices.Contains([]string{"guard", "whole", "read", "lease", "existence"}, p.family) {
			t.Errorf("%s is of family %q", p.name, p.family)
		}
		if !slices.Contains([]string{"blob", "container", "queue", "table", "file"}, p.service) {
			t.Errorf("%s is of service %q", p.name, p.service)
		}
	}
	for race := range sameRace {
		if !seen[race] {
			t.Errorf("%s is not described", race)
		}
	}
	if len(seen) != 30 {
		t.Errorf("%d races are described, want 30", len(seen))
	}
}
