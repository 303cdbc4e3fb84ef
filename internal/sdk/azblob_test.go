package sdk_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"

	"ifmatch/reference"
	"ifmatch/reference/clock"
)

// transport adapts an http.RoundTripper to the SDK's transport.
type transport struct{ http.RoundTripper }

func (t transport) Do(r *http.Request) (*http.Response, error) { return t.RoundTrip(r) }

// client returns the SDK's client of a server, without a socket.
func client(t *testing.T, s *reference.Server) *azblob.Client {
	t.Helper()
	key, err := azblob.NewSharedKeyCredential(s.Account(), s.Key())
	if err != nil {
		t.Fatal(err)
	}
	c, err := azblob.NewClientWithSharedKeyCredential("http://127.0.0.1:10000/"+s.Account(), key, &azblob.ClientOptions{
		ClientOptions: azcore.ClientOptions{Transport: transport{s.RoundTripper()}, Retry: policy.RetryOptions{MaxRetries: -1}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestOptimisticCycle(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := client(t, reference.New(reference.Options{}))
	if _, err := c.CreateContainer(ctx, "books", nil); err != nil {
		t.Fatal(err)
	}
	first, err := c.UploadBuffer(ctx, "books", "a/b c", []byte("one"), nil)
	if err != nil {
		t.Fatal(err)
	}
	second, err := c.UploadBuffer(ctx, "books", "a/b c", []byte("two"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if *first.ETag == *second.ETag {
		t.Errorf("both versions have the ETag %s", *first.ETag)
	}
	ifMatch := func(e azcore.ETag) *azblob.UploadBufferOptions {
		return &azblob.UploadBufferOptions{AccessConditions: &blob.AccessConditions{
			ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: to.Ptr(e)}}}
	}
	if _, err = c.UploadBuffer(ctx, "books", "a/b c", []byte("three"), ifMatch(*first.ETag)); !bloberror.HasCode(err, bloberror.ConditionNotMet) {
		t.Errorf("stale If-Match: error %v, want ConditionNotMet", err)
	}
	if _, err = c.UploadBuffer(ctx, "books", "a/b c", []byte("three"), ifMatch(*second.ETag)); err != nil {
		t.Errorf("current If-Match: %v", err)
	}
	d, err := c.DownloadStream(ctx, "books", "a/b c", nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := io.ReadAll(d.Body); string(got) != "three" {
		t.Errorf("content = %q, want three", got)
	}
}

func TestLeaseExpiresWithTheClock(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := reference.New(reference.Options{Clock: clock.NewVirtual(time.Now())})
	c := client(t, s)
	if _, err := c.CreateContainer(ctx, "books", nil); err != nil {
		t.Fatal(err)
	}
	b := c.ServiceClient().NewContainerClient("books").NewBlockBlobClient("x")
	upload := func(id *string) error {
		_, err := b.UploadBuffer(ctx, []byte("x"), &azblob.UploadBufferOptions{AccessConditions: &blob.AccessConditions{
			LeaseAccessConditions: &blob.LeaseAccessConditions{LeaseID: id}}})
		return err
	}
	if err := upload(nil); err != nil {
		t.Fatal(err)
	}
	l, err := lease.NewBlobClient(b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.AcquireLease(ctx, 15, nil); err != nil {
		t.Fatal(err)
	}
	if err := upload(l.LeaseID()); err != nil {
		t.Errorf("write with the id: %v", err)
	}
	if err := upload(nil); !bloberror.HasCode(err, bloberror.LeaseIDMissing) {
		t.Errorf("write without the id: error %v, want LeaseIdMissing", err)
	}
	s.Advance(15 * time.Second)
	if err := upload(l.LeaseID()); !bloberror.HasCode(err, bloberror.LeaseLost) {
		t.Errorf("write with the id after expiry: error %v, want LeaseLost", err)
	}
	if err := upload(nil); err != nil {
		t.Errorf("write without the id after expiry: %v", err)
	}
}

func TestListing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c := client(t, reference.New(reference.Options{}))
	if _, err := c.CreateContainer(ctx, "books", nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b", "a/1", "a/2", "c"} {
		if _, err := c.UploadStream(ctx, "books", name, bytes.NewReader([]byte(name)), nil); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	pages := c.ServiceClient().NewContainerClient("books").NewListBlobsHierarchyPager("/", &container.ListBlobsHierarchyOptions{MaxResults: to.Ptr[int32](1)})
	for pages.More() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range page.Segment.BlobPrefixes {
			got = append(got, *p.Name)
		}
		for _, b := range page.Segment.BlobItems {
			got = append(got, *b.Name)
		}
	}
	if want := "[a/ b c]"; want != "["+join(got)+"]" {
		t.Errorf("listed %v, want %s", got, want)
	}
}

func join(list []string) string {
	s := ""
	for i, v := range list {
		if i > 0 {
			s += " "
		}
		s += v
	}
	return s
}

// TestArchive takes a blob into the archive and out of it again, in place and by a copy.
func TestArchive(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	s := newScene(t) // with a blob x
	x, y := s.container.NewBlobClient("x"), s.container.NewBlobClient("y")
	_, err := x.SetTier(ctx, blob.AccessTierArchive, nil)
	wantRefused(t, "archive", err, "")
	archive := func(b *blob.Client, tier blob.AccessTier, status string) {
		t.Helper()
		p, err := b.GetProperties(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		shown := ""
		if p.ArchiveStatus != nil {
			shown = *p.ArchiveStatus
		}
		if *p.AccessTier != string(tier) || shown != status {
			t.Errorf("the blob is in %s %q, want %s %q", *p.AccessTier, shown, tier, status)
		}
	}
	_, err = x.DownloadStream(ctx, nil)
	wantRefused(t, "read", err, "BlobArchived")
	_, err = x.CreateSnapshot(ctx, nil)
	wantRefused(t, "snapshot", err, "BlobArchived")
	_, err = y.StartCopyFromURL(ctx, x.URL(), nil)
	wantRefused(t, "copy into the same tier", err, "BlobArchived")
	_, err = y.StartCopyFromURL(ctx, x.URL(), &blob.StartCopyFromURLOptions{Tier: to.Ptr(blob.AccessTierCool), RehydratePriority: to.Ptr(blob.RehydratePriorityHigh)})
	wantRefused(t, "copy into another tier", err, "")
	archive(y, blob.AccessTierArchive, "rehydrate-pending-to-cool")
	_, err = x.SetTier(ctx, blob.AccessTierHot, nil)
	wantRefused(t, "set the tier", err, "")
	archive(x, blob.AccessTierArchive, "rehydrate-pending-to-hot")

	s.clock.Advance(time.Hour)
	archive(y, blob.AccessTierCool, "")
	archive(x, blob.AccessTierArchive, "rehydrate-pending-to-hot")
	s.clock.Advance(14 * time.Hour)
	archive(x, blob.AccessTierHot, "")
	d, err := x.DownloadStream(ctx, nil)
	wantRefused(t, "read", err, "")
	if got, err := io.ReadAll(d.Body); err != nil || string(got) != "one" {
		t.Errorf("the blob holds %q, %v", got, err)
	}
}

func wantRefused(t *testing.T, what string, err error, code string) {
	t.Helper()
	if got := refused(err); got != code {
		t.Errorf("%s: %v, want %q", what, err, code)
	}
}
