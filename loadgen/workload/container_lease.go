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

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// visitsToContainers are writes and deletes under an id that nobody acquired, which must always be refused, and writes
// without an id, which must always be granted.
var visitsToContainers = []visit{{0.03, history.Write, true}, {0.03, history.Delete, true}, {0.03, history.Write, false}}

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
		locks := set.locks()
		return &exposedRun{leasedRun{
			stock: &containerRun{set, locks}, locks: locks, underID: 1, visits: visitsToContainers, deletes: true,
			begin: func(*rand.Rand) guarded { return &guardedContainer{set.exchange(nil)} },
		}}, nil
	},
}

// guardedContainer is a container in the hands of a contender.
type guardedContainer struct{ containerExchange }

func (c *guardedContainer) exchangeAbout(i int) *exchange {
	c.about = c.containers.containers[i]
	return &c.exchange
}

func (c *guardedContainer) request(op history.Op) Step {
	switch op {
	case history.Read:
		return c.step("HEAD", "")
	case history.Delete:
		return c.step("DELETE", "")
	}
	return c.step("PUT", "&comp=metadata")
}

func (c *guardedContainer) fill(r *Request, id Identity, op history.Op, _ bool) {
	if op == history.Write {
		c.fillMetadata(r, id)
	}
}

func (c *guardedContainer) judge(x *Exchange, op history.Op, events []history.Event) []history.Event {
	switch op {
	case history.Read:
		return append(events, c.judgeRead(x))
	case history.Delete:
		return append(events, c.judgeDelete(x))
	}
	return append(events, c.judgeWrite(x, history.Write, c.containers.set, 200))
}

// containerRun makes and deletes the containers of a run.
type containerRun struct {
	*containerSet
	leases *lockSet
}

// Drain reads every container once, and tests its lease: a delete must succeed
// under the holder's id, and not before. Shards delete nothing, since others may still
// use the container: while its name is taken, a second deletion is accepted as the first
// was, under any id (BLOB-CONS-15).
func (r *containerRun) Drain(ctx context.Context, c Conn) error {
	for i, k := range r.containers {
		exchange := r.exchange(k)
		if _, err := retry(ctx, c, exchange.step("HEAD", ""), nil, exchange.judgeRead, true); err != nil {
			return fmt.Errorf("read the final state: %w", err)
		}
		if r.env.Shards > 0 {
			continue
		}
		if err := r.end(ctx, c, &exchange, r.leases.locks[i]); err != nil {
			return fmt.Errorf("delete a container under its lease: %w", err)
		}
	}
	return nil
}

// end deletes a container. Deletes without an id and under a foreign one should
// fail; the delete under the lease's id should succeed.
func (r *containerRun) end(ctx context.Context, c Conn, exchange *containerExchange, l *lock) error {
	lease := leaseExchange{set: r.leases, lock: l}
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
		func(*Request, Identity) { exchange.under = history.None },
		exchange.nameForeign,
		func(r *Request, _ Identity) { exchange.name(r, lease.id, lease.token) },
	} {
		if _, err := retry(ctx, c, exchange.step("DELETE", ""), fill, exchange.judgeDelete, true); err != nil {
			return err
		}
	}
	exchange.under = history.None
	_, err := retry(ctx, c, exchange.step("HEAD", ""), nil, exchange.judgeRead, true)
	return err
}

// Clean deletes the remaining containers, leased or not.
func (r *containerRun) Clean(ctx context.Context, c Conn) error {
	for i, k := range r.containers {
		lease := leaseExchange{set: r.leases, lock: r.leases.locks[i], op: history.Break}
		if err := plain(ctx, c, lease.leaseStep(), lease.fillLease, history.Refused, history.Absent); err != nil {
			return fmt.Errorf("break the lease of a container: %w", err)
		}
		exchange := r.exchange(k)
		if err := plain(ctx, c, exchange.step("DELETE", ""), nil, history.Absent); err != nil {
			return fmt.Errorf("delete a container: %w", err)
		}
	}
	return nil
}
