package explore_test

import (
	"context"
	"io"
	"maps"
	"slices"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azqueue/v2"

	"ifmatch/reference/explore"
)

// Everything that the programs share is here, and exists before they start.
const (
	containerName = "data"
	queueName     = "jobs"
	tableName     = "rows"
)

// transport is that of a participant; without a name it prepares the store.
func transport(s *explore.Store, name string) policy.ClientOptions {
	if name == "" {
		return policy.ClientOptions{Transport: s.Setup()}
	}
	return policy.ClientOptions{Transport: s.Client(name)}
}

// blobs returns a participant's client of the Blob service.
func blobs(t *testing.T, s *explore.Store, name string) *azblob.Client {
	t.Helper()
	c, err := azblob.NewClientFromConnectionString(s.ConnectionString(), &azblob.ClientOptions{ClientOptions: transport(s, name)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// at returns a client of one blob.
func at(c *azblob.Client, name string) *blockblob.Client {
	return c.ServiceClient().NewContainerClient(containerName).NewBlockBlobClient(name)
}

// queue returns a participant's client of the queue.
func queue(t *testing.T, s *explore.Store, name string) *azqueue.QueueClient {
	t.Helper()
	return queues(t, s, name).NewQueueClient(queueName)
}

// queues returns a participant's client of the Queue service.
func queues(t *testing.T, s *explore.Store, name string) *azqueue.ServiceClient {
	t.Helper()
	c, err := azqueue.NewServiceClientFromConnectionString(s.ConnectionString(), &azqueue.ClientOptions{ClientOptions: transport(s, name)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// table returns a participant's client of the table.
func table(t *testing.T, s *explore.Store, name string) *aztables.Client {
	t.Helper()
	c, err := aztables.NewServiceClientFromConnectionString(s.ConnectionString(), &aztables.ClientOptions{ClientOptions: transport(s, name)})
	if err != nil {
		t.Fatal(err)
	}
	return c.NewClient(tableName)
}

// prepare makes the container with some blobs.
func prepare(t *testing.T, s *explore.Store, contents map[string]string) {
	t.Helper()
	c := blobs(t, s, "")
	_, err := c.CreateContainer(t.Context(), containerName, nil)
	must(t, err)
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		_, err := c.UploadBuffer(t.Context(), containerName, name, []byte(contents[name]), nil)
		must(t, err)
	}
}

// must fails the program if a request fails that cannot.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
}

// refused reports whether a request was refused with one of the codes; it fails the program on another error.
func refused(t *testing.T, err error, codes ...bloberror.Code) bool {
	t.Helper()
	if err != nil && !bloberror.HasCode(err, codes...) {
		t.Error(err)
	}
	return err != nil
}

// read returns the contents of a blob and its ETag.
func read(ctx context.Context, t *testing.T, c *azblob.Client, name string) (string, azcore.ETag) {
	t.Helper()
	got, err := c.DownloadStream(ctx, containerName, name, nil)
	if err != nil {
		t.Error(err)
		return "", ""
	}
	text, err := io.ReadAll(got.Body)
	must(t, err)
	return string(text), *got.ETag
}

// ifMatch are the conditions of a write that replaces one version.
func ifMatch(tag azcore.ETag) *blob.AccessConditions {
	return &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: &tag}}
}

// ifNew are the conditions of a write that creates.
func ifNew() *blob.AccessConditions {
	any := azcore.ETagAny
	return &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfNoneMatch: &any}}
}

// underLease are the conditions of a write that needs a lease.
func underLease(id string) *blob.AccessConditions {
	return &blob.AccessConditions{LeaseAccessConditions: &blob.LeaseAccessConditions{LeaseID: &id}}
}

// write replaces the contents of a blob.
func write(ctx context.Context, c *azblob.Client, name, text string, conditions *blob.AccessConditions) error {
	_, err := c.UploadBuffer(ctx, containerName, name, []byte(text), &azblob.UploadBufferOptions{AccessConditions: conditions})
	return err
}
