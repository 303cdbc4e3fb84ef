package file_test

import (
	"context"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/directory"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/lease"

	"ifmatch/reference/handles"
	"ifmatch/reference/store/files"
)

// open opens a file as an SMB client would.
func (d *drive) open(path string, o handles.Opening) (id handles.ID, err error) {
	d.t.Helper()
	failed := d.server.Files().Change("books", func(t *files.Tree, at files.Moment) error {
		_, n := t.Find(strings.Split(path, "/"))
		if n == nil {
			d.t.Fatalf("there is no %s", path)
		}
		id, err = t.Open(n, o, at.Now)
		return nil
	})
	if failed != nil {
		d.t.Fatal(failed)
	}
	return id, err
}

// tree runs do on the share's tree.
func (d *drive) tree(do func(t *files.Tree) error) {
	d.t.Helper()
	if err := d.server.Files().Change("books", func(t *files.Tree, _ files.Moment) error { return do(t) }); err != nil {
		d.t.Error(err)
	}
}

// TestShareModesLockRequestsOut checks the documented table of share modes and operations. // FILE-SHR-01 to
// FILE-SHR-08
func TestShareModesLockRequestsOut(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	operations := []struct {
		name string
		do   func(f *file.Client) error
	}{
		{"Create File", func(f *file.Client) error { _, err := f.Create(ctx, 3, nil); return err }},
		{"Get File", func(f *file.Client) error { _, err := f.DownloadStream(ctx, nil); return err }},
		{"Set File Properties", func(f *file.Client) error { _, err := f.SetHTTPHeaders(ctx, nil); return err }},
		{"Set File Metadata", func(f *file.Client) error { _, err := f.SetMetadata(ctx, nil); return err }},
		{"Delete File", func(f *file.Client) error { _, err := f.Delete(ctx, nil); return err }},
		{"Put Range", func(f *file.Client) error { _, err := f.UploadRange(ctx, 0, body("two"), nil); return err }},
		{"List Ranges", func(f *file.Client) error { _, err := f.GetRangeList(ctx, nil); return err }},
		{"Lease File", func(f *file.Client) error {
			l, err := lease.NewFileClient(f, nil)
			if err == nil {
				_, err = l.Acquire(ctx, nil)
			}
			return err
		}},
		{"Get File Properties", func(f *file.Client) error { _, err := f.GetProperties(ctx, nil); return err }},
	}
	for _, row := range []struct {
		share handles.Access
		want  string // Y: refused
	}{
		{handles.None, "YYYYYYYY-"},
		{handles.Read, "Y-YYYY-Y-"},
		{handles.Write, "YY--Y-YY-"},
		{handles.Delete, "YYYYYYYY-"},
		{handles.Read | handles.Write, "Y---Y--Y-"},
		{handles.Read | handles.Delete, "Y-YYYY-Y-"},
		{handles.Write | handles.Delete, "-Y--Y-YY-"},
		{handles.All, "----Y--Y-"}, // a lease cannot be acquired while a writer has the file open, whatever it shares // FILE-LS-02
	} {
		t.Run(row.share.String(), func(t *testing.T) {
			t.Parallel()
			for i, o := range operations {
				d := newDrive(t)
				f := d.file("f", "one")
				id, err := d.open("f", handles.Opening{Access: handles.Write, Share: row.share})
				if err != nil {
					t.Fatal(err)
				}
				want := ""
				if row.want[i] == 'Y' {
					want = "SharingViolation"
				}
				if got := refused(o.do(f)); got != want {
					t.Errorf("%s is refused with %q, want %q", o.name, got, want)
				}
				d.tree(func(t *files.Tree) error { return t.Close(id, files.Moment{}.Stamp) })
				if want != "" {
					if got := refused(o.do(f)); got != "" {
						t.Errorf("%s is refused with %q although the handle is closed", o.name, got)
					}
				}
			}
		})
	}
}

func TestLeasesBesideHandles(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, tc := range []struct {
		access, share handles.Access
		acquired      bool
	}{
		{handles.None, handles.None, true}, // ignored by share modes
		{handles.Read, handles.All, true},
		{handles.Read, handles.Write | handles.Delete, true},
		{handles.Read, handles.Read, false},
		{handles.Write, handles.All, false},
		{handles.Delete, handles.All, false},
	} {
		d := newDrive(t)
		f := d.file("f", "one")
		if _, err := d.open("f", handles.Opening{Access: tc.access, Share: tc.share}); err != nil {
			t.Fatal(err)
		}
		l, err := lease.NewFileClient(f, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		if !tc.acquired {
			want = "SharingViolation"
		}
		d.want(want)(l.Acquire(ctx, nil))
		if !tc.acquired {
			continue
		}
		for _, access := range []handles.Access{handles.Read, handles.Write, handles.Delete, handles.All} {
			_, err := d.open("f", handles.Opening{Access: access, Share: handles.All})
			if got, want := err == nil, access == handles.Read && tc.share&handles.Read != 0 || access == handles.Read && tc.access == handles.None; got != want {
				t.Errorf("open(%s, %s): a leased file is opened with access %s: %v, want %v", tc.access, tc.share, access, got, want)
			}
		}
	}
}

func TestDeletePendingSeenOverREST(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	sub := d.NewDirectoryClient("sub")
	d.want("")(sub.Create(ctx, nil))
	f := sub.NewFileClient("f")
	d.want("")(f.Create(ctx, 3, nil))
	holder, err := d.open("sub/f", handles.Opening{Access: handles.Delete, Share: handles.All})
	if err != nil {
		t.Fatal(err)
	}
	d.want("SharingViolation")(f.Delete(ctx, nil))
	pend := func(on bool) { d.tree(func(t *files.Tree) error { return t.Handles.SetDeletePending(holder, on) }) }
	pend(true)
	d.want("DeletePending")(f.GetProperties(ctx, nil))
	d.want("DeletePending")(f.DownloadStream(ctx, nil))
	d.want("DeletePending")(f.Create(ctx, 1, nil))
	d.want("DeletePending")(f.Delete(ctx, nil))
	page, err := sub.NewListFilesAndDirectoriesPager(nil).NextPage(ctx)
	if err != nil || len(page.Segment.Files) != 0 {
		t.Errorf("a pending file is listed: %v, %v", page.Segment, err)
	}
	d.want("DirectoryNotEmpty")(sub.Delete(ctx, nil))
	pend(false)
	d.want("")(f.GetProperties(ctx, nil))
	pend(true)
	list, err := f.ListHandles(ctx, nil)
	if err != nil || len(list.Handles) != 1 || *list.Handles[0].Path != "sub/f" || len(list.Handles[0].AccessRightList) != 1 {
		t.Fatalf("handles %+v, %v", list.Handles, err)
	}
	closed, err := f.ForceCloseHandles(ctx, *list.Handles[0].ID, nil)
	if err != nil || *closed.NumberOfHandlesClosed != 1 {
		t.Errorf("closed %+v, %v", closed, err)
	}
	d.want("ResourceNotFound")(f.GetProperties(ctx, nil))
	d.want("")(f.Create(ctx, 3, nil))
}

func TestHandlesOverREST(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	sub := d.NewDirectoryClient("sub")
	d.want("")(sub.Create(ctx, nil))
	d.want("")(sub.NewFileClient("f").Create(ctx, 3, nil))
	for _, path := range []string{"sub", "sub/f", "sub/f"} {
		if _, err := d.open(path, handles.Opening{Access: handles.Read, Share: handles.All, Session: 7, Client: "127.0.0.1:9"}); err != nil {
			t.Fatal(err)
		}
	}
	d.want("SharingViolation")(sub.Rename(ctx, "elsewhere", nil))
	list, err := sub.ListHandles(ctx, &directory.ListHandlesOptions{Recursive: to.Ptr(true), MaxResults: to.Ptr(int32(2))})
	if err != nil || len(list.Handles) != 2 || *list.NextMarker == "" {
		t.Fatalf("the first page is %+v, %v", list, err)
	}
	list, err = sub.ListHandles(ctx, &directory.ListHandlesOptions{Recursive: to.Ptr(true), Marker: list.NextMarker})
	if err != nil || len(list.Handles) != 1 || *list.NextMarker != "" {
		t.Errorf("the second page is %+v, %v", list, err)
	}
	if list, err = sub.ListHandles(ctx, nil); err != nil || len(list.Handles) != 1 {
		t.Errorf("the directory alone has %d handles, %v", len(list.Handles), err)
	}
	d.want("OutOfRangeQueryParameterValue")(sub.ListHandles(ctx, &directory.ListHandlesOptions{MaxResults: to.Ptr(int32(0))}))
	for _, tc := range []struct {
		id     string
		closed int32
	}{{"99", 0}, {"x", 0}, {"*", 2}, {"*", 0}} {
		closed, err := sub.NewFileClient("f").ForceCloseHandles(ctx, tc.id, nil)
		if err != nil || *closed.NumberOfHandlesClosed != tc.closed {
			t.Errorf("ForceCloseHandles(%s) = %+v, %v, want %d closed", tc.id, closed, err, tc.closed)
		}
	}
	d.want("SharingViolation")(sub.Rename(ctx, "elsewhere", nil))
	if closed, err := sub.ForceCloseHandles(ctx, "*", &directory.ForceCloseHandlesOptions{Recursive: to.Ptr(true)}); err != nil || *closed.NumberOfHandlesClosed != 1 {
		t.Errorf("closed %+v, %v", closed, err)
	}
	d.want("")(sub.Rename(ctx, "elsewhere", nil))
	d.want("")(d.NewDirectoryClient("elsewhere").NewFileClient("f").GetProperties(ctx, nil))
}
