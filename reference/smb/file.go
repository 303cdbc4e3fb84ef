package smb

import (
	"time"

	"github.com/jfjallid/go-smb/smb/server"

	"ifmatch/reference/store/files"
)

// infoOf returns what the library shows of a file or directory.
func infoOf(n *files.Node) server.FileInfo {
	f := n.File
	attributes := uint32(f.SMB.Attributes)
	if attributes == 0 {
		attributes = normal
	}
	return server.FileInfo{
		Name: n.Name, Size: f.Content.Len(), AllocationSize: allocated(f.Content.Len()), Attributes: attributes, FileID: uint64(n.ID),
		CreationTime: f.SMB.Created, LastAccessTime: f.SMB.LastWrite, LastWriteTime: f.SMB.LastWrite, ChangeTime: f.SMB.Changed,
	}
}

const (
	normal   = 0x80 // means no attributes
	settable = files.ReadOnly | files.Hidden | files.System | files.Archive | files.Temporary | files.Offline | files.NotContentIndexed | files.NoScrubData
	cluster  = 4096 // bytes, the library's value
	sector   = 512  // bytes
)

func allocated(size int64) int64 { return (size + cluster - 1) / cluster * cluster }

// sinceWindows is the number of seconds from the beginning of 1601, where SMB's times start, to the beginning of 1970.
const sinceWindows = 11_644_473_600

// timeOf reads a time in units of 100 ns.
func timeOf(filetime int64) time.Time {
	return time.Unix(filetime/1e7-sinceWindows, filetime%1e7*100).UTC()
}

// touch dates a version whose content has changed. It gets its stamp when a handle is closed. // FILE-ETAG-08
func touch(f *files.File, at files.Moment) {
	f.Written = true
	f.SMB.LastWrite, f.SMB.Changed = at.Now, at.Now
}
