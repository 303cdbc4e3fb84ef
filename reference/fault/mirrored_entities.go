package fault

import (
	"time"

	"ifmatch/reference/guid"
	op "ifmatch/reference/operation"
	"ifmatch/reference/rules"
	"ifmatch/reference/store/entities"
	"ifmatch/reference/store/messages"
)

func (g *group) ofEntities() {
	for o, rule := range rules.Documented().Table.Entities {
		o := op.Operation(o)
		if !rule.Stamped && rule.IfMatch == rules.Unheeded {
			continue // it is not about entities
		}
		if o.ReadOnly() {
			continue
		}
		at := "TABLE-PAIR-02"
		if rule.IfMatch != rules.Unheeded {
			at = "TABLE-PAIR-07"
			g.checked(o, "etag", "TABLE-PAIR-01", Fault{Entities: beside(taggedEarly)})
		}
		if o != op.InsertOrReplaceEntity { // it leaves the same in both cases
			g.checked(o, "existence", at, Fault{Entities: beside(thereEarly)})
		}
		g.shows(o, "TABLE-PAIR-04", readsOf(op.TableService)...)
		if rule.Effect == rules.Replaces && rule.Present == rules.Changes {
			g.merges(o, "properties", "TABLE-PAIR-03", Fault{Entities: beside(mergingEntities)})
		}
	}
	for _, o := range []op.Operation{op.CreateTable, op.SetTableACL} {
		g.checked(o, "existence", "TABLE-PAIR-02", Fault{Entities: func(s entities.Store) entities.Store {
			return partitions{table: existedEarly[entities.Table, time.Time](s.Table, func(t *entities.Table) bool { return t == nil || t.Deleted() })}.before(s)
		}})
	}
}

// taggedEarly judges a change of entities by the ETags that they had some time before.
func taggedEarly(d *entities.Draft, before entities.Partition, change entities.Change) (error, bool) {
	now, stale := d.Version(), map[string]*entities.Entity{}
	each(before, func(e *entities.Entity) {
		if newer := d.Entity(e.Row); newer != nil && newer != e {
			stale[e.Row] = changed(newer, func(old *entities.Entity) { old.ETag = e.ETag })
			d.Put(stale[e.Row])
		}
	})
	err := change(d)
	for row, e := range stale {
		if d.Entity(row) == e { // the change was not about it
			d.Put(now.Entity(row))
		}
	}
	return err, err == nil
}

// thereEarly lets a change find the entities that were there some time before, and no others.
func thereEarly(d *entities.Draft, before entities.Partition, change entities.Change) (error, bool) {
	return mergingIntoDeleted(d, before, func(d *entities.Draft) error {
		err, _ := insertingOver(d, before, change)
		return err
	})
}

// mergingEntities gives an entity that was replaced meanwhile the properties of both.
func mergingEntities(d *entities.Draft, before entities.Partition, change entities.Change) (error, bool) {
	now := d.Version()
	err := change(d)
	for _, e := range changedIn(now, d) {
		if old := now.Entity(e.Row); old != nil && before.Entity(e.Row) != nil && old != before.Entity(e.Row) {
			d.Put(changed(e, func(both *entities.Entity) {
				both.Properties = merged(old.Properties, e.Properties, func(p entities.Property) string { return p.Name }, 100)
			}))
		}
	}
	return err, err == nil
}

func (g *group) ofQueues() {
	for _, o := range []op.Operation{op.CreateQueue, op.DeleteQueue, op.SetQueueMetadata, op.SetQueueACL} {
		g.shows(o, "QUEUE-PAIR-04", readsOf(op.QueueService)...)
		if o == op.CreateQueue || o == op.DeleteQueue {
			continue // a second may be answered as the first
		}
		g.checked(o, "existence", "QUEUE-PAIR-02", Fault{Messages: func(s messages.Store) messages.Store {
			return posts{queue: existedEarly[messages.Queue, time.Time](s.Queue, func(q *messages.Queue) bool { return q == nil || q.Deleted() })}.before(s)
		}})
	}
	g.ofMessages()
}

// ofMessages: that a message is hidden, and what becomes of a hidden one, no read shows.
func (g *group) ofMessages() {
	twoSteps := Fault{Messages: checkThenActMessages}
	g.checked(op.UpdateMessage, "receipt", "QUEUE-PAIR-01", twoSteps)
	g.checked(op.DeleteMessage, "receipt", "QUEUE-PAIR-01", twoSteps)
	g.checked(op.GetMessages, "visibility", "QUEUE-PAIR-02", twoSteps)
	for _, o := range []op.Operation{op.PutMessage, op.GetMessages, op.ClearMessages, op.UpdateMessage, op.DeleteMessage} {
		at := "QUEUE-PAIR-02"
		if o == op.UpdateMessage || o == op.DeleteMessage {
			at = "QUEUE-PAIR-05"
		} else {
			g.shows(o, "QUEUE-PAIR-04", op.PeekMessages)
		}
		g.checked(o, "existence", at, Fault{Messages: restoringQueues})
	}
}

// restoringQueues restores the queue of changed messages if that is deleted meanwhile.
func restoringQueues(s messages.Store) messages.Store {
	return aroundChanges{s, restoring(s.Queue, s.UpdateQueue)}
}

// aroundChanges is a store that does something around each change of messages.
type aroundChanges struct {
	messages.Store
	around func(queue string, do func() error) error
}

func (s aroundChanges) Put(queue string, draft func(now time.Time) messages.Message) (m messages.Message, err error) {
	err = s.around(queue, func() error { m, err = s.Store.Put(queue, draft); return err })
	return m, err
}

func (s aroundChanges) Take(queue string, n int, by messages.Change) (list []messages.Message, err error) {
	err = s.around(queue, func() error { list, err = s.Store.Take(queue, n, by); return err })
	return list, err
}

func (s aroundChanges) Update(queue string, id guid.GUID, by messages.PermittedChange) (m messages.Message, err error) {
	err = s.around(queue, func() error { m, err = s.Store.Update(queue, id, by); return err })
	return m, err
}

func (s aroundChanges) Delete(queue string, id guid.GUID, permit func(m messages.Message) error) error {
	return s.around(queue, func() error { return s.Store.Delete(queue, id, permit) })
}

func (s aroundChanges) Clear(queue string) error {
	return s.around(queue, func() error { return s.Store.Clear(queue) })
}
