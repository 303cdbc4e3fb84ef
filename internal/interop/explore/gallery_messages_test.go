package explore_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/reference/explore"
)

// prepareQueue makes the queue with some messages.
func prepareQueue(t *testing.T, s *explore.Store, messages ...string) {
	t.Helper()
	c := queue(t, s, "")
	_, err := c.Create(t.Context(), nil)
	must(t, err)
	for _, m := range messages {
		_, err := c.EnqueueMessage(t.Context(), m, nil)
		must(t, err)
	}
}

// consume handles one message, if there is one: it waits ten seconds, has the effect, and deletes the message.
func consume(t *testing.T, s *explore.Store, name string, effect func(m *azqueue.DequeuedMessage), early bool) {
	ctx := t.Context()
	c := queue(t, s, name)
	got, err := c.DequeueMessage(ctx, &azqueue.DequeueMessageOptions{VisibilityTimeout: to.Ptr(int32(30))})
	must(t, err)
	if len(got.Messages) == 0 {
		return
	}
	m := got.Messages[0]
	if !early {
		effect(m)
	}
	_, err = c.DeleteMessage(ctx, *m.MessageID, *m.PopReceipt, nil)
	refused(t, err, "MessageNotFound", "PopReceiptMismatch") // somebody else has it now
	if early {
		effect(m)
	}
}

// consumers: ann and bob handle messages, whose effect is a mail. Mended, the effect is a blob that is created once for
// each message.
func consumers(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, nil)
		prepareQueue(t, s, "one")
		mails := queues(t, s, "").NewQueueClient("mails")
		_, err := mails.Create(ctx, nil)
		must(t, err)
		together(func(name string) {
			if name == "bob" {
				time.Sleep(time.Second)
			}
			c := blobs(t, s, name)
			consume(t, s, name, func(m *azqueue.DequeuedMessage) {
				if mended {
					refused(t, write(ctx, c, "done-"+*m.MessageID, "", ifNew()), bloberror.BlobAlreadyExists)
					_, err := at(c, "done-"+*m.MessageID).GetProperties(ctx, nil)
					must(t, err)
					return
				}
				_, err := queues(t, s, name).NewQueueClient("mails").EnqueueMessage(ctx, "done", nil)
				must(t, err)
			}, false)
		}, "ann", "bob")
	}
}

// payments: ann and bob handle messages, whose effect is a row. Mended, it is named after the message, so that nobody
// needs to look who made it.
func payments(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		prepareTable(t, s)
		prepareQueue(t, s, "pay 5")
		together(func(name string) {
			c := table(t, s, name)
			consume(t, s, name, func(m *azqueue.DequeuedMessage) {
				key := name
				if mended {
					key = *m.MessageID
				}
				_, err := c.AddEntity(t.Context(), []byte(`{"PartitionKey":"payments","RowKey":"`+key+`","Amount":5}`), nil)
				refused(t, err, "EntityAlreadyExists")
			}, false)
		}, "ann", "bob")
	}
}

// heartbeat: it keeps a message while it works, and deletes it by the receipt from before. Mended, by the one that the
// heartbeat returned; and the mail is one blob for each message, with the same contents whoever writes it.
func heartbeat(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, nil)
		prepareQueue(t, s, "one")
		c, q := blobs(t, s, "ann"), queue(t, s, "ann")
		for n := range 2 {
			got, err := q.DequeueMessage(ctx, &azqueue.DequeueMessageOptions{VisibilityTimeout: to.Ptr(int32(30))})
			must(t, err)
			if len(got.Messages) == 0 {
				return
			}
			m := got.Messages[0]
			time.Sleep(20 * time.Second)
			beat, err := q.UpdateMessage(ctx, *m.MessageID, *m.PopReceipt, *m.MessageText, &azqueue.UpdateMessageOptions{VisibilityTimeout: to.Ptr(int32(30))})
			if refused(t, err, "MessageNotFound", "PopReceiptMismatch") {
				continue
			}
			mail, receipt := fmt.Sprintf("mail-%d", n), m.PopReceipt
			if mended {
				mail, receipt = "mail-"+*m.MessageID, beat.PopReceipt
			}
			must(t, write(ctx, c, mail, "sent", nil))
			_, err = q.DeleteMessage(ctx, *m.MessageID, *receipt, nil)
			refused(t, err, "MessageNotFound", "PopReceiptMismatch")
			time.Sleep(50 * time.Second)
		}
	}
}

// hasty: ann deletes the message, and handles it then. Mended, it is the other way round.
func hasty(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, nil)
		prepareQueue(t, s, "one")
		c := blobs(t, s, "ann")
		consume(t, s, "ann", func(m *azqueue.DequeuedMessage) {
			if refused(t, write(ctx, c, "done-"+*m.MessageID, "", ifNew()), bloberror.BlobAlreadyExists) {
				_, err := at(c, "done-"+*m.MessageID).GetProperties(ctx, nil)
				must(t, err)
			}
		}, !mended)
	}
}

// outbox: ann sends what is in a table, and deletes it there. Mended, in this order.
func outbox(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepareTable(t, s, `{"PartitionKey":"p","RowKey":"mail","To":"bob"}`)
		prepareQueue(t, s)
		c, q := table(t, s, "ann"), queue(t, s, "ann")
		page, err := c.NewListEntitiesPager(&aztables.ListEntitiesOptions{}).NextPage(ctx)
		must(t, err)
		for _, row := range page.Entities {
			if mended {
				_, err := q.EnqueueMessage(ctx, string(row), nil)
				must(t, err)
			}
			_, err := c.DeleteEntity(ctx, "p", "mail", nil)
			refused(t, err, "ResourceNotFound")
			if !mended {
				_, err := q.EnqueueMessage(ctx, string(row), nil)
				must(t, err)
			}
		}
	}
}
