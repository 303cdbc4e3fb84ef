// Package outside is what a user of package reference writes in a module of their own.
package outside

import (
	"context"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"

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
