package workload

import (
	"testing"

	"ifmatch/loadgen/history"
	"ifmatch/reference"
)

// TestOthersActUnderTheHoldersID demands what a service needs to lose a write or a break: lease operations under the
// holder's id by others than the holder. Nobody may be accused for them.
func TestOthersActUnderTheHoldersID(t *testing.T) {
	t.Parallel()
	for _, w := range []Workload{leaseMutex, containerLease, tableLock} {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			untilSeen(t, w, reference.Options{}, 6000, func(d *driver, exchanges int) (missing []string) {
				d.prepare()
				d.simulate(8, exchanges)
				d.finish()
				holder, seen := map[history.Token]uint32{}, map[history.Op]bool{}
				for _, e := range d.events {
					switch slot := history.SlotOf(e.Client); {
					case e.Outcome != history.Won:
					case e.Op == history.Acquire:
						holder[e.Lease] = slot
					case e.Op == history.Renew, e.Op == history.Change, e.Op == history.Release:
						by, held := holder[e.Lease]
						seen[e.Op] = seen[e.Op] || held && by != slot
						if e.Op == history.Change {
							holder[e.Next] = slot
						}
					}
				}
				for op, what := range map[history.Op]string{history.Renew: "a renewal", history.Change: "a change", history.Release: "a release"} {
					if !seen[op] {
						missing = append(missing, what+" by another than the holder")
					}
				}
				if v := judge(d); len(v.Results) > 0 && v.Violations > 0 {
					t.Errorf("%d violations: %+v", v.Violations, v.Results)
				}
				return missing
			})
		})
	}
}
