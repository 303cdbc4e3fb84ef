package workload

import (
	"fmt"
	"slices"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/reference"
	"ifmatch/reference/fault"
)

// TestPatternsShowFaults runs each pattern against servers with a fault, sporadic
// or permanent, of the kind that the pattern should reveal.
func TestPatternsShowFaults(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	permanent := map[string][]string{
		"lease-mutex":   {"lease-acquire-while-leased", "sporadic-write-dropped"},
		"table-cas":     {"table-if-match-ignored", "table-etag-unchanged"},
		"table-batch":   {"transaction-half-applied", "table-if-match-ignored"},
		"table-lock":    {"lease-acquire-while-leased"},
		"queue-consume": {"window-shared", "peek-counts", "receipt-not-rotated", "window-one-second-short"},
	}
	for _, w := range patterns {
		names := permanent[w.Name]
		for _, f := range fault.Sporadic() {
			if slices.Contains(f.Workloads, w.Name) {
				names = append(names, f.Name)
			}
		}
		for _, name := range names {
			t.Run(w.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				f, ok := fault.Lookup(name)
				if !ok {
					t.Fatalf("there is no fault %s", name)
				}
				// The run is short, so the fault is more frequent than in the
				// catalogue.
				o := reference.Options{Faults: []fault.Fault{f.At(40)}}
				exchanges := 5000
				if w.rare != nil || w.Name == "queue-consume" {
					exchanges = 20000 // a few hundred granted leases, and several visibility timeouts long
				}
				untilSeen(t, w.Workload, o, exchanges, func(d *driver, exchanges int) []string {
					d.prepare()
					d.simulate(6, exchanges)
					d.finish()
					if v := judge(d); v.State != finding.Invalid {
						return []string{fmt.Sprintf("a violation: the history is %s %s: %v", v.State, v.Why, v.Observed)}
					}
					return nil
				})
			})
		}
	}
}
