package fault

import (
	"errors"
	"slices"
	"time"

	op "ifmatch/reference/operation"
	"ifmatch/reference/store/messages"
)

func racesOfEntities(g *group) {
	g.add("transaction-insert-checked-first", "A transaction looks for the entities to insert, and stores its own some milliseconds later.", "TABLE-COND-09 TABLE-BATCH-02", ofEntities.early(existing(ofEntities.gone)).by(op.EntityGroupTransaction))
	g.add("insert-or-replace-entity-resurrects-table", "Insert Or Replace Entity makes the table again if it is deleted meanwhile.", "TABLE-PAIR-06", Fault{WithStores: reviving(tableOf, op.InsertOrReplaceEntity)})
	g.late("query-entities-index-late", "Query Entities shows a write 20 ms after it returned.", "TABLE-OCC-13 TABLE-PAIR-04",
		[]op.Operation{op.InsertEntity, op.UpdateEntity, op.MergeEntity, op.DeleteEntity, op.InsertOrReplaceEntity, op.InsertOrMergeEntity}, op.QueryEntities)
}

func racesOfMessages(g *group) {
	g.messages("update-message-over-deletion", "Update Message compares the receipt, and some milliseconds later stores the message even if it is deleted meanwhile.", "QUEUE-RCPT-20 QUEUE-PAIR-01", resurrectingMessages, op.UpdateMessage)
	g.messages("clear-messages-by-arrival-list", "Clear Messages keeps a message that is updated after it listed them.", "QUEUE-PAIR-05", func(s messages.Store) messages.Store { return clearingListed{&rememberedMessages{Store: s}} }, op.ClearMessages, op.PutMessage)
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

// clearingListed is a store that clears the messages that it listed, as they were then.
type clearingListed struct{ *rememberedMessages }

func (s clearingListed) Clear(queue string) error {
	listed := s.all(queue)
	time.Sleep(pause)
	there := s.all(queue)
	err := s.Store.Clear(queue)
	for _, m := range there {
		if err == nil && !slices.Contains(listed, m) {
			_, err = s.Store.Put(queue, func(time.Time) messages.Message { return m })
		}
	}
	return err
}
