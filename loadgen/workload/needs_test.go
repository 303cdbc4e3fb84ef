package workload

import (
	"testing"

	"ifmatch/loadgen/check"
	"ifmatch/reference"
)

// TestDefaultsPutTheInvariantToTheTest checks that a default run on blobs shows
// everything that it needs. TestDefaultsShowWhatTheyAreFor does this for the
// other workloads.
func TestDefaultsPutTheInvariantToTheTest(t *testing.T) {
	t.Parallel()
	for _, w := range blobWorkloads {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			untilSeen(t, w, reference.Options{}, 4000, func(d *driver, exchanges int) []string {
				shorten(d)
				d.prepare()
				d.simulate(8, exchanges)
				d.finish()
				return unseen(judge(d), w.Needs)
			})
		})
	}
}

// TestARunThatPutsNothingToTheTestSaysSo drives only readers, and prepares a run
// without clients: neither proves the invariant.
func TestARunThatPutsNothingToTheTestSaysSo(t *testing.T) {
	t.Parallel()
	for _, w := range All() {
		for name, exchanges := range map[string]int{"readers": 100, "nobody": 0} {
			t.Run(w.Name+"/"+name, func(t *testing.T) {
				t.Parallel()
				d := drive(t, w, func(o *Options) { o.Reads = 1 })
				d.prepare()
				d.simulate(1, exchanges)
				d.finish()
				v := check.Events(d.env.Book, d.events, true, "", check.Options{Early: -1, Late: -1, Needs: w.Needs})
				if missing := unseen(v, w.Needs); len(missing) == 0 || len(v.NotObserved) < len(missing) {
					t.Errorf("not observed are %q, and %q", v.NotObserved, missing)
				}
			})
		}
	}
}
