package file_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/to"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/directory"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/file"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/sas"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/service"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azfile/share"
	"github.com/google/go-cmp/cmp"

	"ifmatch/reference"
	"ifmatch/reference/crc64"
)

const idA, idB = "0a0a0a0a-aaaa-4aaa-8aaa-0a0a0a0a0a0a", "0b0b0b0b-bbbb-4bbb-8bbb-0b0b0b0b0b0b"

// leased makes a file that is leased under an id.
func (d *drive) leased(name, id string) *file.Client {
	d.t.Helper()
	f := d.file(name, name)
	l, err := lease.NewFileClient(f, &lease.FileClientOptions{LeaseID: &id})
	if err != nil {
		d.t.Fatal(err)
	}
	d.want("")(l.Acquire(context.Background(), nil))
	return f
}

func TestRenameDirectory(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	a := d.NewDirectoryClient("a")
	d.want("")(a.Create(ctx, nil))
	d.want("")(a.NewSubdirectoryClient("b").Create(ctx, nil))
	d.want("")(a.NewFileClient("f").Create(ctx, 1, nil))
	d.want("InvalidInput")(a.Rename(ctx, "a/b/c", nil))
	d.want("ParentNotFound")(a.Rename(ctx, "none/c", nil))
	d.want("ResourceAlreadyExists")(a.NewSubdirectoryClient("b").Rename(ctx, "a", nil))
	d.leased("file", idB)
	d.want("ResourceAlreadyExists")(a.Rename(ctx, "file", nil))
	d.want("LeaseIdMissing")(a.Rename(ctx, "file", &directory.RenameOptions{ReplaceIfExists: to.Ptr(true)}))
	d.want("")(a.Rename(ctx, "file", &directory.RenameOptions{ReplaceIfExists: to.Ptr(true),
		DestinationLeaseAccessConditions: &directory.DestinationLeaseAccessConditions{DestinationLeaseID: to.Ptr(idB)}}))
	d.want("")(d.NewDirectoryClient("file").Rename(ctx, "A", nil))
	d.want("")(a.Rename(ctx, "c", nil))
	d.want("")(d.NewDirectoryClient("c").NewFileClient("f").GetProperties(ctx, nil))
	d.want("ResourceNotFound")(a.GetProperties(ctx, nil))
}

func TestCopyFile(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	from := d.leased("from", idA)
	f := d.NewRootDirectoryClient().NewFileClient("to")
	d.want("")(f.StartCopyFromURL(ctx, from.URL(), nil))
	props, err := f.GetProperties(ctx, nil)
	if err != nil || *props.CopyStatus != file.CopyStatusTypeSuccess || *props.CopyProgress != "4/4" || d.text(f) != "from" {
		t.Errorf("the copy is %+v, %v", props, err)
	}
	d.server.HoldCopies(true)
	started, err := f.StartCopyFromURL(ctx, from.URL(), nil)
	if err != nil || *started.CopyStatus != file.CopyStatusTypePending {
		t.Fatalf("a held copy is %+v, %v", started, err)
	}
	d.want("PendingCopyOperation")(f.UploadRange(ctx, 0, body("x"), nil))
	d.want("CopyIdMismatch")(f.AbortCopy(ctx, idA, nil))
	d.want("")(f.AbortCopy(ctx, *started.CopyID, nil))
	d.want("NoPendingCopyOperation")(f.AbortCopy(ctx, *started.CopyID, nil))
	if got := d.text(f); got != "" {
		t.Errorf("an aborted copy leaves %q", got)
	}
	d.want("")(f.StartCopyFromURL(ctx, from.URL(), nil))
	d.server.HoldCopies(false)
	if got := d.text(f); got != "from" {
		t.Errorf("a copy that was held leaves %q", got)
	}
	target := d.leased("target", idB)
	d.want("LeaseIdMissing")(target.StartCopyFromURL(ctx, from.URL(), nil))
	d.want("")(target.StartCopyFromURL(ctx, from.URL(), &file.StartCopyFromURLOptions{LeaseAccessConditions: &file.LeaseAccessConditions{LeaseID: to.Ptr(idB)}}))
	d.want("ResourceNotFound")(f.StartCopyFromURL(ctx, from.URL()+"x", nil))
	d.want("CannotVerifyCopySource")(f.StartCopyFromURL(ctx, "https://"+reference.DefaultAccount+".blob.core.windows.net/books/from", nil))
	for archive, want := range map[bool]string{true: "System | Archive", false: "System"} {
		d.want("")(f.StartCopyFromURL(ctx, from.URL(), &file.StartCopyFromURLOptions{CopyFileSMBInfo: &file.CopyFileSMBInfo{
			Attributes: file.DestinationCopyFileAttributes{System: true}, SetArchiveAttribute: &archive}}))
		if props, err := f.GetProperties(ctx, nil); err != nil || *props.FileAttributes != want {
			t.Errorf("a copy with the archive attribute %v has %+v, %v, want %s", archive, props.FileAttributes, err, want)
		}
	}
}

func TestRangesFromURL(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	from, f := d.file("from", "0123456789"), d.file("to", "abcdefghij")
	d.want("CannotVerifyCopySource")(f.UploadRangeFromURL(ctx, from.URL(), 2, 0, 3, nil))
	signed, err := from.GetSASURL(sas.FilePermissions{Read: true}, d.server.Now().Add(time.Hour), nil)
	if err != nil {
		t.Fatal(err)
	}
	done, err := f.UploadRangeFromURL(ctx, signed, 2, 5, 3, nil)
	if err != nil || !bytes.Equal(done.XMSContentCRC64, binary.LittleEndian.AppendUint64(nil, crc64.Of([]byte("234")))) {
		t.Errorf("the range has the CRC64 %x, %v", done.XMSContentCRC64, err)
	}
	if got := d.text(f); got != "abcde234ij" {
		t.Errorf("the file holds %q", got)
	}
	d.want("InvalidRange")(f.UploadRangeFromURL(ctx, signed, 8, 0, 3, nil))
}

// TestNamesOfShareSnapshots takes two snapshots in one second. Without metadata they have the tag of the share.
func TestNamesOfShareSnapshots(t *testing.T) { // FILE-SNAP-02 FILE-SNAP-03
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	before, err := d.GetProperties(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []time.Time
	for _, metadata := range []map[string]*string{nil, nil, {"a": to.Ptr("1")}} {
		made, err := d.CreateSnapshot(ctx, &share.CreateSnapshotOptions{Metadata: metadata})
		if err != nil {
			t.Fatal(err)
		}
		if same := *made.ETag == *before.ETag; same != (metadata == nil) {
			t.Errorf("the snapshot with the metadata %v has the tag %s, and the share %s", metadata, *made.ETag, *before.ETag)
		}
		at, err := time.Parse(time.RFC3339Nano, *made.Snapshot)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, at)
	}
	for i, at := range names {
		if at.Nanosecond() != 0 || i > 0 && at.Sub(names[i-1]) != time.Second {
			t.Errorf("the snapshots are named %v, want whole seconds, one after the other", names)
		}
	}
	if after, err := d.GetProperties(ctx, nil); err != nil || *after.ETag != *before.ETag {
		t.Errorf("the share has the tag %v, %v, want the one before", after.ETag, err)
	}
}

func TestShareSnapshots(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	f := d.file("f", "before")
	made, err := d.CreateSnapshot(ctx, &share.CreateSnapshotOptions{Metadata: map[string]*string{"a": to.Ptr("1")}})
	if err != nil {
		t.Fatal(err)
	}
	d.want("")(f.UploadRange(ctx, 2, body("X"), nil))
	frozen, err := d.WithSnapshot(*made.Snapshot)
	if err != nil {
		t.Fatal(err)
	}
	old := frozen.NewRootDirectoryClient().NewFileClient("f")
	if got := d.text(old); got != "before" {
		t.Errorf("the snapshot holds %q", got)
	}
	d.want("ShareNotFound")(nil, mustFail(ctx, d))
	changed, err := f.GetRangeList(ctx, &file.GetRangeListOptions{PrevShareSnapshot: made.Snapshot})
	if err != nil || len(changed.Ranges) != 1 || *changed.Ranges[0].Start != 2 || *changed.Ranges[0].End != 2 {
		t.Errorf("changed since: %+v, %v", changed.Ranges, err)
	}
	d.want("ShareHasSnapshots")(d.Delete(ctx, nil))
	l, err := lease.NewShareClient(frozen, nil)
	if err != nil {
		t.Fatal(err)
	}
	d.want("")(l.Acquire(ctx, -1, nil))
	d.want("DeleteShareWhenSnapshotLeased")(d.Delete(ctx, &share.DeleteOptions{DeleteSnapshots: to.Ptr(share.DeleteSnapshotsOptionTypeInclude)}))
	d.want("")(d.Delete(ctx, &share.DeleteOptions{DeleteSnapshots: to.Ptr(share.DeleteSnapshotsOptionTypeIncludeLeased)}))
}

// mustFail reads a snapshot that does not exist.
func mustFail(ctx context.Context, d *drive) error {
	c, err := d.WithSnapshot("2020-01-01T00:00:00.0000000Z")
	if err != nil {
		return err
	}
	_, err = c.GetProperties(ctx, nil)
	return err
}

func TestSharesAreListed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	d.want("")(d.CreateSnapshot(ctx, nil))
	for _, name := range []string{"aaa", "bookshelf", "zzz"} {
		d.want("")(d.service.CreateShare(ctx, name, &service.CreateShareOptions{Quota: to.Ptr(int32(7)), Metadata: map[string]*string{"m": to.Ptr("1")}}))
	}
	list := func(o service.ListSharesOptions) (names []string) {
		for p := d.service.NewListSharesPager(&o); p.More(); {
			page, err := p.NextPage(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range page.Shares {
				name := *s.Name
				if s.Snapshot != nil {
					name += "@"
				}
				names = append(names, name)
			}
		}
		return names
	}
	for limit := int32(1); limit < 7; limit++ {
		if diff := cmp.Diff([]string{"aaa", "books@", "books", "bookshelf", "zzz"}, list(service.ListSharesOptions{MaxResults: &limit, Include: service.ListSharesInclude{Snapshots: true}})); diff != "" {
			t.Errorf("pages of %d: -want +got\n%s", limit, diff)
		}
	}
	if got := list(service.ListSharesOptions{Prefix: to.Ptr("book")}); !cmp.Equal(got, []string{"books", "bookshelf"}) {
		t.Errorf("listed %v", got)
	}
}

func TestSharesHaveQuotas(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	d.want("")(d.SetProperties(ctx, &share.SetPropertiesOptions{Quota: to.Ptr(int32(1))}))
	f := d.NewRootDirectoryClient().NewFileClient("f")
	d.want("ShareSizeLimitReached")(f.Create(ctx, 1<<30+1, nil))
	d.want("")(f.Create(ctx, 1<<30, nil))
	d.want("ShareSizeLimitReached")(d.NewRootDirectoryClient().NewFileClient("g").Create(ctx, 1, nil))
	d.want("ShareSizeLimitReached")(f.Resize(ctx, 1<<30+1, nil))
	stats, err := d.GetStatistics(ctx, nil)
	if err != nil || *stats.ShareUsageBytes != 1<<30 {
		t.Errorf("stats %+v, %v", stats, err)
	}
	d.want("InvalidHeaderValue")(d.SetProperties(ctx, &share.SetPropertiesOptions{Quota: to.Ptr(int32(200_000))}))
}

func TestPermissions(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	const descriptor = "O:S-1-5-32-544G:S-1-5-21-1D:AI(A;;FA;;;SY)(A;;FA;;;BA)"
	made, err := d.CreatePermission(ctx, descriptor, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.GetPermission(ctx, *made.FilePermissionKey, nil)
	if err != nil || *got.Permission != descriptor {
		t.Errorf("permission %+v, %v", got, err)
	}
	f := d.NewRootDirectoryClient().NewFileClient("f")
	d.want("")(f.Create(ctx, 0, &file.CreateOptions{Permissions: &file.Permissions{PermissionKey: made.FilePermissionKey}}))
	props, err := f.GetProperties(ctx, nil)
	if err != nil || *props.FilePermissionKey != *made.FilePermissionKey {
		t.Errorf("the file has the key %v, %v", props.FilePermissionKey, err)
	}
	d.want("FileInvalidPermissionKey")(f.Create(ctx, 0, &file.CreateOptions{Permissions: &file.Permissions{PermissionKey: to.Ptr("1*2")}}))
	d.want("FileInvalidPermission")(d.CreatePermission(ctx, "nonsense", nil))
}

func TestFileSignatures(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	f := d.file("dir.txt", "one")
	d.file("other", "two")
	expiry := d.server.Now().Add(time.Hour)
	options := &file.ClientOptions{ClientOptions: azcore.ClientOptions{Transport: d.server.Client(), Retry: policy.RetryOptions{MaxRetries: -1}}}
	as := func(url string, err error) *file.Client {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		c, err := file.NewClientWithNoCredential(url, options)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	reader := as(f.GetSASURL(sas.FilePermissions{Read: true}, expiry, nil))
	d.want("")(reader.DownloadStream(ctx, nil))
	d.want("AuthorizationPermissionMismatch")(reader.Delete(ctx, nil))
	creator := as(f.GetSASURL(sas.FilePermissions{Create: true}, expiry, nil))
	d.want("AuthorizationPermissionMismatch")(creator.Create(ctx, 1, nil))

	key, err := service.NewSharedKeyCredential(d.server.Account(), d.server.Key())
	if err != nil {
		t.Fatal(err)
	}
	whole, err := sas.SignatureValues{ShareName: "books", Permissions: "rl", ExpiryTime: expiry}.SignWithSharedKey(key)
	if err != nil {
		t.Fatal(err)
	}
	in := func(q sas.QueryParameters, name string) *file.Client {
		return as(d.NewRootDirectoryClient().NewFileClient(name).URL()+"?"+q.Encode(), nil)
	}
	d.want("")(in(whole, "other").DownloadStream(ctx, nil))
	directoryOptions := &directory.ClientOptions{ClientOptions: options.ClientOptions}
	root, err := directory.NewClientWithNoCredential(d.NewRootDirectoryClient().URL()+"?"+whole.Encode(), directoryOptions)
	if err != nil {
		t.Fatal(err)
	}
	d.want("")(root.NewListFilesAndDirectoriesPager(nil).NextPage(ctx))
	d.want("AuthorizationPermissionMismatch")(root.NewSubdirectoryClient("new").Create(ctx, nil))
	one, err := sas.SignatureValues{ShareName: "books", FilePath: "other", Permissions: "r", ExpiryTime: expiry}.SignWithSharedKey(key)
	if err != nil {
		t.Fatal(err)
	}
	d.want("AuthenticationFailed")(in(one, "dir.txt").DownloadStream(ctx, nil))
	byPolicy, err := sas.SignatureValues{ShareName: "books", Identifier: "readers"}.SignWithSharedKey(key)
	if err != nil {
		t.Fatal(err)
	}
	d.want("AuthenticationFailed")(in(byPolicy, "other").DownloadStream(ctx, nil))
	d.want("")(d.SetAccessPolicy(ctx, &share.SetAccessPolicyOptions{ShareACL: []*share.SignedIdentifier{{ID: to.Ptr("readers"),
		AccessPolicy: &share.AccessPolicy{Expiry: &expiry, Permission: to.Ptr("r")}}}}))
	d.want("")(in(byPolicy, "other").DownloadStream(ctx, nil))
	acl, err := d.GetAccessPolicy(ctx, nil)
	if err != nil || len(acl.SignedIdentifiers) != 1 {
		t.Errorf("policies %+v, %v", acl.SignedIdentifiers, err)
	}
	account, err := d.service.GetSASURL(sas.AccountResourceTypes{Object: true}, sas.AccountPermissions{Read: true}, expiry, nil)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := service.NewClientWithNoCredential(account, &service.ClientOptions{ClientOptions: options.ClientOptions}); err != nil {
		t.Error(err)
	} else {
		d.want("")(c.NewShareClient("books").NewRootDirectoryClient().NewFileClient("other").DownloadStream(ctx, nil))
		d.want("AuthorizationResourceTypeMismatch")(c.NewShareClient("books").GetProperties(ctx, nil))
	}
}

func TestFileServiceProperties(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := newDrive(t)
	d.want("")(d.service.SetProperties(ctx, &service.SetPropertiesOptions{CORS: []*service.CORSRule{{AllowedOrigins: to.Ptr("*"), AllowedMethods: to.Ptr("GET"),
		AllowedHeaders: to.Ptr(""), ExposedHeaders: to.Ptr(""), MaxAgeInSeconds: to.Ptr(int32(5))}}}))
	props, err := d.service.GetProperties(ctx, nil)
	if err != nil || len(props.CORS) != 1 || *props.CORS[0].MaxAgeInSeconds != 5 || props.HourMetrics == nil {
		t.Errorf("properties %+v, %v", props, err)
	}
	multichannel := func(enabled bool) *service.SetPropertiesOptions {
		return &service.SetPropertiesOptions{Protocol: &service.ProtocolSettings{Smb: &service.SMBSettings{Multichannel: &service.SMBMultichannel{Enabled: &enabled}}}}
	}
	d.want("")(d.service.SetProperties(ctx, multichannel(false)))
	d.want("")(d.service.SetProperties(ctx, nil))
	d.want("FeatureNotSupportedOnStorageAccount")(d.service.SetProperties(ctx, multichannel(true)))
	props, err = d.service.GetProperties(ctx, nil)
	if err != nil || props.Protocol == nil || props.Protocol.Smb == nil || props.Protocol.Smb.Multichannel == nil || *props.Protocol.Smb.Multichannel.Enabled {
		t.Errorf("protocols %+v, %v, want multichannel to be shown, and off", props.Protocol, err)
	}
}

func TestFilesHaveNoSecondaryLocation(t *testing.T) {
	t.Parallel()
	s := reference.New(reference.Options{})
	res, err := s.Client().Get(s.InProcessEndpoint(reference.File) + "-secondary?comp=list")
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != 400 {
		t.Errorf("the secondary location answers %d", res.StatusCode)
	}
}
