package workload

// blob-cas is the article's optimistic loop: read a blob, think, write it with
// If-Match.
//
// Invariant: no update is lost. Every acknowledged write replaced exactly the
// version that it named. So the versions of a blob form one chain, and every read
// shows the version that was current at some moment of the read.
//
// Without think time a writer names the newest ETag received by any actor of this
// process, which is the hardest contention that one generator can produce. With
// think time it names the version that it read itself before thinking, as people and
// their programs do. Then a read precedes each write, in addition to the share of
// operations that only read. In both cases a refused writer reads the blob before it
// tries again.

import (
	"math/rand/v2"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

var blobCAS = Workload{
	Name:       "blob-cas",
	Sentence:   "read blobs and replace them with If-Match, each writer naming the version it knows",
	Invariant:  "no update is lost: a write with If-Match replaces exactly the version it names",
	Attempt:    "a Put Blob with If-Match",
	Commit:     "a Put Blob that replaced the version it named",
	Services:   []target.Service{target.Blob},
	Defaults:   Options{Keys: 1, Reads: 0.5, Size: 1024},
	Heeds:      heeds("think"),
	Operations: []string{"Get Blob", "Put Blob"},
	Needs:      []string{"conditional updates", "updates refused with 412", "reads"},
	New:        onBlobs(func(s *blobSet, _ int, rng *rand.Rand) Actor { return &casActor{blobActor: s.actor(rng)} }),
}

// casActor is a reader and writer of blob-cas.
type casActor struct {
	blobActor
	op    history.Op
	loop  loop
	known *version // the version that the next write replaces, unless a newer one is to be named
}

// loop is the state of an actor's read-modify-write.
type loop uint8

const (
	free    loop = iota // the next operation is chosen by chance
	reading             // reads what it will replace
	writing             // replaces what it read
)

// Next chooses a key and whether to read or to write.
func (a *casActor) Next() Step {
	if a.loop == free {
		a.choose()
		if a.rng.Float64() < a.o.Reads {
			a.op = history.Read
			return a.step("GET", "")
		}
		a.loop = reading
		if a.known = a.about.newest.present(); a.known != nil && a.o.Think == 0 {
			a.loop = writing
		}
	}
	if a.loop == reading {
		a.op = history.Read
		return a.step("GET", "")
	}
	a.op = history.Swap
	return a.step("PUT", "")
}

// Fill names the version to be replaced.
func (a *casActor) Fill(r *Request, id Identity) {
	if a.op == history.Read {
		a.fillGet(r, nil)
		return
	}
	v := a.known
	if a.o.Think == 0 {
		v = a.about.newest.or(v)
	}
	a.fillSwap(r, id, v)
}

// Done continues the loop: a read for a write is followed by the write, a refused
// write by a read.
func (a *casActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	if a.op == history.Swap {
		e := a.judgeWrite(x, history.Swap, a.set.put)
		a.loop, a.known = free, nil
		if e.Outcome == history.Lost {
			a.loop = reading
		}
		return append(events, e), next(e)
	}
	e := a.judgeRead(x, a.set.get)
	after := next(e)
	if a.loop == reading {
		a.loop = free
		if e.Outcome == history.Won {
			a.loop, a.known = writing, a.about.newest.seen(x, e)
			after.Pause = exponential(a.rng, a.o.Think)
		}
	}
	return append(events, e), after
}
