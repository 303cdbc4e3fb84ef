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

// example is one of the examples of Microsoft's Go clients, and its result against the reference.
type example struct {
	folder, name string
	needs        []string // what it expects: "file NAME" next to it, or what the provider of its client creates
	prints       []string // text that its output must contain
	fails        []string // text that its failure must contain, for examples that fail on Azure too, or that need what the reference doesn't have (501)
	cannot       string   // why it cannot run at all
}

const (
	directory  = "signs in to Azure's directory with a secret; there is no stand-in for that"
	delegation = "needs a user delegation key, which only Azure's directory gives"
)

// blobExamples are all examples of the pinned azblob. The test checks that none is missing and that none is listed that
// doesn't exist. It also fails if one starts to work, or to fail.
var blobExamples = []example{
	{folder: "appendblob", name: "Example_appendblob_Client", needs: []string{"container testcontainer"}, prints: []string{"Appending block #4"}},
	{folder: "appendblob", name: "Example_appendblob_SetExpiry", needs: []string{"container testcontainer", "append testcontainer/test_append_blob_set_expiry.txt"}, fails: []string{"HierarchicalNamespaceNotEnabled"}},
	{folder: "appendblob", name: "Example_appendblob_Seal", needs: []string{"container testcontainer", "append testcontainer/test_append_blob_seal.txt"}},
	{folder: "blob", name: "Example_blob_HTTPHeaders", needs: []string{"container mycontainer"}, prints: []string{"BlobType: BlockBlob"}},
	{folder: "blob", name: "Example_blob_Client_SetMetadata", needs: []string{"container mycontainer"}, prints: []string{"Author=Jeffrey"}},
	{folder: "blob", name: "Example_blob_Client_CreateSnapshot", needs: []string{"container mycontainer"}, prints: []string{"New text\nSome text\n", "Blob name: Original.txt, Snapshot: N/A"}},
	{folder: "blob", name: "Example_blob_DownloadWithContentValidation", needs: []string{"container testcontainer", "block testcontainer/validated-blob.txt"}},
	{folder: "blob", name: "Example_blob_Client_StartCopyFromURL", needs: []string{"container mycontainer", "public public", "block public/source.svg"}, prints: []string{"Status=success"}},
	{folder: "blob", name: "ExampleParseURL", prints: []string{"Snapshot: 2011-03-09T01:42:34Z"}},
	{folder: "blockblob", name: "Example_blockblob_Client", needs: []string{"container testcontainer"}, prints: []string{"Azure Storage Block Blob."}},
	{folder: "blockblob", name: "Example_blockblob_Client_UploadFile", needs: []string{"container mycontainer", "file BigFile.bin"}, prints: []string{"Uploaded 21000 of 21000 bytes", "Downloaded 21000 of 21000 bytes"}},
	{folder: "blockblob", name: "Example_blockblob_SetExpiry", needs: []string{"container testcontainer", "block testcontainer/test_block_blob_set_expiry.txt"}, fails: []string{"HierarchicalNamespaceNotEnabled"}},
	{folder: "blockblob", name: "Example_blockblob_UploadWithContentValidation", needs: []string{"container testcontainer"}},
	{folder: "blockblob", name: "Example_blockblob_uploadLogs", needs: []string{"container testcontainer", "block testcontainer/test_block_blob_set_expiry.txt"}, fails: []string{"HierarchicalNamespaceNotEnabled"}},
	{folder: "container", name: "Example_container_NewClient"},
	{folder: "container", name: "Example_container_NewClientWithSharedKeyCredential"},
	{folder: "container", name: "Example_container_NewClientWithNoCredential"},
	{folder: "container", name: "Example_container_NewClientFromConnectionString"},
	{folder: "container", name: "Example_container_ClientNewAppendBlobClient"},
	{folder: "container", name: "Example_container_ClientNewBlobClient"},
	{folder: "container", name: "Example_container_ClientNewBlockBlobClient"},
	{folder: "container", name: "Example_container_ClientNewPageBlobClient"},
	{folder: "container", name: "Example_container_ClientCreate"},
	{folder: "container", name: "Example_container_ClientDelete", needs: []string{"container testcontainer"}},
	{folder: "container", name: "Example_container_ClientListBlobsFlat", needs: []string{"container testcontainer", "block testcontainer/listed"}, prints: []string{"listed"}},
	{folder: "container", name: "Example_container_ClientListBlobsHierarchy", needs: []string{"container testcontainer", "block testcontainer/1", "block testcontainer/2", "block testcontainer/3", "block testcontainer/4", "block testcontainer/5", "block testcontainer/6"}, prints: []string{"1\n2\n3\n4\n5\n6\n"}},
	{folder: "container", name: "Example_container_ClientGetSASURL"},
	{folder: "container", name: "Example_container_ClientSetAccessPolicy", prints: []string{"Public access blob data:  Hello World!"}},
	// sends the metadata author twice, in different case, and signs one of them: no server that verifies signatures can
	// accept that
	{folder: "container", name: "Example_container_ClientSetMetadata", prints: []string{"Author=azblob"}, fails: []string{"AuthenticationFailed"}},
	// prints its failure
	{folder: "container", name: "Example_container_BatchDelete", needs: []string{"container testcontainer"}, prints: []string{"501"}},
	{folder: "container", name: "Example_container_BatchSetTier", cannot: directory},
	{folder: "azblob", name: "Example", prints: []string{"HelloWorld.txt"}},
	{folder: "azblob", name: "Example_client_NewClient"},
	{folder: "azblob", name: "Example_client_NewClientWithSharedKeyCredential"},
	{folder: "azblob", name: "Example_client_NewClientFromConnectionString"},
	{folder: "azblob", name: "Example_client_anonymous_NewClientWithNoCredential"},
	{folder: "azblob", name: "Example_client_CreateContainer"},
	{folder: "azblob", name: "Example_client_DeleteContainer", needs: []string{"container testcontainer"}},
	{folder: "azblob", name: "Example_client_NewListContainersPager", needs: []string{"container testcontainer"}},
	{folder: "azblob", name: "Example_client_UploadFile", needs: []string{"container testcontainer"}, prints: []string{"8388608"}},
	{folder: "azblob", name: "Example_client_DownloadFile", needs: []string{"container testcontainer", "block testcontainer/virtual/dir/path/test_download_file.txt"}, prints: []string{"11"}},
	{folder: "azblob", name: "Example_client_NewListBlobsPager", needs: []string{"container testcontainer", "block testcontainer/listed"}},
	{folder: "azblob", name: "Example_client_DeleteBlob", needs: []string{"container testcontainer", "block testcontainer/testblob"}},
	{folder: "azblob", name: "Example_client_UploadStream", needs: []string{"container testcontainer"}},
	{folder: "azblob", name: "Example_client_DownloadStream", needs: []string{"container testcontainer", "block testcontainer/test_download_stream.bin"}, prints: []string{"11"}},
	// shows an error: the request is not signed
	{folder: "azblob", name: "ExampleResponseError", fails: []string{"NoAuthenticationInformation"}},
	// its first read is answered with 304, which azblob returns without an error and without a body; the example closes
	// the body
	{folder: "azblob", name: "Example_blob_AccessConditions", needs: []string{"container mycontainer"}, fails: []string{"panic: runtime error: invalid memory address"}},
	{folder: "azblob", name: "Example_progressUploadDownload", needs: []string{"container mycontainer"}, prints: []string{"Downloaded data: Some text to write"}},
	{folder: "azblob", name: "Example_blob_Client_Download", needs: []string{"container mycontainer", "block mycontainer/BigBlob.bin"}, prints: []string{"Wrote 11 bytes."}},
	{folder: "lease", name: "Example_lease_ContainerClient_AcquireLease", needs: []string{"container mycontainer"}, prints: []string{"The lease was broken"}},
	// writes 1 KiB five times into a blob of 2 KiB; Azure refuses the third too
	{folder: "pageblob", name: "Example_pageblob_Client", needs: []string{"container testcontainer"}, fails: []string{"InvalidPageRange"}},
	{folder: "sas", name: "Example_userDelegationSAS", cannot: delegation},
	{folder: "sas", name: "Example_serviceSAS", needs: []string{"container testcontainer"}, prints: []string{"\ntest data\n"}},
	{folder: "service", name: "Example_service_Client_NewClient"},
	{folder: "service", name: "Example_service_Client_NewClientWithSharedKeyCredential"},
	{folder: "service", name: "Example_service_Client_NewClientWithNoCredential"},
	{folder: "service", name: "Example_service_Client_NewClientFromConnectionString"},
	{folder: "service", name: "Example_service_Client_CreateContainer"},
	{folder: "service", name: "Example_service_Client_DeleteContainer", needs: []string{"container testcontainer"}},
	{folder: "service", name: "Example_service_Client_RestoreContainer"},
	{folder: "service", name: "Example_service_Client_ListContainers", needs: []string{"container testcontainer", "container another"}, prints: []string{"another\ntestcontainer\n"}},
	{folder: "service", name: "Example_service_Client_GetSASURL"},
	{folder: "service", name: "Example_service_Client_SetProperties"},
	{folder: "service", name: "Example_service_Client_GetProperties"},
	{folder: "service", name: "Example_service_SASSignatureValues_Sign", prints: []string{"SAS expiry time = 2"}},
	{folder: "service", name: "Example_service_Client_NewClientWithUserDelegationCredential", cannot: delegation},
	{folder: "service", name: "Example_service_BatchDelete", prints: []string{"501"}},
	{folder: "service", name: "Example_service_BatchSetTier", cannot: directory},
}
