package lease

import (
	"strings"
	"testing"
	"time"

	"ifmatch/loadgen/history"
)

// TestALeaseThatRanOutIsRefused refuses a lease after its time was up. The sentence says since when it was, and within a minute
// that the REST reference allows it.
func TestALeaseThatRanOutIsRefused(t *testing.T) {
	t.Parallel()
	first, second, _ := leaseIDs()
	for after, allowed := range map[time.Duration]bool{3 * time.Second: true, 90 * time.Second: false} {
		at := int64(15*time.Second + after)
		r := Check([]history.Event{
			{Client: 1, Seq: 1, Op: history.Acquire, Lease: first, Outcome: history.Won, Arg: int64(15 * time.Second), Invoke: 0, Return: 1},
			{Client: 2, Seq: 1, Op: history.Acquire, Lease: second, Outcome: history.Refused, Status: 409, Arg: int64(15 * time.Second), Invoke: at, Return: at + 1},
		}, Options{})
		if len(r.Violations) != 1 {
			t.Fatalf("%s: %s with %d violations, want one", after, r.State, len(r.Violations))
		}
		got := r.Violations[0].Sentence
		if !strings.Contains(got, "was refused the lease although the lease of client 1 had run out at least") || strings.Contains(got, "BLOB-LEASE-67") != allowed {
			t.Errorf("%s: %s", after, got)
		}
	}
}
