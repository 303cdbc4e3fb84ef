package rules

import (
	"time"

	"ifmatch/reference/handles"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
)

// File holds the rules for shares, directories and files.
type File struct {
	// Operations holds the rule of each operation on a share, directory or file.
	Operations [op.Count]FileOperation

	// Lease and Uses are the lease matrices of files, ShareLease and ShareUses those of shares.
	Lease      lease.Table
	Uses       lease.Uses
	ShareLease lease.Table
	ShareUses  lease.Uses

	// Checks is the order of the checks of a request against an existing file.
	Checks []FileCheck

	// ConditionsIgnored ignores If-Match and similar headers instead of refusing them. // FILE-ETAG-06
	ConditionsIgnored bool

	// ListsPending lists files that wait for their deletion. // FILE-DEL-06
	ListsPending bool

	Limits FileLimits
}

// FileOperation is the documented rule of one operation.
type FileOperation struct {
	// Access is the operation's access in terms of handles, and Share is what it shares. It counts as an opening that
	// ends with the request. All operations but one share everything. // FILE-SMB-16
	Access, Share handles.Access
	// Unopened makes any open handle block the operation, whatever the handle shares. // FILE-ACC-08
	Unopened bool
	// WhilePending lets the operation work on a file that waits for its deletion. // FILE-DEL-14
	WhilePending bool
	// Lease is how the operation treats the lease of its file, or of its share.
	Lease lease.Use
	// Writes makes the attribute ReadOnly block the operation. // FILE-RO-01
	Writes bool
	// Creates makes the operation create the file if there is none.
	Creates bool
	// Stamped makes the response carry ETag and Last-Modified. // FILE-ETAG-01 FILE-ETAG-02
	Stamped bool
	// Restamps gives the resource a new stamp on success. // FILE-ETAG-03 FILE-ETAG-04
	Restamps bool
}

// FileCheck is one check of a request against a file.
type FileCheck uint8

// The checks. The check that the file exists comes before all of them.
const (
	DeletePending FileCheck = iota // 409
	FileLease                      // 412
	Sharing                        // 409
	ReadOnly                       // 409
	PendingCopy                    // 409
)

// FileLimits are the limits of requests to the File service.
type FileLimits struct {
	Range       int64 // bytes of a Put Range
	FileSize    int64
	Quota       int           // GiB of a share
	ListPage    int           // shares, files or handles per page of a list
	Permission  int           // bytes of a security descriptor
	Snapshots   int           // of a share
	Path        int           // characters
	Depth       int           // directories
	SharePurges time.Duration // how long the name of a deleted share cannot be used
	SharesKept  time.Duration // how long a deleted share can be restored; 0: soft delete is off
}

// file is Microsoft's table of how each operation interacts with SMB clients, with what the pages of the operations say
// about leases, stamps and the attribute ReadOnly.
func file() File {
	f := File{
		Lease:      lease.OfFiles(),
		Uses:       lease.FileUses(),
		ShareLease: lease.OfFiles(),
		ShareUses:  lease.ShareUses(),
		Checks:     []FileCheck{DeletePending, FileLease, Sharing, ReadOnly, PendingCopy},
		Limits: FileLimits{
			Range:       4 << 20,
			FileSize:    4 << 40,
			Quota:       102_400,
			ListPage:    5000,
			Permission:  9 << 10,
			Snapshots:   200,
			Path:        2048,
			Depth:       250,
			SharePurges: 30 * time.Second, // FILE-DEL-21
		},
	}
	shares(&f.Operations)
	directories(&f.Operations)
	filesOf(&f.Operations)
	for o := range f.Operations {
		if f.Operations[o].Share == handles.None {
			f.Operations[o].Share = handles.All
		}
	}
	return f
}

// shares: every change needs the id of an active lease. // FILE-SLEASE-02 FILE-SLEASE-03 FILE-SLEASE-04
func shares(t *[op.Count]FileOperation) {
	read := FileOperation{Lease: lease.Shared, Stamped: true}
	for _, o := range [...]op.Operation{op.GetShareProperties, op.GetShareMetadata, op.GetShareACL, op.GetShareStats, op.SnapshotShare} {
		t[o] = read
	}
	write := FileOperation{Lease: lease.Exclusive, Stamped: true, Restamps: true}
	for _, o := range [...]op.Operation{op.SetShareProperties, op.SetShareMetadata, op.SetShareACL} {
		t[o] = write
	}
	t[op.CreateShare] = FileOperation{Creates: true, Stamped: true, Restamps: true}
	t[op.DeleteShare] = FileOperation{Lease: lease.Exclusive}
	for o := op.LeaseShareAcquire; o <= op.LeaseShareBreak; o++ {
		t[o] = FileOperation{Stamped: true}
	}
}

// directories have no lease, and share modes concern files. // FILE-ETAG-05
func directories(t *[op.Count]FileOperation) {
	t[op.ListDirectoriesAndFiles] = FileOperation{WhilePending: true} // FILE-ACC-01
	t[op.GetDirectoryProperties] = FileOperation{Stamped: true}
	t[op.GetDirectoryMetadata] = FileOperation{Stamped: true}
	write := FileOperation{Stamped: true, Restamps: true}
	t[op.SetDirectoryProperties] = write
	t[op.SetDirectoryMetadata] = write
	write.Creates = true
	t[op.CreateDirectory] = write
	t[op.RenameDirectory] = FileOperation{Access: handles.Delete, Stamped: true, Restamps: true}
	t[op.DeleteDirectory] = FileOperation{Access: handles.Delete, Unopened: true} // FILE-DEL-13
}

func filesOf(t *[op.Count]FileOperation) {
	read := FileOperation{Lease: lease.Shared, Stamped: true}
	t[op.GetFileProperties] = read // FILE-ACC-05
	t[op.GetFileMetadata] = read   // FILE-ACC-07
	read.Access = handles.Read
	t[op.GetFile] = read    // FILE-ACC-03
	t[op.ListRanges] = read // FILE-ACC-10

	write := FileOperation{Access: handles.Write, Lease: lease.Exclusive, Writes: true, Stamped: true, Restamps: true}
	t[op.SetFileProperties] = write // FILE-ACC-04
	t[op.SetFileMetadata] = write   // FILE-ACC-06
	t[op.PutRange] = write          // FILE-ACC-09
	t[op.PutRangeFromURL] = write

	create := write
	create.Access, create.Creates = handles.Write|handles.Delete, true
	t[op.CreateFile] = create // FILE-ACC-02
	t[op.CopyFile] = create   // FILE-RO-02

	t[op.AbortCopyFile] = FileOperation{Lease: lease.Exclusive}
	t[op.RenameFile] = FileOperation{Access: handles.Delete, Lease: lease.Exclusive, Stamped: true, Restamps: true}
	t[op.DeleteFile] = FileOperation{Access: handles.Delete, Unopened: true, Lease: lease.Exclusive} // FILE-ACC-08

	for o := op.LeaseFileAcquire; o <= op.LeaseFileBreak; o++ {
		t[o] = FileOperation{Stamped: true} // FILE-ETAG-04
	}
	t[op.LeaseFileAcquire].Access, t[op.LeaseFileAcquire].Share = handles.Write|handles.Delete, handles.Read // FILE-ACC-11 FILE-LS-01 FILE-LS-02
	t[op.ListHandles] = FileOperation{WhilePending: true}                                                    // FILE-DEL-14
	t[op.ForceCloseHandles] = FileOperation{WhilePending: true}                                              // FILE-DEL-14
}
