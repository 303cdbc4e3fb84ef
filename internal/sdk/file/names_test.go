package file_test

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share"

	"ifmatch/reference/handles"
	"ifmatch/reference/sddl"
	"ifmatch/reference/store/files"
)

// TestNamesOfDevices asks for files and directories that no Windows client could open.
func TestNamesOfDevices(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	root := d.NewRootDirectoryClient()
	f := d.file("x", "one")
	for _, name := range []string{"CON", "prn", "Aux", "nul", "CLOCK$", "LPT1", "com9"} {
		d.want("InvalidResourceName")(root.NewFileClient(name).Create(ctx, 1, nil))
		d.want("InvalidResourceName")(root.NewSubdirectoryClient(name).Create(ctx, nil))
		d.want("InvalidResourceName")(root.NewSubdirectoryClient(name).NewFileClient("x").Create(ctx, 1, nil))
		d.want("InvalidResourceName")(f.Rename(ctx, name, nil))
		d.want("InvalidResourceName")(root.NewFileClient(name).GetProperties(ctx, nil))
	}
	for _, name := range []string{"con.txt", "COM0", "console"} {
		d.want("")(root.NewFileClient(name).Create(ctx, 1, nil))
	}
}

// TestPendingDirectoryTakesNothing creates files in a directory that an SMB client has marked for deletion.
func TestPendingDirectoryTakesNothing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	sub, other := d.NewDirectoryClient("sub"), d.NewDirectoryClient("other")
	d.want("")(sub.Create(ctx, nil))
	d.want("")(other.Create(ctx, nil))
	f := d.file("x", "one")
	holder, err := d.open("sub", handles.Opening{Access: handles.Delete, Share: handles.All})
	if err != nil {
		t.Fatal(err)
	}
	pend := func(on bool) { d.tree(func(t *files.Tree) error { return t.Handles.SetDeletePending(holder, on) }) }
	pend(true)
	d.want("DeletePending")(sub.NewFileClient("new").Create(ctx, 1, nil))
	d.want("DeletePending")(sub.NewSubdirectoryClient("new").Create(ctx, nil))
	d.want("DeletePending")(sub.NewFileClient("new").StartCopyFromURL(ctx, f.URL(), nil))
	d.want("DeletePending")(f.Rename(ctx, "sub/new", nil))
	d.want("DeletePending")(other.Rename(ctx, "sub/new", nil))
	if got := d.text(f); got != "one" {
		t.Errorf("the file holds %q", got)
	}
	pend(false)
	d.want("")(f.Rename(ctx, "sub/new", nil))
	d.want("")(sub.NewFileClient("another").Create(ctx, 1, nil))
}

// TestPermissionsInBinaryForm gives and reads security descriptors in both formats.
func TestPermissionsInBinaryForm(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	const descriptor = "O:BAG:S-1-5-21-1D:AI(A;;FA;;;SY)(A;;0x1200a9;;;BU)S:NO_ACCESS_CONTROL"
	b, err := sddl.Binary(descriptor)
	if err != nil {
		t.Fatal(err)
	}
	inBinary := base64.StdEncoding.EncodeToString(b)
	made, err := d.CreatePermission(ctx, descriptor, nil)
	if err != nil {
		t.Fatal(err)
	}
	binary := to.Ptr(share.FilePermissionFormatBinary)
	got, err := d.GetPermission(ctx, *made.FilePermissionKey, &share.GetPermissionOptions{FilePermissionFormat: binary})
	if err != nil || *got.Permission != inBinary || got.Format == nil || !strings.EqualFold(string(*got.Format), "binary") {
		t.Errorf("permission %s in %v, %v, want %s", *got.Permission, got.Format, err, inBinary)
	}
	f := d.NewRootDirectoryClient().NewFileClient("f")
	done, err := f.Create(ctx, 1, &file.CreateOptions{FilePermissionFormat: binary, Permissions: &file.Permissions{Permission: &inBinary}})
	if err != nil || *done.FilePermissionKey != *made.FilePermissionKey {
		t.Errorf("the file has the key %+v, %v, want that of the text", done, err)
	}
	d.want("FileInvalidPermission")(f.Create(ctx, 1, &file.CreateOptions{FilePermissionFormat: binary, Permissions: &file.Permissions{Permission: to.Ptr("AAAA")}}))
	d.want("FileInvalidPermission")(f.Create(ctx, 1, &file.CreateOptions{FilePermissionFormat: binary, Permissions: &file.Permissions{Permission: to.Ptr(descriptor)}}))
	d.want("InvalidHeaderValue")(f.Create(ctx, 1, &file.CreateOptions{FilePermissionFormat: to.Ptr(file.PermissionFormat("xml")), Permissions: &file.Permissions{Permission: &inBinary}}))
}
