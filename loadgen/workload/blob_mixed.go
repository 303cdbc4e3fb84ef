package workload

// blob-mixed does everything to a blob at once: writes with and without conditions,
// creations and deletions, reads with and without If-None-Match, and reads of the
// properties alone.
//
// Invariant: the history of every blob is linearizable. Some order of all
// operations explains every answer, and no operation in it comes before one that
// had ended when it began.

import (
	"math/rand/v2"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

var blobMixed = Workload{
	Name:       "blob-mixed",
	Sentence:   "create, replace, delete and read blobs, with conditions and without",
	Invariant:  "one order of all operations explains every answer",
	Attempt:    "a Put Blob, with a condition or without",
	Commit:     "a Put Blob that was answered with success",
	Services:   []target.Service{target.Blob},
	Defaults:   Options{Keys: 8, Reads: 0.5, Size: 1024},
	Heeds:      heeds(),
	Operations: []string{"Put Blob", "Get Blob", "Get Blob Properties", "Delete Blob"},
	Needs:      []string{"conditional updates", "updates refused with 412", "overwrites", "creates", "creates refused", "deletes", "reads"},
	New:        onBlobs(func(s *blobSet, _ int, rng *rand.Rand) Actor { return &mixedActor{blobActor: s.actor(rng)} }),
}

// mixedActor chooses all its operations at random.
type mixedActor struct {
	blobActor
	overwrites  bool // all writes are unconditional, and no read is of the properties alone
	op          history.Op
	properties  bool     // read only the properties
	conditional bool     // name a version
	known       *version // newest when the operation was chosen
}

// Next chooses a key and an operation. A blob that is absent, as far as known, is
// usually created.
func (a *mixedActor) Next() Step {
	a.choose()
	a.known = a.about.newest.present()
	if a.rng.Float64() < a.o.Reads {
		a.op = history.Read
		a.properties, a.conditional = !a.overwrites && a.rng.IntN(3) == 0, a.rng.IntN(2) == 0
		if a.properties {
			return a.step("HEAD", "")
		}
		return a.step("GET", "")
	}
	a.conditional = false
	switch dice := a.rng.IntN(20); {
	case a.overwrites:
		a.op = history.Write
	case a.known == nil && dice < 15, dice < 2:
		a.op = history.Create
	case a.known == nil && dice < 18, dice < 3:
		a.op = history.Write
	case a.known == nil, dice < 5:
		a.op, a.conditional = history.Delete, a.known != nil && dice < 4
		return a.step("DELETE", "")
	default:
		a.op = history.Swap
	}
	return a.step("PUT", "")
}

// Fill completes the request: a read names the version in the cache, a write the
// newest version known now.
func (a *mixedActor) Fill(r *Request, id Identity) {
	v := a.about.newest.or(a.known)
	switch {
	case a.op == history.Read && a.conditional:
		a.fillGet(r, a.cache[a.about])
	case a.op == history.Read:
		a.fillGet(r, nil)
	case a.op == history.Swap:
		a.fillSwap(r, id, v)
	case a.op != history.Delete:
		a.fillPut(r, id, a.op)
	case a.conditional:
		a.fillDelete(r, v)
	default:
		a.fillDelete(r, nil)
	}
}

// Done interprets the answer.
func (a *mixedActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	var e history.Event
	switch {
	case a.op == history.Delete:
		e = a.judgeDelete(x)
	case a.op != history.Read:
		e = a.judgeWrite(x, a.op, a.set.put)
	case a.properties:
		e = a.judgeRead(x, a.set.head)
	default:
		e = a.judgeRead(x, a.set.get)
	}
	a.keep(x, e)
	return append(events, e), next(e)
}
