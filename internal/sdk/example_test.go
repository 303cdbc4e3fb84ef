package sdk_test

import (
	"context"
	"fmt"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"

	"ifmatch/reference"
)

// A lease of 15 seconds expires when the test says so. In a test, reference.InProcess(t) replaces the first lines.
func Example_advance() {
	ctx := context.Background()
	server := reference.New(reference.Options{Clock: reference.NewVirtualClock(time.Now())})
	options := &azblob.ClientOptions{}
	options.Transport = server.Client() // no socket
	client, err := azblob.NewClientFromConnectionString(server.ConnectionString(), options)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = client.CreateContainer(ctx, "locks", nil)
	_, _ = client.UploadBuffer(ctx, "locks", "lock", []byte("free"), nil)
	holder, err := lease.NewBlobClient(client.ServiceClient().NewContainerClient("locks").NewBlobClient("lock"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, _ = holder.AcquireLease(ctx, 15, nil)
	_, err = client.UploadBuffer(ctx, "locks", "lock", []byte("taken"), nil)
	fmt.Println("while it is held:", bloberror.HasCode(err, bloberror.LeaseIDMissing))
	server.Advance(16 * time.Second)
	_, err = client.UploadBuffer(ctx, "locks", "lock", []byte("taken"), nil)
	fmt.Println("afterwards:", err)
	// Output:
	// while it is held: true
	// afterwards: <nil>
}
