package workload

// table-lock is the article's pessimistic pattern for tables, which have no locks
// of their own. Every partition has a designated blob, and an actor acquires the
// blob's lease before it changes the partition. A holder reads the partition,
// updates all its entities one by one, each with the ETag that it has just read,
// and releases the lease. Holders desert leases and are broken as in lease-mutex. A
// holder that comes back late does not touch the table before the blob has
// confirmed that it still holds the lease.
//
// Invariant: a lease has one holder at a time, so the writes of two holders do not
// interleave. The table service knows nothing of leases and enforces nothing, so
// this is checked in two halves. First, the lease of each blob is checked as in
// lease-mutex: that shows two holders at once. Second, every write names a version
// that its writer read within its own tenancy, so the versions of an entity form
// one chain and every page shows one state of the partition. A holder may lose its
// lease unknowingly, because its request was slow. The ETag fences off its write
// once the next holder has written, so no update is lost in any case.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

var tableLock = Workload{
	Name:       "table-lock",
	Sentence:   "lock partitions of a table by the lease of a designated blob, and update all of their entities one by one",
	Invariant:  "the lock has one holder at a time, and no holder overwrites what another wrote",
	Attempt:    "a Lease Blob acquire",
	Commit:     "an acquire that got the lease, whatever happens to the work under it",
	Services:   []target.Service{target.Blob, target.Table},
	Defaults:   Options{Keys: 4, Reads: 0.1, Size: 256, Batch: 3, Lease: leaseDuration},
	Heeds:      heeds("think", "batch", "lease"),
	Operations: leaseOperations("Blob", "Query Entities", "Update Entity", "Get Blob"),
	Needs:      []string{"lease acquires", "refused acquires", "lease handoffs", "pages"},
	New: func(env Env) (Instance, error) {
		o := env.Options
		if err := o.checkLease(); err != nil {
			return nil, err
		}
		if o.Batch < 1 || o.Batch > maxBatch {
			return nil, fmt.Errorf("batch: a partition has 1 to %d entities, not %d", maxBatch, o.Batch)
		}
		guards, err := newBlobSet(env)
		if err != nil {
			return nil, err
		}
		table, err := newTableSet(env, o.Keys, o.Batch)
		if err != nil {
			return nil, err
		}
		return &tableLockRun{guards: guards, table: table, locks: guards.locks()}, nil
	},
}

type tableLockRun struct {
	guards *blobSet
	table  *tableSet
	locks  *lockSet
}

// ThirdParty returns somebody else, who breaks one of the leases.
func (r *tableLockRun) ThirdParty(path string) (Actor, bool) { return r.locks.breaking(path) }

// Prepare creates the guard blobs, and then the table that they guard.
func (r *tableLockRun) Prepare(ctx context.Context, c Conn) error {
	if err := r.guards.Prepare(ctx, c); err != nil {
		return err
	}
	return r.table.Prepare(ctx, c)
}

func (r *tableLockRun) Actor(_ int, rng *rand.Rand) Actor {
	return &tableLockActor{
		tenant: r.locks.tenant(rng, r.locks.env.Options.Reads), guard: r.guards.exchange(nil),
		page: pageExchange{set: r.table}, entity: r.table.exchange(nil),
	}
}

// Drain reads every guard and every partition once.
func (r *tableLockRun) Drain(ctx context.Context, c Conn) error {
	return errors.Join(r.guards.Drain(ctx, c), r.table.readPages(ctx, c))
}

// Clean deletes the guard blobs and the table.
func (r *tableLockRun) Clean(ctx context.Context, c Conn) error {
	return errors.Join(r.guards.Clean(ctx, c), r.table.Clean(ctx, c))
}

// tableLockActor is a contender of table-lock.
type tableLockActor struct {
	tenant
	doing  doing
	guard  blobExchange
	page   pageExchange
	entity entityExchange
	row    int // the row to update next; 0: read the partition first
}

// Next chooses between the lease, its blob, and the table.
func (a *tableLockActor) Next() Step {
	a.doing = a.choose()
	a.guard.about = a.guard.set.blobs[a.at]
	a.page.list = a.page.set.partitions[a.at]
	switch a.doing {
	case leasing:
		return a.leaseStep()
	case stealing:
		return a.guard.step("GET", "")
	case working:
		if a.row > 0 {
			a.entity.choose(a.page.list[a.row-1])
			return a.entity.step("PUT", "")
		}
	}
	return a.page.step()
}

// Fill completes a lease operation, or one on the table.
func (a *tableLockActor) Fill(r *Request, id Identity) {
	switch {
	case a.doing == leasing:
		a.fillLease(r, id)
	case a.doing == stealing:
		a.guard.fillGet(r, nil)
		a.guard.name(r, a.id, a.token)
	case a.doing == working && a.row > 0:
		a.entity.fillSwap(r, id, a.page.seen[a.row-1])
	default:
		a.page.fill(r, id)
	}
}

// Done continues the tenancy.
func (a *tableLockActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	first := len(events)
	var pause After
	switch {
	case a.doing == leasing:
		events = append(events, a.judgeLease(x))
		a.leased(events[first])
		if a.op == history.Acquire || a.overlaps {
			a.row = 0
		}
	case a.doing == stealing:
		e := a.guard.judgeRead(x, a.guard.set.get)
		events = append(events, e)
		a.row = 0
		a.stole(e)
	case a.doing == working && a.row > 0:
		e := a.entity.judgeSwap(x, a.entity.set.update)
		e.Flags &^= history.Attempt // the contended thing is the lock
		events = append(events, e)
		pause = a.updated(e)
	default:
		events = a.page.judge(x, events)
		if a.doing == working {
			pause = a.looked()
		}
	}
	after := next(events[first])
	after.Pause = pause.Pause
	return events, after
}

// looked continues after a page was read in a tenancy.
func (a *tableLockActor) looked() After {
	if !a.page.whole() {
		return a.worked()
	}
	a.row = 1
	return After{Pause: exponential(a.rng, a.set.env.Options.Think)}
}

// updated continues after an entity was written: with the next one, or after the
// last with another piece of work. After a failed write the actor verifies that it
// still holds the lock.
func (a *tableLockActor) updated(e history.Event) After {
	if e.Outcome == history.Won && a.row < len(a.page.list) {
		a.row++
		return After{}
	}
	a.row = 0
	if e.Outcome != history.Won {
		a.unanswered = max(a.unanswered, 1)
	}
	return a.worked()
}
