package fault

import (
	"net/http"
	"time"

	op "ifmatch/reference/operation"
	"ifmatch/reference/store/entities"
)

// interleavedEntities are changes of one entity that damage another, and changes of one part of a queue that damage
// another part.
func interleavedEntities(g *group) {
	for _, o := range []op.Operation{op.InsertEntity, op.UpdateEntity, op.MergeEntity, op.DeleteEntity, op.InsertOrReplaceEntity} {
		g.entities(slug(o)+"-undoes-neighbours", o.String()+" stores the other entities of the partition as they were before.", "TABLE-OCC-13", partitions{draft: undoingNeighbours}.before, o)
	}
	g.entities("rollback-undoes-others", "A transaction that fails restores the whole partition as it was when the transaction began.", "TABLE-BATCH-02 TABLE-RACE-01", partitions{draft: rollingBack}.before, op.EntityGroupTransaction)
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

// undoingNeighbours leaves the entities that a change is not about as they were before.
var undoingNeighbours = looking[entities.Draft, time.Time](early[entities.Draft]{finds: current[entities.Draft], leaves: func(came, now, next *entities.Draft) {
	want := rows{came}.all()
	for _, own := range append(changedIn(now.Version(), next), goneFrom(now.Version(), next)...) {
		want[own.Row] = next.Entity(own.Row)
	}
	rows{next}.hold(want)
}})

// rollingBack leaves a partition as it was before a change that fails.
func rollingBack(name string, publish draftUpdate, by draftChange) (*entities.Draft, error) {
	came := look(publish)
	return storeDespiteError(func(_, next *entities.Draft, _ error, _ time.Time) *entities.Draft {
		rows{next}.hold(rows{came}.all())
		return next
	})(name, publish, by)
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
		want := rows{d}.all()
		for _, e := range done {
			if want[e.Row] == e { // else it is somebody else's by now
				want[e.Row] = was.Entity(e.Row)
			}
		}
		rows{d}.hold(want)
		return d, nil
	})
	return nil, failed
}
