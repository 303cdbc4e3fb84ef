// Package outside is what a user of package reference writes in a module of their own.
package outside

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2/queueerror"

	"ifmatch/reference"
)

func TestLeaseExpiresWhenTheClockIsAdvanced(t *testing.T) {
	ctx := context.Background()
	server := reference.Start(t)
	client, err := azblob.NewClientFromConnectionString(server.ConnectionString(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.CreateContainer(ctx, "locks", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := client.UploadBuffer(ctx, "locks", "lock", []byte("free"), nil); err != nil {
		t.Fatal(err)
	}
	holder, err := lease.NewBlobClient(client.ServiceClient().NewContainerClient("locks").NewBlobClient("lock"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := holder.AcquireLease(ctx, 15, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := client.UploadBuffer(ctx, "locks", "lock", []byte("taken"), nil); !bloberror.HasCode(err, bloberror.LeaseIDMissing) {
		t.Fatalf("write while another holds the lease: %v, want %s", err, bloberror.LeaseIDMissing)
	}

	began := time.Now()
	server.Advance(16 * time.Second)
	if _, err := client.UploadBuffer(ctx, "locks", "lock", []byte("taken"), nil); err != nil {
		t.Fatalf("write after the lease ran out: %v", err)
	}
	if waited := time.Since(began); waited > 10*time.Second {
		t.Errorf("the test took %v: the clock was waited for, not moved", waited)
	}
}

func TestMessageComesBackWhenTheClockIsAdvanced(t *testing.T) {
	ctx := context.Background()
	server := reference.Start(t)
	service, err := azqueue.NewServiceClientFromConnectionString(server.ConnectionString(), nil)
	if err != nil {
		t.Fatal(err)
	}
	queue := service.NewQueueClient("jobs")
	if _, err := queue.Create(ctx, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := queue.EnqueueMessage(ctx, "job", nil); err != nil {
		t.Fatal(err)
	}
	dequeue := func() azqueue.DequeueMessagesResponse {
		t.Helper()
		got, err := queue.DequeueMessage(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	slow := dequeue()
	if len(slow.Messages) != 1 {
		t.Fatalf("dequeued %d messages, want 1", len(slow.Messages))
	}
	if again := dequeue(); len(again.Messages) != 0 {
		t.Fatalf("dequeued %d messages while another holds the only one, want none", len(again.Messages))
	}

	server.Advance(31 * time.Second)
	if next := dequeue(); len(next.Messages) != 1 || *next.Messages[0].DequeueCount != 2 {
		t.Fatalf("after the window: %d messages, want the one, dequeued for the second time", len(next.Messages))
	}
	if _, err := queue.DeleteMessage(ctx, *slow.Messages[0].MessageID, *slow.Messages[0].PopReceipt, nil); !queueerror.HasCode(err, queueerror.MessageNotFound) {
		t.Errorf("delete by the one who was too slow: %v, want %s", err, queueerror.MessageNotFound)
	}
}

func TestUpdateWithAStaleETagIsRefused(t *testing.T) {
	ctx := context.Background()
	service, err := aztables.NewServiceClientFromConnectionString(reference.Start(t).ConnectionString(), nil)
	if err != nil {
		t.Fatal(err)
	}
	table := service.NewClient("stock")
	if _, err := table.CreateTable(ctx, nil); err != nil {
		t.Fatal(err)
	}
	added, err := table.AddEntity(ctx, []byte(`{"PartitionKey":"p","RowKey":"r","Count":1}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{http.StatusNoContent, http.StatusPreconditionFailed} {
		_, err := table.UpdateEntity(ctx, []byte(`{"PartitionKey":"p","RowKey":"r","Count":2}`), &aztables.UpdateEntityOptions{
			IfMatch: &added.ETag, UpdateMode: aztables.UpdateModeReplace,
		})
		got := http.StatusNoContent
		if refused := (*azcore.ResponseError)(nil); errors.As(err, &refused) {
			got = refused.StatusCode
		} else if err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Fatalf("update with the insert's ETag: %d, want %d", got, want)
		}
	}
}

// Servers of one process share nothing.
func TestServersAreSeparate(t *testing.T) {
	ctx := context.Background()
	for range 2 {
		client, err := azblob.NewClientFromConnectionString(reference.Start(t).ConnectionString(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.CreateContainer(ctx, "same-name", nil); err != nil {
			t.Fatal(err)
		}
	}
}

// A test needs no socket, and no other package of the reference.
func TestInProcessAndOptions(t *testing.T) {
	ctx := context.Background()
	server := reference.InProcess(t, reference.DeleteDelay(0), reference.WithAccount("mine", reference.DefaultKey))
	options := &azblob.ClientOptions{}
	options.Transport = server.Client()
	client, err := azblob.NewClientFromConnectionString(server.ConnectionString(), options)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := client.CreateContainer(ctx, "again", nil); err != nil {
			t.Fatal(err)
		}
		if _, err := client.DeleteContainer(ctx, "again", nil); err != nil {
			t.Fatal(err)
		}
	}
	var clock reference.Clock = reference.NewVirtualClock(server.Now())
	if !clock.Now().Equal(server.Now()) || server.Endpoint(reference.Blob) != "" {
		t.Errorf("time %v, want %v; it listens at %q", clock.Now(), server.Now(), server.Endpoint(reference.Blob))
	}
}
