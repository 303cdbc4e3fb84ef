package sdk_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
	fileservice "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"

	"ifmatch/reference"
)

// TestPagesOfDeletedVersions lists a deleted blob and its snapshot on pages of one.
func TestPagesOfDeletedVersions(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s, options := restorable(t)
	key, err := azblob.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	books, err := container.NewClientWithSharedKeyCredential(s.InProcessEndpoint(reference.Blob)+"/books", key, &container.ClientOptions{ClientOptions: options})
	if err != nil {
		t.Fatal(err)
	}
	x := books.NewBlockBlobClient("x")
	for _, err := range []error{
		second(books.Create(ctx, nil)), second(x.UploadBuffer(ctx, []byte("one"), nil)), second(x.CreateSnapshot(ctx, nil)),
		second(x.Delete(ctx, &blob.DeleteOptions{DeleteSnapshots: to.Ptr(blob.DeleteSnapshotsOptionTypeInclude)})),
	} {
		wantRefused(t, "set up", err, "")
	}
	var listed []string
	for pages := books.NewListBlobsFlatPager(&container.ListBlobsFlatOptions{Include: container.ListBlobsInclude{Snapshots: true, Deleted: true}, MaxResults: to.Ptr(int32(1))}); pages.More(); {
		page, err := pages.NextPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range page.Segment.BlobItems {
			listed = append(listed, fmt.Sprint(*b.Name, ", a snapshot: ", b.Snapshot != nil, ", deleted: ", *b.Deleted))
		}
	}
	if want := []string{"x, a snapshot: true, deleted: true", "x, a snapshot: false, deleted: true"}; !slices.Equal(listed, want) {
		t.Errorf("listed %q, want %q", listed, want)
	}
}

func second[T any](_ T, err error) error { return err }

// restorable is a server that keeps what is deleted for a day, and names are free at once.
func restorable(t *testing.T) (*reference.Server, azcore.ClientOptions) {
	t.Helper()
	s := reference.InProcess(t, reference.SoftDelete(24*time.Hour), reference.DeleteDelay(0))
	return s, azcore.ClientOptions{Transport: s.Client(), Retry: policy.RetryOptions{MaxRetries: -1}}
}

// TestRestoreContainer deletes a container twice, and brings the first one back with its blob.
func TestRestoreContainer(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s, options := restorable(t)
	key, err := azblob.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	account, err := service.NewClientWithSharedKeyCredential(s.InProcessEndpoint(reference.Blob), key, &service.ClientOptions{ClientOptions: options})
	if err != nil {
		t.Fatal(err)
	}
	books := account.NewContainerClient("books")
	for n := range 2 {
		for _, err := range []error{
			second(books.Create(ctx, nil)), second(books.NewBlockBlobClient("x").UploadBuffer(ctx, fmt.Append(nil, n), nil)), second(books.Delete(ctx, nil)),
		} {
			wantRefused(t, "set up", err, "")
		}
	}
	var versions []string
	for pages := account.NewListContainersPager(&service.ListContainersOptions{Include: service.ListContainersInclude{Deleted: true}, MaxResults: new(int32(1))}); pages.More(); {
		page, err := pages.NextPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range page.ContainerItems {
			if !*c.Deleted || *c.Properties.RemainingRetentionDays != 1 {
				t.Errorf("listed is %+v", c)
			}
			versions = append(versions, *c.Version)
		}
	}
	if len(versions) != 2 {
		t.Fatalf("%d deleted containers are listed, want 2", len(versions))
	}
	_, err = account.RestoreContainer(ctx, "books", versions[0], nil)
	wantRefused(t, "restore", err, "")
	got := make([]byte, 1)
	if _, err := books.NewBlobClient("x").DownloadBuffer(ctx, got, nil); err != nil || string(got) != "0" {
		t.Errorf("the blob came back as %q, %v", got, err)
	}
	_, err = account.RestoreContainer(ctx, "books", versions[1], nil)
	wantRefused(t, "restore a second", err, "ContainerAlreadyExists")
	_, err = account.RestoreContainer(ctx, "", "", nil) // azblob 1.8.3: TestContainerRestoreFailures
	wantRefused(t, "restore nothing", err, "MissingRequiredHeader")
	_, err = account.SetProperties(ctx, &service.SetPropertiesOptions{DeleteRetentionPolicy: &service.RetentionPolicy{}})
	wantRefused(t, "set an empty policy", err, "InvalidXmlDocument")
}

// TestRestoreShareRacesRecreation brings a share back while another client creates it anew: one of them is refused.
func TestRestoreShareRacesRecreation(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s, options := restorable(t)
	key, err := fileservice.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	account, err := fileservice.NewClientWithSharedKeyCredential(s.InProcessEndpoint(reference.File), key, &fileservice.ClientOptions{ClientOptions: options})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 20 {
		name := fmt.Sprintf("share%02d", n)
		share := account.NewShareClient(name)
		for _, err := range []error{second(share.Create(ctx, nil)), second(share.NewDirectoryClient("kept").Create(ctx, nil)), second(share.Delete(ctx, nil))} {
			wantRefused(t, "set up", err, "")
		}
		page, err := account.NewListSharesPager(&fileservice.ListSharesOptions{Prefix: &name, Include: fileservice.ListSharesInclude{Deleted: true}}).NextPage(ctx)
		if err != nil || len(page.Shares) != 1 {
			t.Fatalf("listed are %v, %v", page.Shares, err)
		}
		var created, restored error
		var both sync.WaitGroup
		both.Go(func() { _, created = share.Create(ctx, nil) })
		both.Go(func() { _, restored = account.RestoreShare(ctx, name, *page.Shares[0].Version, nil) })
		both.Wait()
		_, found := share.NewDirectoryClient("kept").GetProperties(ctx, nil)
		switch {
		case created == nil && refused(restored) == "ShareAlreadyExists" && refused(found) == "ResourceNotFound":
		case restored == nil && refused(created) == "ShareAlreadyExists" && found == nil:
		default:
			t.Errorf("creation: %v; restoration: %v; what was in it: %v", created, restored, found)
		}
	}
}
