package workload

import (
	"fmt"
	"slices"
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/reference"
	"ifmatch/reference/fault"
)

// TestBlobBlocksShowsLostBlocks runs blob-blocks against services that lose staged blocks, or do not discard them.
func TestBlobBlocksShowsLostBlocks(t *testing.T) {
	t.Parallel()
	for name, rule := range map[string]string{
		"put-block-not-performed":                 "block lost",
		"refused-commit-discards-blocks":          "block lost",
		"sporadic-block-dropped":                  "block lost",
		"put-block-list-keeps-uncommitted-blocks": "discarded block committed",
		"sporadic-blocks-kept":                    "discarded block committed",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, ok := fault.Lookup(name)
			if !ok {
				t.Fatal("there is no such fault")
			}
			untilSeen(t, blobBlocks, reference.Options{Faults: []fault.Fault{f.At(10)}}, 4000, func(d *driver, exchanges int) []string {
				d.prepare()
				d.simulate(8, exchanges)
				d.finish()
				v := judge(d)
				for _, r := range v.Results {
					if r.Check != "blocks" {
						t.Errorf("%s finds %s: %+v", r.Check, r.State, r.Violations)
					}
					if slices.ContainsFunc(r.Violations, func(x finding.Violation) bool { return x.Rule == rule }) {
						return nil
					}
				}
				return []string{fmt.Sprintf("a %s: the history is %s %s: %v", rule, v.State, v.Why, v.Observed)}
			})
		})
	}
}

// TestBlobBlocksShowsLostUpdates runs blob-blocks against a service that performs
// some commits although their If-Match does not match.
func TestBlobBlocksShowsLostUpdates(t *testing.T) {
	t.Parallel()
	f, _ := fault.Lookup("sporadic-stale-if-match")
	untilSeen(t, blobBlocks, reference.Options{Faults: []fault.Fault{f.At(20)}}, 10_000, func(d *driver, exchanges int) []string {
		d.prepare()
		d.simulate(16, exchanges)
		d.finish()
		v := judge(d)
		for _, r := range v.Results {
			for _, x := range r.Violations {
				if x.Rule == "lost update" {
					return nil
				}
			}
		}
		return []string{fmt.Sprintf("a lost update: the history is %s %s: %v", v.State, v.Why, v.Observed)}
	})
}
