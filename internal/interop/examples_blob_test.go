package interop

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/streaming"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"

	"ifmatch/reference/operation"
)

// TestExamplesOfAzblob: the examples in Microsoft's documentation of azblob work against the reference, each
// against its own server.
func TestExamplesOfAzblob(t *testing.T) {
	t.Parallel()
	runExamples(t, client{
		module:      "github.com/Azure/azure-sdk-for-go/sdk/storage/azblob",
		name:        "azblob",
		withKey:     "WithSharedKeyCredential",
		service:     operation.BlobService,
		endpoint:    "BlobEndpoint",
		examples:    blobExamples,
		provide:     provideBlobs,
		environment: blobEnvironment,
	})
}

// provideBlobs creates "container NAME", "public NAME" (a container that anyone may read), "block CONTAINER/BLOB"
// or "append CONTAINER/BLOB".
func provideBlobs(ctx context.Context, connection, kind, name string) error {
	client, err := service.NewClientFromConnectionString(connection, nil)
	if err != nil {
		return err
	}
	containerName, blobName, _ := strings.Cut(name, "/")
	c := client.NewContainerClient(containerName)
	switch kind {
	case "container":
		_, err = c.Create(ctx, nil)
	case "public":
		access := container.PublicAccessTypeBlob
		_, err = c.Create(ctx, &container.CreateOptions{Access: &access})
	case "block":
		_, err = c.NewBlockBlobClient(blobName).Upload(ctx, streaming.NopCloser(strings.NewReader("made before")), nil)
	case "append":
		_, err = c.NewAppendBlobClient(blobName).Create(ctx, nil)
	default:
		err = fmt.Errorf("a blob account has no %q", kind)
	}
	return err
}

// blobEnvironment returns the variables that azblob's examples read.
func blobEnvironment(connection, account, key string) (map[string]string, error) {
	signature, err := accountSignature(connection)
	return map[string]string{
		"AZURE_STORAGE_ACCOUNT_NAME":            account,
		"AZURE_STORAGE_ACCOUNT_KEY":             key,
		"AZURE_STORAGE_PRIMARY_ACCOUNT_KEY":     key,
		"AZURE_STORAGE_CONNECTION_STRING":       connection,
		"AZURE_STORAGE_SHARED_ACCESS_SIGNATURE": signature,
	}, err
}

// accountSignature returns the query of an account SAS that permits everything for an hour.
func accountSignature(connection string) (string, error) {
	client, err := service.NewClientFromConnectionString(connection, nil)
	if err != nil {
		return "", err
	}
	address, err := client.GetSASURL(sas.AccountResourceTypes{Service: true, Container: true, Object: true},
		sas.AccountPermissions{Read: true, Write: true, Delete: true, List: true, Add: true, Create: true}, time.Now().Add(time.Hour), nil)
	_, query, _ := strings.Cut(address, "?")
	return query, err
}
