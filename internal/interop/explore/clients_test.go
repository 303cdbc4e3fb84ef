package explore_test

import (
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"

	"ifmatch/reference/explore"
)

// blobs returns a participant's client of the container "data", which exists.
func blobs(t *testing.T, s *explore.Store, name string) *azblob.Client {
	t.Helper()
	options := &azblob.ClientOptions{}
	options.Transport = s.Client(name)
	if name == "" {
		options.Transport = s.Setup()
	}
	client, err := azblob.NewClientFromConnectionString(s.ConnectionString(), options)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func blob(c *azblob.Client, name string) *blockblob.Client {
	return c.ServiceClient().NewContainerClient("data").NewBlockBlobClient(name)
}
