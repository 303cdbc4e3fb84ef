package file_test

import (
	"context"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/directory"

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
