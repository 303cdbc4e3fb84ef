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
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"ifmatch/reference"
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
