package workload

import (
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reference"
	"ifmatch/reference/fault"
)

// TestClientsGoOnAfterALostWrite drives services that acknowledge writes and lose
// them. The clients must not keep naming versions that no longer exist; otherwise
// almost nothing would be committed any more. The losses must still be found.
func TestClientsGoOnAfterALostWrite(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		workload Workload
		fault    string
	}{
		{blobCAS, "sporadic-write-dropped"},
		{blobBlocks, "sporadic-write-dropped"},
		{blobMixed, "sporadic-write-dropped"},
		{tableBatch, "sporadic-half-transaction"},
	} {
		t.Run(tc.workload.Name, func(t *testing.T) {
			t.Parallel()
			f, ok := fault.Lookup(tc.fault)
			if !ok {
				t.Fatalf("there is no fault %s", tc.fault)
			}
			d := driveServer(t, tc.workload, func(o *Options) { o.Keys = 1 }, reference.Options{Faults: []fault.Fault{f.At(50)}})
			d.prepare()
			d.simulate(4, 4000)
			d.finish()
			late := 0 // commits in the last quarter of the run
			for _, e := range d.events[3*len(d.events)/4:] {
				if e.Flags&history.Attempt != 0 && e.Flags&history.Follow == 0 && e.Outcome == history.Won {
					late++
				}
			}
			if late < 30 {
				t.Errorf("%d commits in the last quarter of %d events", late, len(d.events))
			}
			if v := judge(d); v.State != finding.Invalid {
				t.Errorf("the history is %s %s", v.State, v.Why)
			}
		})
	}
}
