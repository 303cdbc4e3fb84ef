package fault

import (
	"errors"
	"net/http"
	"time"

	op "ifmatch/reference/operation"
	"ifmatch/reference/store/entities"
)

// interleavedEntities are changes of one entity that damage another, and changes of one part of a queue that damage
// another part.
func interleavedEntities(g *group) {
	for _, o := range []op.Operation{op.InsertEntity, op.UpdateEntity, op.MergeEntity, op.DeleteEntity, op.InsertOrReplaceEntity} {
		g.entities(slug(o)+"-undoes-neighbours", o.String()+" stores the other entities of the partition as they were before.", "TABLE-OCC-13", beside(undoingNeighbours), o)
	}
	for o, at := range map[op.Operation]string{op.UpdateEntity: "TABLE-VERB-05", op.MergeEntity: "TABLE-VERB-06"} {
		g.entities(slug(o)+"-resurrects", o.String()+" looks for the entity, and stores it again if it is deleted meanwhile.", at, beside(mergingIntoDeleted), o)
	}
	g.entities("rollback-undoes-others", "A transaction that fails restores the whole partition as it was when the transaction began.", "TABLE-BATCH-02 TABLE-RACE-01", beside(rollingBack), op.EntityGroupTransaction)
	g.entities("failing-transaction-is-seen", "What a transaction did before it failed can be read for a moment.", "TABLE-BATCH-18", partitions{draft: dirty}.before, op.EntityGroupTransaction)
	g.asked("any-entity-etag-as-current", "Update Entity and Merge Entity treat If-Match: * as the ETag that is current when the request arrives.", "TABLE-VERB-05 TABLE-VERB-06", func(s Stores, r *http.Request) {
		if e := entityOf(s, r); e != nil && r.Header.Get("If-Match") == "*" {
			r.Header.Set("If-Match", e.ETag)
			waiting()
		}
	}, op.UpdateEntity, op.MergeEntity)
	g.messages("set-queue-metadata-undoes-acl", "Set Queue Metadata stores the access policies of the queue as they were before.", "QUEUE-CONS-01", checkThenActMessages, op.SetQueueMetadata)
	g.late("queue-metadata-shown-late", "Get Queue Metadata shows metadata 20 ms after Set Queue Metadata returns.", "QUEUE-PAIR-04 QUEUE-CONS-01",
		[]op.Operation{op.SetQueueMetadata}, op.GetQueueMetadata)
}

// outdated applies a change to a partition with knowledge of an earlier version of it.
type outdated func(d *entities.Draft, before entities.Partition, change entities.Change) (failed error, publish bool)

// beside returns a store that applies its changes with make.
func beside(make outdated) func(entities.Store) entities.Store {
	return func(s entities.Store) entities.Store { return besides{s, make} }
}

type besides struct {
	entities.Store
	make outdated
}

func (s besides) UpdatePartition(table, key string, change entities.Change) error {
	before, err := s.Partition(table, key)
	if err != nil {
		return err
	}
	waiting()
	var failed error
	err = s.Store.UpdatePartition(table, key, func(d *entities.Draft) error {
		var publish bool
		if failed, publish = s.make(d, before, change); !publish {
			return errOnlyLooked
		}
		return nil
	})
	if failed != nil || errors.Is(err, errOnlyLooked) {
		return failed
	}
	return err
}

// become restores the entities of a draft as they were before, except those that are spared.
func become(d *entities.Draft, before entities.Partition, spared map[string]bool) {
	each(d.Version(), func(e *entities.Entity) {
		if !spared[e.Row] && before.Entity(e.Row) == nil {
			d.Delete(e.Row)
		}
	})
	each(before, func(e *entities.Entity) {
		if !spared[e.Row] {
			d.Put(e)
		}
	})
}

func undoingNeighbours(d *entities.Draft, before entities.Partition, change entities.Change) (error, bool) {
	was := d.Version()
	if err := change(d); err != nil {
		return err, false
	}
	own := map[string]bool{}
	for _, e := range append(changedIn(was, d), goneFrom(was, d)...) {
		own[e.Row] = true
	}
	become(d, before, own)
	return nil, true
}

// mergingIntoDeleted lets a change find the entities that were deleted since it arrived.
func mergingIntoDeleted(d *entities.Draft, before entities.Partition, change entities.Change) (error, bool) {
	back := goneFrom(before, d)
	for _, e := range back {
		d.Put(e)
	}
	err := change(d)
	for _, e := range back {
		if d.Entity(e.Row) == e { // the change was not about it
			d.Delete(e.Row)
		}
	}
	return err, err == nil
}

func rollingBack(d *entities.Draft, before entities.Partition, change entities.Change) (error, bool) {
	err := change(d)
	if err != nil {
		become(d, before, nil)
	}
	return err, true
}

// dirty publishes a change that fails, and reverts it a moment later.
func dirty(_ string, publish draftUpdate, by draftChange) (*entities.Draft, error) {
	var was entities.Partition
	var done []*entities.Entity
	next, failed := storeDespiteError(func(old, half *entities.Draft, _ error, _ time.Time) *entities.Draft {
		was = old.Version()
		done = changedIn(was, half)
		return half
	})("", publish, by)
	if failed == nil {
		return next, nil
	}
	waiting()
	_, _ = publish(func(d *entities.Draft, _ time.Time) (*entities.Draft, error) {
		for _, e := range done {
			switch old := was.Entity(e.Row); {
			case d.Entity(e.Row) != e: // somebody else's by now
			case old == nil:
				d.Delete(e.Row)
			default:
				d.Put(old)
			}
		}
		return d, nil
	})
	return nil, failed
}
