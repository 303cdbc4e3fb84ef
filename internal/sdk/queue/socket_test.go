package queue_test

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

const gone = "404 MessageNotFound"

// TestOverASocket uses a client that knows only the connection string.
func TestOverASocket(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	server := reference.Start(t)
	q, err := azqueue.NewQueueClientFromConnectionString(server.ConnectionString(), "orders",
		&azqueue.ClientOptions{ClientOptions: azcore.ClientOptions{Retry: policy.RetryOptions{MaxRetries: -1}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.Create(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := q.EnqueueMessage(ctx, "one <&> two", nil); err != nil {
		t.Fatal(err)
	}
	one := &azqueue.DequeueMessageOptions{VisibilityTimeout: to.Ptr[int32](60)}
	first, err := q.DequeueMessage(ctx, one)
	if err != nil || len(first.Messages) != 1 || *first.Messages[0].MessageText != "one <&> two" {
		t.Fatalf("got %v, %v", first.Messages, err)
	}
	m := first.Messages[0]
	updated, err := q.UpdateMessage(ctx, *m.MessageID, *m.PopReceipt, "three", &azqueue.UpdateMessageOptions{VisibilityTimeout: to.Ptr[int32](30)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.DeleteMessage(ctx, *m.MessageID, *m.PopReceipt, nil); refused(err) != gone {
		t.Errorf("deleting with the receipt before: %v", err)
	}
	server.Advance(30 * time.Second)
	second, err := q.DequeueMessage(ctx, one)
	if err != nil || len(second.Messages) != 1 || *second.Messages[0].MessageText != "three" || *second.Messages[0].DequeueCount != 2 {
		t.Fatalf("got %v, %v", second.Messages, err)
	}
	if _, err := q.DeleteMessage(ctx, *m.MessageID, *updated.PopReceipt, nil); refused(err) != gone {
		t.Errorf("deleting with the receipt of the update: %v", err)
	}
	if _, err := q.DeleteMessage(ctx, *m.MessageID, *second.Messages[0].PopReceipt, nil); err != nil {
		t.Error(err)
	}
}
