package sdk_test

import (
	"context"
	"io"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
)

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
