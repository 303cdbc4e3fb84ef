package fault_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/reference"
)

// table creates a table on a server and returns its client.
func table(t *testing.T, s *reference.Server) *aztables.Client {
	t.Helper()
	key, err := aztables.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	service, err := aztables.NewServiceClientWithSharedKey("http://127.0.0.1:10002/"+s.Account(), key, &aztables.ClientOptions{
		ClientOptions: azcore.ClientOptions{Transport: transport{s.RoundTripper()}, Retry: policy.RetryOptions{MaxRetries: -1}}})
	if err != nil {
		t.Fatal(err)
	}
	c := service.NewClient("books")
	if _, err := c.CreateTable(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	return c
}

// book returns the entity used by all symptoms, with one property.
func book(property string) []byte {
	return fmt.Appendf(nil, `{"PartitionKey":"a","RowKey":"b",%q:1}`, property)
}

func insert(t *testing.T, c clients) azcore.ETag {
	t.Helper()
	r, err := c.table.AddEntity(context.Background(), book("Old"), nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.ETag
}

func update(c clients, mode aztables.UpdateMode, match azcore.ETag) (azcore.ETag, error) {
	r, err := c.table.UpdateEntity(context.Background(), book("New"), &aztables.UpdateEntityOptions{UpdateMode: mode, IfMatch: &match})
	return r.ETag, err
}

// status returns the status of an answer, or 0 for success.
func status(t *testing.T, err error) int {
	t.Helper()
	var e *azcore.ResponseError
	switch {
	case err == nil:
		return 0
	case !errors.As(err, &e):
		t.Fatal(err)
	}
	return e.StatusCode
}

// tableSymptoms are the symptoms of faults of the Table service.
var tableSymptoms = map[string]func(t *testing.T, c clients) bool{
	"table-if-match-ignored": func(t *testing.T, c clients) bool {
		stale := insert(t, c)
		if _, err := c.table.UpsertEntity(context.Background(), book("Newer"), nil); err != nil {
			t.Fatal(err)
		}
		_, err := update(c, aztables.UpdateModeReplace, stale)
		return err == nil
	},
	"table-etag-unchanged": func(t *testing.T, c clients) bool {
		old := insert(t, c)
		now, err := update(c, aztables.UpdateModeMerge, old)
		if err != nil {
			t.Fatal(err)
		}
		return now == old
	},
	"table-merge-replaces": func(t *testing.T, c clients) bool {
		if _, err := update(c, aztables.UpdateModeMerge, insert(t, c)); err != nil {
			t.Fatal(err)
		}
		page, err := c.table.NewListEntitiesPager(&aztables.ListEntitiesOptions{Filter: to.Ptr("Old eq 1")}).NextPage(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return len(page.Entities) == 0
	},
	"table-upsert-conflicts": func(t *testing.T, c clients) bool {
		insert(t, c)
		_, err := c.table.UpsertEntity(context.Background(), book("New"), &aztables.UpsertEntityOptions{UpdateMode: aztables.UpdateModeReplace})
		return status(t, err) == 409
	},
	"table-update-creates": func(t *testing.T, c clients) bool {
		_, err := update(c, aztables.UpdateModeReplace, azcore.ETagAny)
		return status(t, err) == 0
	},
	"transaction-half-applied": func(t *testing.T, c clients) bool {
		_, err := c.table.SubmitTransaction(context.Background(), []aztables.TransactionAction{
			{ActionType: aztables.TransactionTypeAdd, Entity: book("New")},
			{ActionType: aztables.TransactionTypeDelete, Entity: []byte(`{"PartitionKey":"a","RowKey":"none"}`)},
		}, nil)
		if err == nil {
			t.Fatal("a transaction succeeds that deletes what is missing")
		}
		_, err = c.table.GetEntity(context.Background(), "a", "b", nil)
		return status(t, err) == 0
	},
}

// queue is a server's queue that holds one message.
type queue struct {
	*azqueue.QueueClient
	server      *reference.Server
	id, receipt string
}

func newQueue(t *testing.T, s *reference.Server) *queue {
	t.Helper()
	key, err := azqueue.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	c, err := azqueue.NewQueueClientWithSharedKeyCredential("http://127.0.0.1:10001/"+s.Account()+"/books", key, &azqueue.ClientOptions{
		ClientOptions: azcore.ClientOptions{Transport: transport{s.RoundTripper()}, Retry: policy.RetryOptions{MaxRetries: -1}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Create(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	r, err := c.EnqueueMessage(context.Background(), "one", nil)
	if err != nil {
		t.Fatal(err)
	}
	return &queue{c, s, *r.Messages[0].MessageID, *r.Messages[0].PopReceipt}
}

// got returns the message from a Get Messages with a visibility timeout of ten seconds, or nil if there is none.
func (q *queue) got(t *testing.T) *azqueue.DequeuedMessage {
	t.Helper()
	r, err := q.DequeueMessage(context.Background(), &azqueue.DequeueMessageOptions{VisibilityTimeout: to.Ptr[int32](10)})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Messages) == 0 {
		return nil
	}
	return r.Messages[0]
}

var queueSymptoms = map[string]func(t *testing.T, c clients) bool{
	"receipt-not-rotated": func(t *testing.T, c clients) bool {
		if _, err := c.queue.UpdateMessage(context.Background(), c.queue.id, c.queue.receipt, "two", nil); err != nil {
			t.Fatal(err)
		}
		_, err := c.queue.DeleteMessage(context.Background(), c.queue.id, c.queue.receipt, nil)
		return err == nil
	},
	"window-one-second-short": func(t *testing.T, c clients) bool {
		m := c.queue.got(t)
		if want := c.queue.server.Now().Add(10 * time.Second); !m.TimeNextVisible.Equal(want) {
			t.Fatalf("the message is promised until %v, want %v", m.TimeNextVisible, want)
		}
		c.queue.server.Advance(9 * time.Second)
		return c.queue.got(t) != nil
	},
	"window-shared": func(t *testing.T, c clients) bool {
		first, second := c.queue.got(t), c.queue.got(t)
		return first != nil && second != nil
	},
	"peek-counts": func(t *testing.T, c clients) bool {
		if _, err := c.queue.PeekMessage(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
		return *c.queue.got(t).DequeueCount != 1
	},
}
