package check

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/loadgen/history"
)

func TestTheSeedMakesTheHistory(t *testing.T) {
	t.Parallel()
	for name, make := range map[string]func(simulated) *history.History{"blobs": simulateBlobs, "partitions": simulatePartitions} {
		o := simulated{Operations: 3000, Keys: 3, Clients: 8, Reads: 0.4, Stale: 0.2, Unknown: 0.1, Overwrites: 0.1, Batch: 3, Seed: 9}
		a, b := make(o), make(o)
		if diff := cmp.Diff(a.Events, b.Events); diff != "" {
			t.Errorf("%s: two histories of one seed differ:\n%s", name, diff)
		}
		o.Seed++
		if cmp.Equal(a.Events, make(o).Events) {
			t.Errorf("%s: two seeds made one history", name)
		}
		if len(a.Events) < o.Operations || len(a.Events) > o.Operations+100 {
			t.Errorf("%s: %d events, want about %d", name, len(a.Events), o.Operations)
		}
	}
}

func TestClientsAreSequential(t *testing.T) {
	t.Parallel()
	h := simulatePartitions(simulated{Operations: 5000, Keys: 2, Clients: 8, Reads: 0.4, Stale: 0.2, Unknown: 0.1, Batch: 3})
	type last struct {
		seq uint32
		ret int64
	}
	seen := map[uint32]last{}
	outcomes := map[history.Outcome]int{}
	for i, e := range h.Events {
		l, ok := seen[e.Client]
		if ok && e.Seq != l.seq && (e.Invoke <= l.ret || e.Seq < l.seq) {
			t.Fatalf("event %d: client %d began exchange %d at %d, after exchange %d ended at %d", i, e.Client, e.Seq, e.Invoke, l.seq, l.ret)
		}
		if e.Return < e.Invoke {
			t.Fatalf("event %d ended before it began", i)
		}
		seen[e.Client] = last{e.Seq, e.Return}
		outcomes[e.Outcome]++
	}
	for _, o := range []history.Outcome{history.Won, history.Lost, history.Refused, history.Unknown} {
		if outcomes[o] == 0 {
			t.Errorf("no operation was %s", o)
		}
	}
}
