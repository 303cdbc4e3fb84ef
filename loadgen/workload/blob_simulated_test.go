package workload

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
)

// blobWorkloads are the workloads of this package that contend only for blobs.
var blobWorkloads = []Workload{blobCAS, blobCreate, blobOverwrite, blobBlocks, blobAppend, blobMixed}

// variants are the options for driving each of them.
var variants = map[string]func(*Options){
	"defaults":  nil,
	"many keys": func(o *Options) { o.Keys = 20 },
	"skewed":    func(o *Options) { o.Keys, o.Zipf = 20, 1.4 },
	"thinking":  func(o *Options) { o.Think = 20 * time.Millisecond },
	"writers":   func(o *Options) { o.Reads = 0 },
	"readers":   func(o *Options) { o.Reads = 1 },
	"tiny":      func(o *Options) { o.Size = 24 },
	"large":     func(o *Options) { o.Size = 64 << 10 },
}

// shorten makes append blobs full after so few blocks that runs continue with new
// ones.
func shorten(d *driver) {
	if r, ok := d.instance.(*blobAppendRun); ok {
		r.full = 30 * int64(d.env.Options.Size)
	}
}

func TestEventsTellTheTruth(t *testing.T) {
	t.Parallel()
	for _, w := range blobWorkloads {
		for _, variant := range slices.Sorted(maps.Keys(variants)) {
			exchanges := max(400, thorough.Of(800))
			if variant == "large" {
				exchanges = 200
			}
			t.Run(w.Name+"/"+variant, func(t *testing.T) {
				t.Parallel()
				d := drive(t, w, variants[variant])
				shorten(d)
				d.prepare()
				d.simulate(6, exchanges)
				d.finish()
				verifySimulation(t, d)
			})
		}
	}
}

// trouble makes the network and the service fail now and then, before or after the
// request took effect.
func trouble(rng *rand.Rand) meddler {
	return func(x *Exchange, send func() (*transport.Reply, error)) (*transport.Reply, error) {
		switch rng.IntN(20) {
		case 0:
			return nil, errCut
		case 1:
			send()
			return nil, errCut
		case 2:
			return answer(503, "ServerBusy"), nil
		case 3:
			send()
			return answer(500, "OperationTimedOut"), nil
		case 4:
			send()
			return answer(503, "ServerBusy"), nil
		}
		return send()
	}
}

func TestEventsTellTheTruthInTrouble(t *testing.T) {
	t.Parallel()
	for _, w := range blobWorkloads {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, w, nil)
			shorten(d)
			d.meddle = trouble(d.rng)
			d.prepare()
			d.simulate(6, 2500)
			d.finish()
			verifySimulation(t, d)
		})
	}
}

// TestEveryPartIsPlayed checks that a default run does what its workload is about.
func TestEveryPartIsPlayed(t *testing.T) {
	t.Parallel()
	type part struct {
		name    string
		op      history.Op
		outcome history.Outcome
		code    string
		flags   history.Flags
		named   bool // names a version or position
	}
	const w, l, a = history.Won, history.Lost, history.Absent
	parts := map[string][]part{
		"blob-cas": {
			{"Get Blob", history.Read, w, "", 0, false},
			{"Put Blob", history.Swap, w, "", history.Attempt, true},
			{"Put Blob", history.Swap, l, "ConditionNotMet", history.Attempt, true},
		},
		"blob-create": {
			{"Get Blob", history.Read, w, "", 0, false},
			{"Get Blob", history.Read, a, "BlobNotFound", 0, false},
			{"Put Blob", history.Create, w, "", history.Attempt, false},
			{"Put Blob", history.Create, l, "BlobAlreadyExists", history.Attempt, false},
			{"Delete Blob", history.Delete, w, "", 0, true},
		},
		"blob-overwrite": {
			{"Get Blob", history.Read, w, "", 0, false},
			{"Get Blob", history.Read, w, "", history.IfNoneMatch, true},
			{"Get Blob", history.Read, w, "ConditionNotMet", history.IfNoneMatch, true},
			{"Put Blob", history.Write, w, "", history.Attempt, false},
		},
		"blob-blocks": {
			{"Get Blob", history.Read, w, "", 0, false},
			{"Put Block", history.Stage, w, "", 0, false},
			{"Put Block List", history.Swap, w, "", history.Attempt, true},
			{"Put Block List", history.Swap, l, "ConditionNotMet", history.Attempt, true},
			{"Put Block List", history.Write, w, "", history.Attempt, false},
			{"Put Block List", history.Write, l, "InvalidBlockList", history.Attempt, false},
		},
		"blob-append": {
			{"Get Blob", history.Read, w, "", history.Tail, false},
			{"Append Block", history.Append, w, "", history.Attempt, false},
			{"Append Block", history.Append, w, "", history.Attempt, true},
			{"Append Block", history.Append, l, "AppendPositionConditionNotMet", history.Attempt, true},
			{"Put Blob", history.Create, w, "", 0, false},
			{"Put Blob", history.Create, l, "BlobAlreadyExists", 0, false},
		},
		"blob-mixed": {
			{"Get Blob", history.Read, w, "", 0, false},
			{"Get Blob", history.Read, a, "BlobNotFound", 0, false},
			{"Get Blob", history.Read, w, "ConditionNotMet", history.IfNoneMatch, true},
			{"Get Blob Properties", history.Read, w, "", 0, false},
			{"Get Blob Properties", history.Read, w, "ConditionNotMet", history.IfNoneMatch, true},
			{"Get Blob Properties", history.Read, a, "BlobNotFound", 0, false},
			{"Put Blob", history.Swap, w, "", history.Attempt, true},
			{"Put Blob", history.Swap, l, "ConditionNotMet", history.Attempt, true},
			{"Put Blob", history.Write, w, "", history.Attempt, false},
			{"Put Blob", history.Create, w, "", history.Attempt, false},
			{"Put Blob", history.Create, l, "BlobAlreadyExists", history.Attempt, false},
			{"Delete Blob", history.Delete, w, "", 0, false},
			{"Delete Blob", history.Delete, w, "", 0, true},
			{"Delete Blob", history.Delete, l, "ConditionNotMet", 0, true},
			{"Delete Blob", history.Delete, a, "BlobNotFound", 0, false},
		},
	}
	for _, workload := range blobWorkloads {
		t.Run(workload.Name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, workload, nil)
			shorten(d)
			d.prepare()
			d.simulate(8, 4000)
			played := map[part]int{}
			for _, e := range d.events {
				if e.Flags&history.Outside == 0 {
					played[part{d.env.Book.NameText(e.Name), e.Op, e.Outcome, d.env.Book.CodeText(e.Code), e.Flags, e.If != history.None}]++
				}
			}
			for _, p := range parts[workload.Name] {
				if played[p] == 0 {
					t.Errorf("never played: %+v", p)
				}
			}
			if t.Failed() {
				t.Logf("played: %+v", played)
			}
		})
	}
}

// TestGoroutines lets actors run concurrently: their shared state must be safe.
func TestGoroutines(t *testing.T) {
	t.Parallel()
	for _, w := range blobWorkloads {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			d := drive(t, w, func(o *Options) { o.Think = 100 * time.Microsecond })
			shorten(d)
			d.prepare()
			d.race(8, 300)
			for _, e := range d.finish() {
				if e.Outcome == history.Wrong || e.Outcome.Uncertain() || e.Flags&history.Torn != 0 {
					t.Errorf("%s: %d %s", d.env.Book.NameText(e.Name), e.Status, d.env.Book.CodeText(e.Code))
				}
			}
			if got := len(d.events); got < 8*300 {
				t.Errorf("%d events of %d exchanges", got, 8*300)
			}
		})
	}
}
