package workload

// blob-overwrite is the service's default, last writer wins: actors replace blobs
// without any condition. They also read them, half of the time with If-None-Match
// and the version that they saw last.
//
// Invariant: no read is torn or stale. A body is exactly one that an actor wrote.
// Every read after an acknowledged write sees it or a later one. A 304 comes only
// while the named version is the current one.

import (
	"math/rand/v2"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

var blobOverwrite = Workload{
	Name:       "blob-overwrite",
	Sentence:   "replace blobs without conditions, and read them with and without If-None-Match",
	Invariant:  "the last writer wins, and no read is torn or stale",
	Attempt:    "a Put Blob",
	Commit:     "a Put Blob that was answered with success",
	Services:   []target.Service{target.Blob},
	Defaults:   Options{Keys: 8, Reads: 0.9, Size: 4096},
	Heeds:      heeds(),
	Operations: []string{"Get Blob", "Put Blob"},
	Needs:      []string{"overwrites", "reads"},
	New:        onBlobs(func(s *blobSet, _ int, rng *rand.Rand) Actor { return &overwriteActor{blobActor: s.actor(rng)} }),
}

// overwriteActor is an unconditional writer and a reader.
type overwriteActor struct {
	blobActor
	op       history.Op
	validate bool // name the version in the cache in If-None-Match
}

// Next chooses a key and whether to read or to write.
func (a *overwriteActor) Next() Step {
	a.choose()
	if a.rng.Float64() >= a.o.Reads {
		a.op = history.Write
		return a.step("PUT", "")
	}
	a.op = history.Read
	a.validate = a.rng.IntN(2) == 0
	return a.step("GET", "")
}

// Fill completes the request.
func (a *overwriteActor) Fill(r *Request, id Identity) {
	switch {
	case a.op == history.Write:
		a.fillPut(r, id, history.Write)
	case a.validate:
		a.fillGet(r, a.cache[a.about])
	default:
		a.fillGet(r, nil)
	}
}

// Done interprets the answer.
func (a *overwriteActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	var e history.Event
	if a.op == history.Write {
		e = a.judgeWrite(x, history.Write, a.set.put)
	} else {
		e = a.judgeRead(x, a.set.get)
	}
	a.keep(x, e)
	return append(events, e), next(e)
}
