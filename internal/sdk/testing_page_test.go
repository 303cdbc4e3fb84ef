package sdk_test

import (
	"context"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"

	"ifmatch/reference"
)

// docs/testing.md shows the functions below verbatim.

// clientOf is a client of the server, with a container "work" and a blob "counter" in it.
func clientOf(t *testing.T, server *reference.Server) *azblob.Client {
	t.Helper()
	options := &azblob.ClientOptions{}
	options.Transport = server.Client() // only InProcess needs this
	client, err := azblob.NewClientFromConnectionString(server.ConnectionString(), options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.CreateContainer(t.Context(), "work", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := client.UploadBuffer(t.Context(), "work", "counter", []byte("0"), nil); err != nil {
		t.Fatal(err)
	}
	return client
}

func TestLockExpires(t *testing.T) {
	t.Parallel()
	server := reference.InProcess(t)
	client := clientOf(t, server)
	lock, err := lease.NewBlobClient(client.ServiceClient().NewContainerClient("work").NewBlobClient("counter"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lock.AcquireLease(t.Context(), 15, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := client.UploadBuffer(t.Context(), "work", "counter", []byte("1"), nil); !bloberror.HasCode(err, bloberror.LeaseIDMissing) {
		t.Errorf("a write without the lease: %v, want LeaseIdMissing", err)
	}
	server.Advance(16 * time.Second)
	if _, err := client.UploadBuffer(t.Context(), "work", "counter", []byte("1"), nil); err != nil {
		t.Errorf("a write after the lease expired: %v", err)
	}
}

// replace is the code under test: it replaces the blob if nobody else did, and reports
// whether it was the one.
func replace(ctx context.Context, client *azblob.Client, seen azcore.ETag, content string) (bool, error) {
	_, err := client.UploadBuffer(ctx, "work", "counter", []byte(content), &azblob.UploadBufferOptions{
		AccessConditions: &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: &seen}},
	})
	if bloberror.HasCode(err, bloberror.ConditionNotMet) {
		return false, nil
	}
	return err == nil, err
}

// secondWriterLoses is the test of replace, on any server.
func secondWriterLoses(t *testing.T, server *reference.Server) bool {
	client := clientOf(t, server)
	properties, err := client.ServiceClient().NewContainerClient("work").NewBlobClient("counter").GetProperties(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	first, err := replace(t.Context(), client, *properties.ETag, "first")
	if err != nil {
		t.Fatal(err)
	}
	second, err := replace(t.Context(), client, *properties.ETag, "second")
	if err != nil {
		t.Fatal(err)
	}
	return first && !second
}

func TestSecondWriterLoses(t *testing.T) {
	t.Parallel()
	if !secondWriterLoses(t, reference.InProcess(t)) {
		t.Error("both writers believe that they replaced the blob")
	}
}

func TestTheTestNoticesALostUpdate(t *testing.T) {
	t.Parallel()
	fault, ok := reference.LookupFault("if-match-ignored")
	if !ok {
		t.Fatal("there is no such fault")
	}
	if secondWriterLoses(t, reference.InProcess(t, reference.WithFault(fault))) {
		t.Error("the test passes on a server that ignores If-Match: it proves nothing")
	}
}
