package sdk_test

import (
	"context"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
	fileservice "github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"

	"ifmatch/reference"
)

// TestSoftDelete deletes a blob under a policy, finds it in the list, and brings it back until the policy's time is over.
func TestSoftDelete(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t) // with a blob x
	account, err := service.NewClientWithSharedKeyCredential("http://127.0.0.1:10000/"+s.server.Account(), s.key, &service.ClientOptions{ClientOptions: s.options})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := account.SetProperties(ctx, &service.SetPropertiesOptions{DeleteRetentionPolicy: &service.RetentionPolicy{Enabled: to.Ptr(true), Days: to.Ptr(int32(3))}}); err != nil {
		t.Fatal(err)
	}
	listed := func(include container.ListBlobsInclude) (items []*container.BlobItem) {
		t.Helper()
		for pages := s.container.NewListBlobsFlatPager(&container.ListBlobsFlatOptions{Include: include, MaxResults: to.Ptr(int32(1))}); pages.More(); {
			page, err := pages.NextPage(ctx)
			if err != nil {
				t.Fatal(err)
			}
			items = append(items, page.Segment.BlobItems...)
		}
		return items
	}
	x := s.container.NewBlobClient("x")
	before, err := x.GetProperties(ctx, nil)
	wantRefused(t, "properties", err, "")
	_, err = x.CreateSnapshot(ctx, nil)
	wantRefused(t, "snapshot", err, "")
	_, err = x.Delete(ctx, &blob.DeleteOptions{DeleteSnapshots: to.Ptr(blob.DeleteSnapshotsOptionTypeInclude)})
	wantRefused(t, "delete", err, "")
	if n := len(listed(container.ListBlobsInclude{Snapshots: true})); n != 0 {
		t.Errorf("%d blobs are listed, want none", n)
	}
	gone := listed(container.ListBlobsInclude{Snapshots: true, Deleted: true})
	if len(gone) != 2 || gone[0].Snapshot == nil || !*gone[0].Deleted || !*gone[1].Deleted || *gone[1].Properties.RemainingRetentionDays != 2 || gone[1].Properties.DeletedTime == nil {
		t.Fatalf("%d deleted versions are listed: %+v", len(gone), gone)
	}
	_, err = x.Undelete(ctx, nil)
	wantRefused(t, "undelete", err, "")
	after, err := x.GetProperties(ctx, nil)
	if err != nil || *after.ETag != *before.ETag || !after.LastModified.Equal(*before.LastModified) {
		t.Errorf("it came back as %+v, %v, want the tag %s", after, err, *before.ETag)
	}
	d, err := x.DownloadStream(ctx, nil)
	wantRefused(t, "read", err, "")
	if text, err := io.ReadAll(d.Body); err != nil || string(text) != "one" {
		t.Errorf("it holds %q, %v", text, err)
	}
	if n := len(listed(container.ListBlobsInclude{Snapshots: true})); n != 2 {
		t.Errorf("%d versions came back, want the blob and its snapshot", n)
	}
	_, err = x.Delete(ctx, &blob.DeleteOptions{DeleteSnapshots: to.Ptr(blob.DeleteSnapshotsOptionTypeInclude)})
	wantRefused(t, "delete again", err, "")
	s.clock.Advance(3 * 24 * time.Hour)
	_, err = x.Undelete(ctx, nil)
	wantRefused(t, "undelete too late", err, "BlobNotFound")
}

// TestUndeleteRacesRecreation brings a blob back while another client creates it anew. One of them comes first, and the
// other one sees it.
func TestUndeleteRacesRecreation(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t)
	account, err := service.NewClientWithSharedKeyCredential("http://127.0.0.1:10000/"+s.server.Account(), s.key, &service.ClientOptions{ClientOptions: s.options})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := account.SetProperties(ctx, &service.SetPropertiesOptions{DeleteRetentionPolicy: &service.RetentionPolicy{Enabled: to.Ptr(true), Days: to.Ptr(int32(1))}}); err != nil {
		t.Fatal(err)
	}
	for n := range 50 {
		x := s.container.NewBlockBlobClient(fmt.Sprint("x", n))
		for _, err := range []error{second(x.UploadBuffer(ctx, []byte("one"), nil)), second(x.Delete(ctx, nil))} {
			wantRefused(t, "set up", err, "")
		}
		var created, restored error
		var both sync.WaitGroup
		both.Go(func() {
			_, created = x.UploadBuffer(ctx, []byte("two"), &blockblob.UploadBufferOptions{AccessConditions: &blob.AccessConditions{
				ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfNoneMatch: to.Ptr(azcore.ETagAny)}}})
		})
		both.Go(func() { _, restored = x.Undelete(ctx, nil) })
		both.Wait()
		wantRefused(t, "undelete", restored, "")
		want := "two"
		if refused(created) == "BlobAlreadyExists" {
			want = "one"
		} else {
			wantRefused(t, "create", created, "")
		}
		got := make([]byte, 3)
		if _, err := x.DownloadBuffer(ctx, got, nil); err != nil || string(got) != want {
			t.Errorf("creation was answered %v, and the blob holds %q, %v", created, got, err)
		}
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
