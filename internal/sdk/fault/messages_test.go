package fault_test

import (
	"context"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/reference"
)

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
