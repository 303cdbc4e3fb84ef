package workload

// container-lease is the pessimistic loop on containers. A container's lease guards
// only one operation, Delete Container. But any other operation that names a lease
// id is checked against the lease too. Clients that agree on this have exclusive
// writes: each names an id, and only one is valid.
//
// Invariant: a lease has one holder at a time, and an operation that names a lease
// id succeeds only while the lease is held under that id. In particular, no delete
// succeeds under an id that was never acquired or was given up. At the end, a
// delete without the id fails while the lease is held, and the holder's delete
// succeeds.
//
// Set Container Metadata writes a version. Containers allow no ETag conditions, so
// all writes are unconditional. Without an id they succeed in every state of the
// lease. A container is deleted only when the load is over, because its name is
// blocked for half a minute. So no delete without an id meets an acquire: whether a service
// deletes a container that is leased meanwhile is not tested.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// Shares of the visits. Foreign visits name an id that nobody acquired, and must
// always be refused. Open writes name none, and must always be granted.
const (
	foreignWrites  = 0.03
	foreignDeletes = 0.03
	openWrites     = 0.03
)

var containerLease = Workload{
	Name:       "container-lease",
	Sentence:   "take turns in writing the metadata of containers under a lease; others try to write and to delete them",
	Invariant:  "a container's lease has one holder at a time, and requests under another id neither use the lease nor delete the container",
	Attempt:    "a Lease Container acquire",
	Commit:     "an acquire that got the lease, whatever happens to the work under it",
	Services:   []target.Service{target.Blob},
	Defaults:   Options{Keys: 4, Reads: 0.1, Size: 128, Lease: leaseDuration},
	Heeds:      heeds("think", "lease"),
	Operations: leaseOperations("Container", "Get Container Properties", "Set Container Metadata", "Delete Container"),
	Needs:      []string{"lease acquires", "refused acquires", "lease handoffs", "writes under a lease", "writes refused by a lease"},
	New: func(env Env) (Instance, error) {
		if err := env.Options.checkLease(); err != nil {
			return nil, err
		}
		set, err := newContainerSet(env)
		if err != nil {
			return nil, err
		}
		return &containerRun{containerSet: set, leases: set.locks()}, nil
	},
}

type containerRun struct {
	*containerSet
	leases *lockSet
}

// ThirdParty returns somebody else, who breaks one of the leases.
func (r *containerRun) ThirdParty(path string) (Actor, bool) { return r.leases.breaking(path) }

func (r *containerRun) Actor(_ int, rng *rand.Rand) Actor {
	visits := r.env.Options.Reads + foreignWrites + foreignDeletes + openWrites
	return &containerActor{tenant: r.leases.tenant(rng, min(visits, 1)), turn: r.turn(nil)}
}

// containerActor is a contender of container-lease.
type containerActor struct {
	tenant
	turn    containerTurn
	doing   doing
	does    history.Op // operation of an exchange about the container
	foreign bool       // it names an id that nobody acquired
	read    bool       // in this piece of work; the write is next
}

// Next chooses between the lease and the container.
func (a *containerActor) Next() Step {
	a.doing = a.choose()
	a.turn.about = a.turn.containers.containers[a.at]
	a.turn.under, a.foreign = history.None, false
	switch a.doing {
	case leasing:
		return a.leaseStep()
	case working:
		if !a.read {
			return a.step(history.Read)
		}
		return a.step(history.Write)
	case stealing:
		if a.given && a.chance(0.5) {
			return a.step(history.Delete)
		}
		return a.step(history.Write)
	}
	switch p := a.rng.Float64() * a.visits; {
	case p < foreignWrites:
		a.foreign = true
		return a.step(history.Write)
	case p < foreignWrites+foreignDeletes:
		a.foreign = true
		return a.step(history.Delete)
	case p < foreignWrites+foreignDeletes+openWrites:
		return a.step(history.Write)
	}
	return a.step(history.Read)
}

func (a *containerActor) step(op history.Op) Step {
	a.does = op
	switch op {
	case history.Read:
		return a.turn.step("HEAD", "")
	case history.Delete:
		return a.turn.step("DELETE", "")
	}
	return a.turn.step("PUT", "&comp=metadata")
}

// Fill completes a lease operation, or one on the container.
func (a *containerActor) Fill(r *Request, id Identity) {
	if a.doing == leasing {
		a.fillLease(r, id)
		return
	}
	if a.does == history.Write {
		a.turn.fillMetadata(r, id)
	}
	switch {
	case a.foreign:
		a.turn.nameForeign(r, id)
	case a.doing != visiting:
		a.turn.name(r, a.id, a.token)
	}
}

// Done continues the tenancy.
func (a *containerActor) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	var e history.Event
	if a.doing == leasing {
		e = a.judgeLease(x)
		a.leased(e)
		a.read = false
		return append(events, e), next(e)
	}
	switch a.does {
	case history.Read:
		e = a.turn.judgeRead(x)
	case history.Delete:
		e = a.turn.judgeDelete(x)
	default:
		e = a.turn.judgeWrite(x, history.Write, a.turn.containers.set, 200)
	}
	after := next(e)
	switch a.doing {
	case working:
		after.Pause = a.wrought(e)
	case stealing:
		a.stole(e)
	}
	return append(events, e), after
}

// wrought continues after one half of a piece of work, which is a read and a write.
// It returns the pause before the next half.
func (a *containerActor) wrought(e history.Event) time.Duration {
	switch {
	case e.Outcome == history.Refused:
		a.read = false
		a.evicted()
	case a.does == history.Write:
		a.read = false
		return a.worked().Pause
	case e.Outcome.Uncertain():
	default:
		a.read = true
		return exponential(a.rng, a.set.env.Options.Think)
	}
	return 0
}

// Drain reads every container once, and tests its lease: a delete must succeed
// under the holder's id, and not before. Shards delete nothing, since others may still
// use the container: while its name is taken, a second deletion is accepted as the first
// was, under any id (BLOB-CONS-15).
func (r *containerRun) Drain(ctx context.Context, c Conn) error {
	for i, k := range r.containers {
		turn := r.turn(k)
		if _, err := retry(ctx, c, turn.step("HEAD", ""), nil, turn.judgeRead, true); err != nil {
			return fmt.Errorf("read the final state: %w", err)
		}
		if r.env.Shards > 0 {
			continue
		}
		if err := r.end(ctx, c, &turn, r.leases.locks[i]); err != nil {
			return fmt.Errorf("delete a container under its lease: %w", err)
		}
	}
	return nil
}

// end deletes a container. Deletes without an id and under a foreign one should
// fail; the delete under the lease's id should succeed.
func (r *containerRun) end(ctx context.Context, c Conn, turn *containerTurn, l *lock) error {
	lease := leaseTurn{set: r.leases, lock: l}
	var e history.Event
	for _, lease.op = range []history.Op{history.Break, history.Acquire} {
		var err error
		if e, err = retry(ctx, c, lease.leaseStep(), lease.fillLease, lease.judgeLease, true); err != nil {
			return err
		}
	}
	if e.Outcome != history.Won {
		return nil // the check judges whether it should have won
	}
	for _, fill := range []func(*Request, Identity){
		func(*Request, Identity) { turn.under = history.None },
		turn.nameForeign,
		func(r *Request, _ Identity) { turn.name(r, lease.id, lease.token) },
	} {
		if _, err := retry(ctx, c, turn.step("DELETE", ""), fill, turn.judgeDelete, true); err != nil {
			return err
		}
	}
	turn.under = history.None
	_, err := retry(ctx, c, turn.step("HEAD", ""), nil, turn.judgeRead, true)
	return err
}

// Clean deletes the remaining containers, leased or not.
func (r *containerRun) Clean(ctx context.Context, c Conn) error {
	for i, k := range r.containers {
		lease := leaseTurn{set: r.leases, lock: r.leases.locks[i], op: history.Break}
		if err := plain(ctx, c, lease.leaseStep(), lease.fillLease, history.Refused, history.Absent); err != nil {
			return fmt.Errorf("break the lease of a container: %w", err)
		}
		turn := r.turn(k)
		if err := plain(ctx, c, turn.step("DELETE", ""), nil, history.Absent); err != nil {
			return fmt.Errorf("delete a container: %w", err)
		}
	}
	return nil
}
