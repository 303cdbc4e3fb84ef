package fault

import (
	"errors"
	"net/http"
	"sync"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/guid"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/messages"
)

func racesOfEntities(g *group) {
	g.entities("insert-or-merge-over-deletion", "Insert Or Merge Entity merges into the entity that it found on arrival.", "TABLE-PAIR-02", beside(mergingIntoDeleted), op.InsertOrMergeEntity)
	g.entities("transaction-insert-checked-first", "A transaction looks for the entities to insert, and stores its own some milliseconds later.", "TABLE-COND-09 TABLE-BATCH-02", beside(insertingOver), op.EntityGroupTransaction)
	g.entities("delete-entity-star-both-win", "Delete Entity looks for the entity on arrival, and succeeds even if it is gone by then.", "TABLE-PAIR-02", beside(func(d *entities.Draft, before entities.Partition, change entities.Change) (error, bool) {
		err := change(d)
		var refused *errcode.Error
		if errors.As(err, &refused) && refused.Status == http.StatusNotFound && before.Len() > 0 {
			return nil, false
		}
		return err, err == nil
	}), op.DeleteEntity)
	g.entities("set-table-acl-merged", "Two Set Table ACL at once leave the policies of both.", "TABLE-PAIR-05", func(s entities.Store) entities.Store {
		return partitions{table: overlapping[entities.Table, time.Time](s.Table, func(_, old, next *entities.Table) { next.Policies = mergedPolicies(old.Policies, next.Policies) })}.before(s)
	}, op.SetTableACL)
	g.entities("insert-or-replace-entity-resurrects-table", "Insert Or Replace Entity makes the table again if it is deleted meanwhile.", "TABLE-PAIR-06", restoringTables, op.InsertOrReplaceEntity)
	g.late("query-entities-index-late", "Query Entities shows a write 20 ms after it returned.", "TABLE-OCC-13 TABLE-PAIR-04",
		[]op.Operation{op.InsertEntity, op.UpdateEntity, op.MergeEntity, op.DeleteEntity, op.InsertOrReplaceEntity, op.InsertOrMergeEntity}, op.QueryEntities)
}

// insertingOver hides from a change what was inserted since it arrived.
func insertingOver(d *entities.Draft, before entities.Partition, change entities.Change) (error, bool) {
	var hidden []*entities.Entity
	each(d.Version(), func(e *entities.Entity) {
		if before.Entity(e.Row) == nil {
			hidden = append(hidden, e)
			d.Delete(e.Row)
		}
	})
	err := change(d)
	for _, e := range hidden {
		if d.Entity(e.Row) == nil {
			d.Put(e)
		}
	}
	return err, err == nil
}

// restoringTables restores the table of a changed entity if that is deleted meanwhile.
func restoringTables(s entities.Store) entities.Store {
	return partitions{draft: within[entities.Draft, time.Time](restoring(s.Table, s.UpdateTable))}.before(s)
}

func racesOfMessages(g *group) {
	g.messages("set-queue-metadata-merged", "Two Set Queue Metadata at once leave the names of both.", "QUEUE-PAIR-03", func(s messages.Store) messages.Store {
		return posts{queue: overlapping[messages.Queue, time.Time](s.Queue, func(_, old, next *messages.Queue) { next.Metadata = mergedMetadata(old.Metadata, next.Metadata) })}.before(s)
	}, op.SetQueueMetadata)
	g.messages("update-message-over-deletion", "Update Message compares the receipt, and some milliseconds later stores the message even if it is deleted meanwhile.", "QUEUE-RCPT-20 QUEUE-PAIR-01", resurrectingMessages, op.UpdateMessage)
	g.messages("clear-messages-by-arrival-list", "Clear Messages keeps a message that is updated after it listed them.", "QUEUE-PAIR-05", func(s messages.Store) messages.Store { return &clearingListed{Store: s} }, op.ClearMessages, op.UpdateMessage)
	g.late("update-message-content-late", "Peek Messages shows the new text of a message 20 ms after Update Message returns.", "QUEUE-CONS-01 QUEUE-LWW-04 QUEUE-PAIR-04", []op.Operation{op.UpdateMessage}, op.PeekMessages)
}

// resurrectingMessages lets an update that was permitted bring a deleted message back.
func resurrectingMessages(s messages.Store) messages.Store {
	return posts{message: func(name string, publish messageUpdate, by messageChange) (*messages.Message, error) {
		drafted, err := ackWithoutStoring[messages.Message, time.Time](always)(name, publish, by)
		if err != nil {
			return drafted, err
		}
		time.Sleep(pause)
		m, err := publish(by)
		if errors.Is(err, messages.ErrNoMessage) {
			queue, _ := parts(name)
			*m, err = s.Put(queue, func(time.Time) messages.Message { return *drafted })
		}
		return m, err
	}}.before(s)
}

// clearingListed is a store that puts a message back which is updated while its queue is cleared.
type clearingListed struct {
	messages.Store
	updated sync.Map // the last one, by queue
}

func (s *clearingListed) Update(queue string, id guid.GUID, by messages.PermittedChange) (messages.Message, error) {
	m, err := s.Store.Update(queue, id, by)
	if err == nil {
		s.updated.Store(queue, m)
	}
	return m, err
}

func (s *clearingListed) Clear(queue string) error {
	s.updated.Delete(queue)
	time.Sleep(pause)
	err := s.Store.Clear(queue)
	if m, found := s.updated.Load(queue); found && err == nil {
		_, err = s.Put(queue, func(time.Time) messages.Message { return m.(messages.Message) })
	}
	return err
}
