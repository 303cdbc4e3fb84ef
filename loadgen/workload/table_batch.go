package workload

// table-batch is entity group transactions against queries. Each transaction
// replaces or merges several entities of one partition, all with If-Match, and each
// query reads a whole partition in one page.
//
// Invariant: all or nothing. A granted transaction replaced, for each of its
// entities, exactly the version that it named. A refused one changed nothing, and
// at least one of its versions was no longer current. An unanswered one changed all
// or none. A page shows a partition at one instant: all of a transaction or none of
// it.
//
// The entities are never deleted, so a page is complete if it has all of them.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

var tableBatch = Workload{
	Name:       "table-batch",
	Sentence:   "replace several entities of a partition in one transaction, while others read the whole partition",
	Invariant:  "a transaction takes effect whole or not at all, and a page shows all of it or nothing",
	Attempt:    "an Entity Group Transaction",
	Commit:     "a transaction that was granted for all of its entities",
	Services:   []target.Service{target.Table},
	Defaults:   Options{Keys: 4, Reads: 0.5, Size: 256, Batch: 4},
	Heeds:      heeds("think", "batch"),
	Operations: []string{"Entity Group Transaction", "Query Entities"},
	Needs:      []string{"transactions", "refused transactions", "pages beside a write"},
	New: func(env Env) (Instance, error) {
		o := env.Options
		if env.Endpoints[target.Table] == "" {
			return nil, errors.New("transactions name entities by their full address, but the address of the table service is unknown")
		}
		if o.Batch < 1 || o.Batch > maxBatch {
			return nil, fmt.Errorf("batch: a transaction has 1 to %d operations, not %d", maxBatch, o.Batch)
		}
		if o.Batch*(o.Size+partOverhead) > maxBatchBody {
			return nil, fmt.Errorf("batch and size: %d entities of %d bytes are more than a transaction can carry, 4 MiB", o.Batch, o.Size)
		}
		// Twice as many entities as a transaction changes: some transactions share
		// one entity, some several, few none.
		set, err := newTableSet(env, max(o.Keys, 1), 2*o.Batch)
		if err != nil {
			return nil, err
		}
		return &batchRun{set}, nil
	},
}

type batchRun struct{ *tableSet }

func (r *batchRun) Actor(_ int, rng *rand.Rand) Actor {
	a := &batchActor{
		batchExchange: batchExchange{set: r.tableSet}, page: pageExchange{set: r.tableSet},
		keys: newChooser(rng, r.env.Options), rng: rng, o: r.env.Options,
	}
	for i := range 2 * r.env.Options.Batch {
		a.rows = append(a.rows, i)
	}
	return a
}

// Drain reads every partition once.
func (r *batchRun) Drain(ctx context.Context, c Conn) error { return r.readPages(ctx, c) }

// readPages reads every partition once, and records the events.
func (s *tableSet) readPages(ctx context.Context, c Conn) error {
	return each(finally, s.partitions, func(list []*entity) error {
		exchange := pageExchange{set: s, list: list}
		_, err := retryAll(ctx, c, exchange.step(), exchange.fill, exchange.judge, true)
		return err
	})
}

// batchActor is a reader and writer of table-batch.
type batchActor struct {
	batchExchange
	page    pageExchange
	keys    chooser
	rng     *rand.Rand
	o       Options
	rows    []int      // of a partition, those to change first
	known   []*version // versions of the entities when the write was chosen
	reading bool       // the exchange is a query
	loop    loop
}

// Next chooses a partition, and whether to read or to write it.
func (a *batchActor) Next() Step {
	if a.loop == free {
		a.page.list = a.set.partitions[a.keys.next()]
		if a.reading = a.rng.Float64() < a.o.Reads; a.reading {
			return a.page.step()
		}
		a.loop = reading
		a.choose()
		if a.o.Think == 0 && a.recall() {
			a.loop = writing
		}
	}
	if a.reading = a.loop == reading; a.reading {
		return a.page.step()
	}
	return a.step()
}

// choose moves random entities to the front, for the next transaction. A refused
// transaction tries again with the same.
func (a *batchActor) choose() {
	for i := range a.o.Batch {
		k := i + a.rng.IntN(len(a.rows)-i)
		a.rows[i], a.rows[k] = a.rows[k], a.rows[i]
	}
}

// recall takes the newest known versions, and reports whether every entity has one.
func (a *batchActor) recall() bool {
	a.known = a.known[:0]
	for _, e := range a.page.list {
		v := e.newest.present()
		if v == nil {
			return false
		}
		a.known = append(a.known, v)
	}
	return true
}

// Fill chooses the versions that a transaction names: with think time those of the
// page read before thinking, otherwise the newest known ones.
func (a *batchActor) Fill(r *Request, id Identity) {
	if a.reading {
		a.page.fill(r, id)
		return
	}
	if a.o.Think == 0 {
		for i, e := range a.page.list {
			a.known[i] = e.newest.or(a.known[i])
		}
	}
	a.changes = a.changes[:0]
	for _, row := range a.rows[:a.o.Batch] {
		a.changes = append(a.changes, change{entity: a.page.list[row], merge: a.rng.Float64() < entityMerges, named: a.known[row]})
	}
	a.fill(r, id)
}

// Done continues the loop: a page read for a transaction is followed by the
// transaction, a refused transaction by a page.
func (a *batchActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	first := len(events)
	if !a.reading {
		events = a.judge(x, events)
		a.loop = free
		if o := events[first].Outcome; o == history.Lost || o == history.Refused {
			a.loop = reading
		}
		return events, next(events[first])
	}
	events = a.page.judge(x, events)
	after := next(events[first])
	if a.loop == reading {
		a.loop = free
		if a.page.whole() {
			a.loop, a.known = writing, append(a.known[:0], a.page.seen...)
			after.Pause = exponential(a.rng, a.o.Think)
		}
	}
	return events, after
}
