package workload

// file-lww is Azure Files over REST as the article describes it: no conditions and no
// locks. Actors write parts of files by Put Range, overlapping or not, and read parts of
// files or whole files.
//
// Invariant: for each byte the last writer wins. A read after an acknowledged write sees
// its bytes, or bytes written later. Writes that do not overlap all survive. Where
// concurrent writes overlap, each byte comes from one of them, and nothing says from
// which (FILE-LWW-09). No write is refused.

import (
	"math/rand/v2"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// Shapes of the exchanges.
const (
	fileBlocks = 8
	mostBlocks = 4   // in one write
	wholeReads = 0.3 // share of all reads that read the whole file
)

var fileLWW = Workload{
	Name:       "file-lww",
	Sentence:   "write parts of files by Put Range without any condition, and read them",
	Invariant:  "the last writer of each byte of a file wins, and ranges that do not overlap all survive",
	Attempt:    "a Put Range",
	Commit:     "a Put Range that was answered with success",
	Services:   []target.Service{target.File},
	Defaults:   Options{Keys: 32, Reads: 0.4, Size: 512}, // enough files that many a write stays the last for a while
	Heeds:      heeds(),
	Operations: []string{"Put Range", "Get File"},
	Needs:      []string{"ranges written", "ranges read", "ranges written beside others"},
	New: on(func(env Env) (*fileSet, error) { return newFileSet(env, fileBlocks) }, func(s *fileSet) Instance {
		return run{s, func(_ int, rng *rand.Rand) Actor {
			return &fileActor{fileExchange: s.exchange(nil), keys: newChooser(rng, s.env.Options), rng: rng}
		}}
	}),
}

// fileActor is a reader and writer of file-lww.
type fileActor struct {
	fileExchange
	keys chooser
	rng  *rand.Rand
}

// Next chooses a part of a file, and whether to read or to write it.
func (a *fileActor) Next() Step {
	a.about = a.set.files[a.keys.next()]
	blocks := 1 + a.rng.IntN(mostBlocks)
	a.part(a.rng.IntN(a.set.blocks-blocks+1), blocks)
	if a.reads = a.rng.Float64() < a.env.Options.Reads; a.reads {
		if a.rng.Float64() < wholeReads {
			a.all()
		}
		return a.step("GET", "")
	}
	return a.step("PUT", "?comp=range")
}

// Done interprets the answer.
func (a *fileActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	first := len(events)
	events = a.judge(x, events)
	return events, next(events[first])
}
