package workload

// table-cas is the optimistic loop on entities, where it is the service's default:
// Get Entity, then Update Entity or Merge Entity with the ETag that was read. Now
// and then an entity is deleted, with its ETag. An actor that finds it absent
// inserts it again, so inserts race too.
//
// Invariant: no update is lost. Every acknowledged write replaced exactly the
// version that it named. When several inserts race for one absent entity, one is
// granted (EntityAlreadyExists for the others). Every read shows the version, or
// the absence, that was current at some moment of the read. The ETags of an entity
// never repeat, over all its lives.

import (
	"math/rand/v2"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// Shares of the writes of an existing entity.
const (
	entityDeletes = 0.02
	entityMerges  = 0.4
)

var tableCAS = Workload{
	Name:       "table-cas",
	Sentence:   "read entities and replace, merge or delete them with If-Match; insert those that are gone",
	Invariant:  "no update is lost: a write with If-Match replaces exactly the version it names, and one insert wins an absence",
	Attempt:    "an Insert, Update or Merge Entity",
	Commit:     "one of these that was answered with success",
	Services:   []target.Service{target.Table},
	Defaults:   Options{Keys: 2, Reads: 0.5, Size: 1024}, // two entities of one partition, since a write of one may damage the other
	Heeds:      heeds("think"),
	Operations: []string{"Get Entity", "Update Entity", "Merge Entity", "Insert Entity", "Delete Entity"},
	Needs:      []string{"conditional updates", "updates refused with 412", "creates", "creates refused", "reads"},
	New: on(func(env Env) (*tableSet, error) { return newTableSet(env, 1, max(env.Options.Keys, 1)) }, func(s *tableSet) Instance {
		return run{s, func(_ int, rng *rand.Rand) Actor {
			return &entityActor{entityExchange: s.exchange(nil), keys: newChooser(rng, s.env.Options), rng: rng, o: s.env.Options}
		}}
	}),
}

// entityActor is a reader and writer of table-cas.
type entityActor struct {
	entityExchange
	keys  chooser
	rng   *rand.Rand
	o     Options
	op    history.Op
	merge bool // the Swap is a Merge Entity
	// again is set when the actor is to write the entity it has just read.
	again bool
	known *version // the version that the next write replaces; absent: it inserts; nil: it must be read
}

// Next chooses an entity and whether to read or to write it.
func (a *entityActor) Next() Step {
	if !a.again {
		a.known = nil
		a.choose(a.set.partitions[0][a.keys.next()])
		if a.rng.Float64() < a.o.Reads {
			a.op = history.Read
			return a.step("GET", "")
		}
		a.again = true
		if a.o.Think == 0 {
			a.known = a.entity.newest.get()
		}
	}
	switch {
	case a.known == nil:
		a.op = history.Read
		return a.step("GET", "")
	case a.known.token == history.None:
		a.op = history.Create
		return a.insertStep()
	case a.rng.Float64() < entityDeletes:
		a.op = history.Delete
		return a.step("DELETE", "")
	}
	a.op = history.Swap
	if a.merge = a.rng.Float64() < entityMerges; a.merge {
		return a.step("MERGE", "")
	}
	return a.step("PUT", "")
}

// Fill names the version to be replaced: with think time the one read before
// thinking, otherwise the newest known one.
func (a *entityActor) Fill(r *Request, id Identity) {
	v := a.known
	if a.o.Think == 0 && a.op != history.Read {
		v = a.entity.newest.or(v)
	}
	switch a.op {
	case history.Create:
		a.fillInsert(r, id)
	case history.Swap:
		a.fillSwap(r, id, v)
	case history.Delete:
		a.fillDelete(r, v)
	default:
		a.fillGet(r, id)
	}
}

// Done continues the loop: a read for a write is followed by the write, a refused
// write by a read.
func (a *entityActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	var e history.Event
	switch a.op {
	case history.Create:
		e = a.judgeInsert(x)
	case history.Swap:
		name := a.set.update
		if a.merge {
			name = a.set.merge
		}
		e = a.judgeSwap(x, name)
	case history.Delete:
		e = a.judgeDelete(x)
	default:
		return a.doneRead(x, events)
	}
	a.known = nil
	a.again = e.Outcome == history.Lost || e.Outcome == history.Absent
	return append(events, e), next(e)
}

func (a *entityActor) doneRead(x *Exchange, events []history.Event) ([]history.Event, After) {
	e := a.judgeGet(x)
	after := next(e)
	if a.again {
		switch e.Outcome {
		case history.Won:
			a.known = a.entity.newest.seen(x, e)
		case history.Absent:
			a.known = &version{}
		default:
			a.again = false
		}
		if a.again {
			after.Pause = exponential(a.rng, a.o.Think)
		}
	}
	return append(events, e), after
}
