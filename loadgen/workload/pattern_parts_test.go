package workload

import (
	"fmt"
	"slices"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reference"
	"ifmatch/reference/fault"
)

// TestEveryPartOfPatternsIsPlayed checks that a default run does what its
// workload is about.
func TestEveryPartOfPatternsIsPlayed(t *testing.T) {
	t.Parallel()
	type part struct {
		name    string
		op      history.Op
		outcome history.Outcome
		code    string
		under   bool // names a lease id
		joined  bool // part of a group
	}
	const w, l, r, a = history.Won, history.Lost, history.Refused, history.Absent
	leases := func(kind string) []part {
		kind = "Lease " + kind
		return []part{
			{kind + " acquire", history.Acquire, w, "", true, false},
			{kind + " acquire", history.Acquire, r, "LeaseAlreadyPresent", true, false},
			{kind + " renew", history.Renew, w, "", true, false},
			{kind + " renew", history.Renew, r, "LeaseIdMismatchWithLeaseOperation", true, false},
			{kind + " change", history.Change, w, "", true, false},
			{kind + " release", history.Release, w, "", true, false},
			{kind + " break", history.Break, w, "", false, false},
		}
	}
	parts := map[string][]part{
		"lease-mutex": append(leases("Blob"),
			part{"Get Blob", history.Read, w, "", false, false},
			part{"Get Blob", history.Read, w, "", true, false},
			part{"Put Blob", history.Swap, w, "", true, false},
			part{"Put Blob", history.Write, w, "", true, false},
			part{"Put Blob", history.Swap, r, "LeaseIdMissing", false, false},
			part{"Put Blob", history.Write, r, "LeaseIdMissing", false, false},
			part{"Put Blob", history.Write, w, "", false, false},
			part{"Put Blob", history.Write, r, "LeaseIdMismatchWithBlobOperation", true, false},
			part{"Put Blob", history.Write, r, "LeaseNotPresentWithBlobOperation", true, false},
		),
		"container-lease": append(leases("Container"),
			part{"Get Container Properties", history.Read, w, "", false, false},
			part{"Get Container Properties", history.Read, w, "", true, false},
			part{"Set Container Metadata", history.Write, w, "", true, false},
			part{"Set Container Metadata", history.Write, w, "", false, false},
			part{"Set Container Metadata", history.Write, r, "LeaseIdMismatchWithContainerOperation", true, false},
			part{"Delete Container", history.Delete, r, "LeaseIdMismatchWithContainerOperation", true, false},
			part{"Delete Container", history.Delete, r, "LeaseIdMissing", false, false},
			part{"Delete Container", history.Delete, w, "", true, false},
			part{"Get Container Properties", history.Read, a, "ContainerNotFound", false, false},
		),
		"table-cas": {
			{"Get Entity", history.Read, w, "", false, false},
			{"Get Entity", history.Read, a, "ResourceNotFound", false, false},
			{"Update Entity", history.Swap, w, "", false, false},
			{"Update Entity", history.Swap, l, "UpdateConditionNotSatisfied", false, false},
			{"Merge Entity", history.Swap, w, "", false, false},
			{"Merge Entity", history.Swap, l, "UpdateConditionNotSatisfied", false, false},
			{"Insert Entity", history.Create, w, "", false, false},
			{"Insert Entity", history.Create, l, "EntityAlreadyExists", false, false},
			{"Delete Entity", history.Delete, w, "", false, false},
			{"Delete Entity", history.Delete, l, "UpdateConditionNotSatisfied", false, false},
		},
		"table-batch": {
			{"Query Entities", history.Read, w, "", false, true},
			{"Entity Group Transaction", history.Swap, w, "", false, true},
			{"Entity Group Transaction", history.Swap, l, "UpdateConditionNotSatisfied", false, true},
			{"Entity Group Transaction", history.Swap, r, "UpdateConditionNotSatisfied", false, true},
		},
		"table-lock": append(leases("Blob"),
			part{"Query Entities", history.Read, w, "", false, true},
			part{"Update Entity", history.Swap, w, "", false, false},
			part{"Get Blob", history.Read, r, "LeaseIdMismatchWithBlobOperation", true, false},
		),
		"queue-consume": {
			{"Put Message", history.Put, w, "", false, false},
			{"Get Messages", history.Get, w, "", false, true},
			{"Get Messages", history.Get, w, "", false, false},
			{"Peek Messages", history.Peek, w, "", false, true},
			{"Update Message", history.Update, w, "", false, false},
			{"Delete Message", history.Remove, w, "", false, false},
			{"Delete Message", history.Remove, l, "MessageNotFound", false, false},
		},
	}
	for _, workload := range patterns {
		t.Run(workload.Name, func(t *testing.T) {
			t.Parallel()
			played := map[part]int{}
			untilSeen(t, workload.Workload, reference.Options{}, 6000, func(d *driver, exchanges int) (missing []string) {
				d.prepare()
				d.simulate(6, exchanges)
				d.finish()
				for _, e := range d.events {
					played[part{d.env.Book.NameText(e.Name), e.Op, e.Outcome, d.env.Book.CodeText(e.Code), e.Lease != history.None, e.Group != 0}]++
				}
				for _, p := range parts[workload.Name] {
					if played[p] == 0 {
						missing = append(missing, fmt.Sprintf("%+v", p))
					}
				}
				return missing
			})
			if t.Failed() {
				t.Logf("played: %+v", played)
			}
		})
	}
}

// TestQueueIsEmptiedAndKeptShort checks that a run leaves nothing, redelivers,
// and keeps the queue near its target depth.
func TestQueueIsEmptiedAndKeptShort(t *testing.T) {
	t.Parallel()
	d := drive(t, queueConsume, nil)
	d.prepare()
	d.simulate(4, 12000)
	run := d.instance.(*queueRun)
	if fresh := run.queues[0].fresh.Load(); fresh < 0 || fresh > run.depth+4 {
		t.Errorf("%d fresh messages, want at most %d and one of each actor", fresh, run.depth)
	}
	peak, there := 0, 0
	for _, e := range d.events {
		switch {
		case e.Op == history.Put && e.Outcome == history.Won:
			there++
		case e.Op == history.Remove && e.Outcome == history.Won:
			there--
		}
		peak = max(peak, there)
	}
	if peak > 250 {
		t.Errorf("%d messages at once, fresh, in hand and hidden; %d are to be fresh", peak, run.depth)
	}
	d.finish()
	alive := map[uint64]bool{}
	redelivered, empty, old := 0, 0, 0
	for _, e := range d.events {
		switch {
		case e.Op == history.Put && e.Outcome == history.Won:
			alive[e.Value] = true
		case e.Op == history.Remove && e.Outcome == history.Won:
			delete(alive, e.Value)
		case e.Op == history.Remove:
			old++
		case e.Op == history.Get && e.Value == 0:
			empty++
		case e.Op == history.Get && e.Got > 1:
			redelivered++
		}
	}
	if len(alive) != 0 {
		t.Errorf("%d messages were neither deleted nor found at the end", len(alive))
	}
	if redelivered < 30 || empty < 1 || old < 30 {
		t.Errorf("%d redeliveries, %d empty answers, %d receipts refused", redelivered, empty, old)
	}
	if last := d.events[len(d.events)-1]; last.Op != history.Get || last.Value != 0 || last.Flags&history.Outside == 0 {
		t.Errorf("the last event is no answer of an empty queue: %+v", last)
	}
}

// TestWorkloadsShowFaults runs each workload against servers with a fault, sporadic
// or permanent, of the kind that the workload should reveal.
func TestWorkloadsShowFaults(t *testing.T) {
	thorough.Only(t)
	t.Parallel()
	permanent := map[string][]string{
		"lease-mutex":   {"lease-acquire-while-leased", "sporadic-write-dropped"},
		"table-cas":     {"table-if-match-ignored", "table-etag-unchanged"},
		"table-batch":   {"transaction-half-applied", "table-if-match-ignored"},
		"table-lock":    {"lease-acquire-while-leased"},
		"queue-consume": {"window-shared", "peek-counts", "receipt-not-rotated", "window-one-second-short"},
	}
	seldom := map[string]bool{"queue-consume": true} // a few hundred granted leases, and several visibility timeouts long
	for _, p := range patterns {
		seldom[p.Name] = seldom[p.Name] || p.rare != nil
	}
	for _, w := range all {
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
				if seldom[w.Name] {
					exchanges = 20000
				}
				untilSeen(t, w, o, exchanges, func(d *driver, exchanges int) []string {
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
