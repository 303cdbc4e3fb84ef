package interop

import (
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/fileerror"
	fileservice "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"
)

// deletable are Microsoft's clients of the account in a connection string.
func deletable(t *testing.T, connection string) (*service.Client, *fileservice.Client) {
	t.Helper()
	blobs, err := service.NewClientFromConnectionString(connection, nil)
	if err != nil {
		t.Fatal(err)
	}
	shares, err := fileservice.NewClientFromConnectionString(connection, nil)
	if err != nil {
		t.Fatal(err)
	}
	return blobs, shares
}

// TestWhatIsDeletedComesBack deletes a blob, a container and a share of `serve --soft-delete 7`, kills the server, and finds
// each in the list of what is deleted, for the days that are left. Each comes back with what was in it.
func TestWhatIsDeletedComesBack(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	l := kept(t, "127.0.0.1:0")
	l.args = append(l.args, "--services", "blob,file", "--file-addr", "127.0.0.1:0", "--soft-delete", "7", "--delete-delay", "0")
	blobs, shares := deletable(t, l.start())
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"stays", "leaves"} {
		must(blobs.NewContainerClient(name).Create(ctx, nil))
		must(blobs.NewContainerClient(name).NewBlockBlobClient("x").UploadBuffer(ctx, []byte(name), nil))
	}
	must(shares.NewShareClient("leaves").Create(ctx, nil))
	must(shares.NewShareClient("leaves").NewDirectoryClient("kept").Create(ctx, nil))
	must(blobs.NewContainerClient("stays").NewBlobClient("x").Delete(ctx, nil))
	must(blobs.NewContainerClient("leaves").Delete(ctx, nil))
	must(shares.NewShareClient("leaves").Delete(ctx, nil))

	l.kill()
	blobs, shares = deletable(t, l.start())
	left := func(days *int32) {
		t.Helper()
		if days == nil || *days < 6 || *days > 7 {
			t.Errorf("it stays for %v days, want 7", days)
		}
	}
	listed, err := blobs.NewContainerClient("stays").NewListBlobsFlatPager(&container.ListBlobsFlatOptions{Include: container.ListBlobsInclude{Deleted: true}}).NextPage(ctx)
	must(nil, err)
	if items := listed.Segment.BlobItems; len(items) != 1 || !*items[0].Deleted {
		t.Fatalf("deleted blobs: %+v", items)
	}
	left(listed.Segment.BlobItems[0].Properties.RemainingRetentionDays)
	containers, err := blobs.NewListContainersPager(&service.ListContainersOptions{Prefix: new("leaves"), Include: service.ListContainersInclude{Deleted: true}}).NextPage(ctx)
	must(nil, err)
	if items := containers.ContainerItems; len(items) != 1 || !*items[0].Deleted {
		t.Fatalf("deleted containers: %+v", items)
	}
	left(containers.ContainerItems[0].Properties.RemainingRetentionDays)
	gone, err := shares.NewListSharesPager(&fileservice.ListSharesOptions{Include: fileservice.ListSharesInclude{Deleted: true}}).NextPage(ctx)
	must(nil, err)
	if len(gone.Shares) != 1 || !*gone.Shares[0].Deleted {
		t.Fatalf("deleted shares: %+v", gone.Shares)
	}
	left(gone.Shares[0].Properties.RemainingRetentionDays)

	must(blobs.NewContainerClient("stays").NewBlobClient("x").Undelete(ctx, nil))
	must(blobs.RestoreContainer(ctx, "leaves", *containers.ContainerItems[0].Version, nil))
	must(shares.RestoreShare(ctx, "leaves", *gone.Shares[0].Version, nil))
	for _, name := range []string{"stays", "leaves"} {
		got := make([]byte, len(name))
		if _, err := blobs.NewContainerClient(name).NewBlobClient("x").DownloadBuffer(ctx, got, nil); err != nil || string(got) != name {
			t.Errorf("the blob in %s is %q, %v", name, got, err)
		}
	}
	must(shares.NewShareClient("leaves").NewDirectoryClient("kept").GetProperties(ctx, nil))
	if _, err := shares.RestoreShare(ctx, "leaves", *gone.Shares[0].Version, nil); !fileerror.HasCode(err, fileerror.ShareAlreadyExists) {
		t.Errorf("restored twice: %v, want ShareAlreadyExists", err)
	}
}
