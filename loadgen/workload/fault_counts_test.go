package workload

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/reference"
	"ifmatch/reference/fault"
)

// countedFaults are sporadic faults that one workload finds, each with a test for the
// events that show it. Faults without such a test are not counted. Where many of them
// follow each other, several sets of answers can be disbelieved, and not all sets are
// equally small.
var countedFaults = []struct {
	workload Workload
	fault    string
	every    fault.Rate
	shows    func(d *driver, e *history.Event, shown map[string]bool) bool
}{
	{blobBlocks, "sporadic-block-dropped", 50, nameless},
	{blobBlocks, "sporadic-blocks-kept", 20, nil},
	{blobLog, "sporadic-list-late", 20, missingBlob},
	{blobLog, "sporadic-list-page-skips", 20, missingBlob},
	{blobOwnership, "sporadic-list-stale", 2000, listedVersion},
	{blobOwnership, "sporadic-list-mixed", 2000, listedVersion},
	{blobOwnership, "sporadic-metadata-stale-if-match", 20, nil},
	{fileLWW, "sporadic-range-dropped", 200, nil},
	{fileLWW, "sporadic-range-stale", 200, nil},
	{fileLWW, "sporadic-range-damaged", 200, requested},
	{fileLWW, "sporadic-range-refused", 200, requested},
	{leaseMutex, "sporadic-lease-granted-twice", 100, nameless},
	{leaseMutex, "sporadic-lease-released-by-write", 30, nameless},
	{containerLease, "sporadic-lease-granted-twice", 100, nameless},
	{fileLease, "sporadic-file-lease-granted-twice", 100, underLease},
	{fileLease, "sporadic-file-lease-foreign-id", 10, requested},
	{fileLease, "sporadic-file-lease-ignored", 10, requested},
	{fileLease, "sporadic-file-lease-id-kept", 4, underLease},
	{fileShareMode, "sporadic-share-mode-written", 20, nil},
	{fileShareMode, "sporadic-share-mode-read", 20, nil},
	{fileShareMode, "sporadic-share-mode-opened", 20, nil},
	{fileShareMode, "sporadic-handle-left", 20, nameless},
	{idempotentConsumer, "sporadic-message-renamed", 2, nameless},
	{idempotentConsumer, "sporadic-entity-crowded-out", 100, nameless},
}

// missingBlob reports whether an event found a blob absent that one of the shown faults
// names, whatever its ETag.
func missingBlob(d *driver, e *history.Event, shown map[string]bool) bool {
	if e.Op != history.Read || e.Outcome != history.Absent {
		return false
	}
	for what := range shown {
		name, _, _ := strings.Cut(what, " ")
		if d.env.Book.KeyText(e.Key) == "blob /"+name {
			return true
		}
	}
	return false
}

// listedVersion reports whether an event is a list that showed a version named by one of
// the shown faults.
func listedVersion(d *driver, e *history.Event, shown map[string]bool) bool {
	_, blob, _ := strings.Cut(d.env.Book.KeyText(e.Key), "/")
	return e.Op == history.Read && shown[blob+" "+d.env.Book.Text(e.Tag)]
}

// requested reports whether an event belongs to a request named by one of the shown faults.
func requested(d *driver, e *history.Event, shown map[string]bool) bool {
	id := fmt.Sprintf("%s-%d-%d", d.env.Run, e.Client, e.Seq)
	for what := range shown {
		if strings.HasSuffix(what, " "+id) {
			return true
		}
	}
	return false
}

// nameless accepts any event: the reference does not record which event shows the fault.
func nameless(*driver, *history.Event, map[string]bool) bool { return true }

// underLease reports whether an event names a lease id named by one of the shown faults.
func underLease(d *driver, e *history.Event, shown map[string]bool) bool {
	for what := range shown {
		for _, id := range []string{d.env.Book.Text(e.Lease), d.env.Book.Text(e.Next)} {
			if id != "" && strings.HasSuffix(what, " "+id) {
				return true
			}
		}
	}
	return false
}

// TestFaultsAreCounted compares what the checks find with what the server did. There must
// be at least one violation, no more violations than shown faults, and every certificate
// must name one of those faults.
func TestFaultsAreCounted(t *testing.T) {
	t.Parallel()
	for _, tc := range thorough.Some(t, len(countedFaults)/6, countedFaults) {
		if tc.shows == nil {
			continue
		}
		t.Run(tc.fault, func(t *testing.T) {
			t.Parallel()
			f, ok := fault.Lookup(tc.fault)
			if !ok {
				t.Fatal("there is no such fault")
			}
			untilSeen(t, tc.workload, reference.Options{Faults: []fault.Fault{f.At(tc.every)}}, 6000, func(d *driver, _ int) []string {
				d.prepare()
				d.simulate(6, max(2000, thorough.Of(6000))) // many faults to count in every run
				d.finish()
				count, last := d.server.Shown()
				shown := map[string]bool{}
				for _, s := range last {
					shown[s.What] = true
				}
				v := judge(d)
				t.Logf("%d shown, %s with %d violations", count[f.Name], v.State, v.Violations)
				found := v.Violations
				if tc.fault == "sporadic-entity-crowded-out" { // several requests miss the lost effect, and each of them can be wrong
					found = len(v.Results)
				}
				if found > count[f.Name] {
					t.Errorf("%d violations of %d faults shown", found, count[f.Name])
				}
				for _, r := range v.Results {
					for _, x := range r.Violations {
						guilty := false
						for i := range x.Evidence {
							guilty = guilty || tc.shows(d, &x.Evidence[i].Event, shown)
						}
						if !guilty {
							t.Errorf("%s: %s names nothing that was shown: %+v", r.Key, x.Sentence, x.Evidence)
						}
					}
				}
				if v.State != finding.Invalid {
					return []string{"a violation"}
				}
				return nil
			})
		})
	}
}

// luckyToo names a workload that may find a fault, but too rarely to rely on: intruders of
// file-lease are now and then refused a range while nobody has a lease.
var luckyToo = map[string]string{"sporadic-range-refused": "file-lease"}

// TestNobodyElseFindsThem runs the other workloads against the same faults: a fault that
// they already find needs no workload of its own.
func TestNobodyElseFindsThem(t *testing.T) {
	t.Parallel()
	dice := rand.New(rand.NewPCG(thorough.Seed(t), 3))
	for _, tc := range countedFaults {
		for _, w := range All() {
			if !thorough.All() && dice.IntN(16) > 0 {
				continue // `make test-full` tries all of them
			}
			if f, _ := fault.Lookup(tc.fault); slices.Contains(f.Workloads, w.Name) || w.Name == luckyToo[tc.fault] {
				continue
			}
			t.Run(tc.fault+"/"+w.Name, func(t *testing.T) {
				t.Parallel()
				f, _ := fault.Lookup(tc.fault)
				d := driveServer(t, w, nil, reference.Options{Faults: []fault.Fault{f.At(3)}})
				shorten(d)
				d.prepare()
				d.simulate(4, 500)
				d.finish()
				if v := judge(d); v.State == finding.Invalid {
					t.Errorf("found by %s: %+v", w.Name, v.Results)
				}
			})
		}
	}
}
