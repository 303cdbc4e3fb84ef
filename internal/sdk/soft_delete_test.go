package sdk_test

import (
	"context"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blockblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
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
