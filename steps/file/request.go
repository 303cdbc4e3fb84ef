package file

import (
	"path"
	"slices"
	"strings"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// The kinds of resource, by the words of the features.
const (
	kindAccount   = "account" // only List Shares addresses it
	kindShare     = "share"
	kindDirectory = "directory"
	kindFile      = "file"
)

// Address is the address of a share, a directory or a file, or of one in a snapshot of the
// share.
type Address struct {
	Kind     string
	Share    string
	Path     string // within the share; empty for the share itself
	Snapshot string // the time of a share snapshot; empty for the share as it is now
}

// String is the path within the account.
func (a Address) String() string {
	text := a.Share
	if a.Path != "" {
		text += "/" + a.Path
	}
	switch {
	case a.Share == "":
		return "the account"
	case a.Snapshot != "":
		text += "?sharesnapshot=" + a.Snapshot
	}
	return text
}

// OnSMB is where to find the file or directory over SMB.
func (a Address) OnSMB() (share, path string, directory bool) {
	return a.Share, strings.ReplaceAll(a.Path, "/", `\`), a.Kind != kindFile
}

// parent is the directory in which a file or directory lies; an empty path is the root.
func (a Address) parent() Address {
	dir := path.Dir(a.Path)
	if dir == "." {
		dir = ""
	}
	return Address{Kind: kindDirectory, Share: a.Share, Path: dir, Snapshot: a.Snapshot}
}

// Request is what a client asks the File service for. Values that go on the wire unchanged are
// text.
type Request struct {
	scenario.Base
	lease.Fields

	// For a rename: the leases of the file that moves and of the one that it replaces.
	SourceLeaseID, DestinationLeaseID *string
	ReplaceIfExists                   *string

	Size          *int64 // of a file that is created or resized, in bytes
	ContentType   string
	Attributes    *string  // x-ms-file-attributes
	Timeout       *string  // for how many seconds the service may try
	Offset, Count int64    // the range that is written, cleared or read; Count 0: none
	Source        *Address // of a copy or a rename
	// SourceState is the state of the source when the copy or rename was requested.
	SourceState *State
	CopyID      *string

	// Deleted is what the share was before it was deleted, and Version that of the deletion.
	Deleted *State
	Version string

	Quota           *int32 // of a share, in GiB
	DeleteSnapshots *string

	HandleID, Recursive, MaxResults *string

	// Prefix, Marker and Include shape a list.
	Prefix, Marker string
	Include        []string
}

// Exact lists the headers that must go on the wire exactly so.
func (q *Request) Exact() []scenario.Header {
	return slices.Concat(q.Fields.Exact(), []scenario.Header{
		{Name: "x-ms-source-lease-id", Value: q.SourceLeaseID},
		{Name: "x-ms-destination-lease-id", Value: q.DestinationLeaseID},
		{Name: "x-ms-file-rename-replace-if-exists", Value: q.ReplaceIfExists},
		{Name: "x-ms-file-attributes", Value: q.Attributes},
		{Name: "x-ms-delete-snapshots", Value: q.DeleteSnapshots},
		{Name: "x-ms-recursive", Value: q.Recursive},
	})
}
