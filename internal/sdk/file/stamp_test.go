package file_test

import (
	"context"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share"
)

// TestWhatMovesTheETagOfAFile checks for each operation on a file whether it changes the ETag.
// // FILE-ETAG-03 FILE-ETAG-04
func TestWhatMovesTheETagOfAFile(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	held := &file.LeaseAccessConditions{LeaseID: to.Ptr(idA)}
	for _, tc := range []struct {
		name  string
		do    func(d *drive, f *file.Client, l *lease.FileClient) error
		moves bool
	}{
		{"Create File", func(_ *drive, f *file.Client, _ *lease.FileClient) error {
			_, err := f.Create(ctx, 3, &file.CreateOptions{LeaseAccessConditions: held})
			return err
		}, true},
		{"Put Range", func(_ *drive, f *file.Client, _ *lease.FileClient) error {
			_, err := f.UploadRange(ctx, 0, body("x"), &file.UploadRangeOptions{LeaseAccessConditions: held})
			return err
		}, true},
		{"Put Range, the same bytes", func(_ *drive, f *file.Client, _ *lease.FileClient) error {
			_, err := f.UploadRange(ctx, 0, body("f"), &file.UploadRangeOptions{LeaseAccessConditions: held})
			return err
		}, true},
		{"Set File Metadata", func(_ *drive, f *file.Client, _ *lease.FileClient) error {
			_, err := f.SetMetadata(ctx, &file.SetMetadataOptions{LeaseAccessConditions: held})
			return err
		}, true},
		{"Set File Properties", func(_ *drive, f *file.Client, _ *lease.FileClient) error {
			_, err := f.SetHTTPHeaders(ctx, &file.SetHTTPHeadersOptions{LeaseAccessConditions: held})
			return err
		}, true},
		{"Get File", func(_ *drive, f *file.Client, _ *lease.FileClient) error {
			_, err := f.DownloadStream(ctx, nil)
			return err
		}, false},
		{"Create File and Delete File, of another", func(d *drive, _ *file.Client, _ *lease.FileClient) error {
			_, err := d.file("g", "x").Delete(ctx, nil)
			return err
		}, false},
		{"a refused write", func(d *drive, f *file.Client, _ *lease.FileClient) error {
			d.want("LeaseIdMissing")(f.UploadRange(ctx, 0, body("two"), nil))
			return nil
		}, false},
		{"Lease File acquire", func(_ *drive, _ *file.Client, l *lease.FileClient) error { _, err := l.Acquire(ctx, nil); return err }, false},
		{"Lease File change", func(_ *drive, _ *file.Client, l *lease.FileClient) error {
			_, err := l.Change(ctx, idB, nil)
			return err
		}, false},
		{"Lease File release", func(_ *drive, _ *file.Client, l *lease.FileClient) error { _, err := l.Release(ctx, nil); return err }, false},
		{"Lease File break", func(_ *drive, _ *file.Client, l *lease.FileClient) error { _, err := l.Break(ctx, nil); return err }, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			d := newDrive(t)
			f := d.leased("f", idA)
			l, err := lease.NewFileClient(f, &lease.FileClientOptions{LeaseID: to.Ptr(idA)})
			if err != nil {
				t.Fatal(err)
			}
			stamp := func() azcore.ETag {
				props, err := f.GetProperties(ctx, nil)
				if err != nil {
					t.Fatal(err)
				}
				return *props.ETag
			}
			directory, before := d.rootStamp(), stamp()
			if err := tc.do(d, f, l); err != nil {
				t.Fatal(err)
			}
			if after := stamp(); (after != before) != tc.moves {
				t.Errorf("the ETag %s became %s, want it to move: %v", before, after, tc.moves)
			}
			if after := d.rootStamp(); after != directory { // FILE-ETAG-05
				t.Errorf("the directory's ETag moved from %s to %s", directory, after)
			}
		})
	}
}

func (d *drive) rootStamp() azcore.ETag {
	d.t.Helper()
	props, err := d.NewRootDirectoryClient().GetProperties(context.Background(), nil)
	if err != nil {
		d.t.Fatal(err)
	}
	return *props.ETag
}

func TestWhatMovesTheETagOfAShare(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	l, err := lease.NewShareClient(d.Client, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name  string
		do    func() error
		moves bool
	}{
		{"Set Share Metadata", func() error { _, err := d.SetMetadata(ctx, nil); return err }, true},
		{"Set Share Properties", func() error {
			_, err := d.SetProperties(ctx, &share.SetPropertiesOptions{Quota: to.Ptr(int32(9))})
			return err
		}, true},
		{"Set Share ACL", func() error { _, err := d.SetAccessPolicy(ctx, nil); return err }, true},
		{"Get Share ACL", func() error { _, err := d.GetAccessPolicy(ctx, nil); return err }, false},
		{"Snapshot Share", func() error { _, err := d.CreateSnapshot(ctx, nil); return err }, false},
		{"Create File", func() error { d.file("f", "x"); return nil }, false},
		{"Lease Share acquire", func() error { _, err := l.Acquire(ctx, 15, nil); return err }, false},
		{"Lease Share renew", func() error { _, err := l.Renew(ctx, nil); return err }, false},
		{"Lease Share break", func() error { _, err := l.Break(ctx, nil); return err }, false},
	} {
		stamp := func() azcore.ETag {
			props, err := d.GetProperties(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			return *props.ETag
		}
		before := stamp()
		if err := tc.do(); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		if after := stamp(); (after != before) != tc.moves {
			t.Errorf("%s: the ETag %s became %s, want it to move: %v", tc.name, before, after, tc.moves)
		}
	}
}
