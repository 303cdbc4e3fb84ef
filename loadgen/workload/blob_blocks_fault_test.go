package workload

import (
	"fmt"
	"testing"

	"ifmatch/reference"
	"ifmatch/reference/fault"
)

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
