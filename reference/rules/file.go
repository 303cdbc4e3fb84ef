package rules

import (
	"time"

	"ifmatch/reference/handles"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
)

// File is what a server believes about shares, directories and files.
type File struct {
	// Operations is what each operation on a share, directory or file does.
	Operations [op.Count]FileOperation

	// Lease and Uses are the matrices of leases on files, ShareLease and ShareUses those of leases on shares.
	Lease      lease.Table
	Uses       lease.Uses
	ShareLease lease.Table
	ShareUses  lease.Uses

	// Checks is the order in which a request is held against a file that exists.
	Checks []FileCheck

	// ConditionsIgnored lets a request with If-Match and its like go on, as if it had none. // FILE-ETAG-06
	ConditionsIgnored bool

	Limits FileLimits
}

// FileOperation is what the documents say of an operation.
type FileOperation struct {
	// Access is what the operation comes to beside handles, and Share what it lets them do: an opening that ends with the
	// request. All but one share everything. // FILE-SMB-16
	Access, Share handles.Access
	// Unopened makes any handle keep the operation out, whatever it shares. // FILE-ACC-08
	Unopened bool
	// WhilePending lets the operation work on a file that is to be deleted. // FILE-DEL-14
	WhilePending bool
	// Lease is how the operation stands to the lease of its file, or of its share.
	Lease lease.Use
	// Writes makes the attribute ReadOnly keep the operation out. // FILE-RO-01
	Writes bool
	// Creates makes the file, if there is none.
	Creates bool
	// Stamped makes the response carry ETag and Last-Modified. // FILE-ETAG-01 FILE-ETAG-02
	Stamped bool
	// Restamps gives the resource a new stamp on success. // FILE-ETAG-03 FILE-ETAG-04
	Restamps bool
}

// FileCheck is one thing that a request is held against.
type FileCheck uint8

// The checks. Whether there is a file comes before all of them.
const (
	DeletePending FileCheck = iota // 409
	FileLease                      // 412
	Sharing                        // 409
	ReadOnly                       // 409
	PendingCopy                    // 409
)

// FileLimits bound what a request to the File service may hold.
type FileLimits struct {
	Range       int64 // bytes of a Put Range
	FileSize    int64
	Quota       int           // GiB of a share, at most
	ListPage    int           // shares, files or handles of one page of a listing
	Permission  int           // bytes of a security descriptor
	Snapshots   int           // of a share
	Path        int           // characters
	Depth       int           // directories
	SharePurges time.Duration // how long the name of a deleted share cannot be used
}

// file is Microsoft's table of what each operation comes to beside SMB clients, with what the pages of the operations
// say of leases, stamps and the attribute ReadOnly.
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

// directories have no lease, and share modes are about files. // FILE-ETAG-05
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
