package files

import (
	"time"

	"ifmatch/reference/etag"
	"ifmatch/reference/lease"
	"ifmatch/reference/metadata"
	"ifmatch/reference/store"
)

// File is one version of a file or directory. It is never changed: a change makes another version.
type File struct {
	Stamp    etag.Stamp
	Written  bool // through a handle that is still open: the stamp is made when one is closed // FILE-ETAG-08
	SMB      SMB
	Metadata metadata.List

	// Only files have these.
	Properties store.Properties
	Content    store.Content
	Lease      lease.Lease
	Copy       *store.Copy // the last copy to the file; nil if there was none
}

// SMB holds the properties that file systems keep of a file.
type SMB struct {
	Attributes Attributes
	Created    time.Time
	LastWrite  time.Time // of the content, or as set by a client
	Changed    time.Time // of anything
	Permission string    // key of its security descriptor in the share
}

// IsDirectory reports whether this is a directory and not a file.
func (f *File) IsDirectory() bool { return f.SMB.Attributes&Directory != 0 }

// Pending reports whether a copy to the file is not finished.
func (f *File) Pending() bool { return f.Copy != nil && f.Copy.Status == store.CopyPending }
