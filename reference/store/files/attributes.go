package files

import (
	"strings"
	"time"

	"ifmatch/reference/etag"
	"ifmatch/reference/lease"
	"ifmatch/reference/metadata"
	"ifmatch/reference/store"
)

// Attributes are the file system attributes of a file or directory, with the bits of SMB.
type Attributes uint32

// The attributes that the service knows.
const (
	ReadOnly          Attributes = 0x1
	Hidden            Attributes = 0x2
	System            Attributes = 0x4
	Directory         Attributes = 0x10
	Archive           Attributes = 0x20
	Temporary         Attributes = 0x100
	Offline           Attributes = 0x1000
	NotContentIndexed Attributes = 0x2000
	NoScrubData       Attributes = 0x20000
)

// attributes are the names of the attributes, in the order in which they are shown. // D:Create File
var attributes = [...]struct {
	name string
	bit  Attributes
}{
	{"ReadOnly", ReadOnly}, {"Hidden", Hidden}, {"System", System}, {"Directory", Directory}, {"Archive", Archive},
	{"Temporary", Temporary}, {"Offline", Offline}, {"NotContentIndexed", NotContentIndexed}, {"NoScrubData", NoScrubData},
}

const noAttributes = "None"

// ParseAttributes reads names separated by bars, or the word for no attributes.
func ParseAttributes(text string) (a Attributes, ok bool) {
	if strings.EqualFold(strings.TrimSpace(text), noAttributes) {
		return 0, true
	}
	for part := range strings.SplitSeq(text, "|") {
		bit, known := attribute(strings.TrimSpace(part))
		if !known {
			return 0, false
		}
		a |= bit
	}
	return a, true
}

func attribute(name string) (Attributes, bool) {
	for _, known := range attributes {
		if strings.EqualFold(name, known.name) {
			return known.bit, true
		}
	}
	return 0, false
}

// String writes the names in the form that ParseAttributes reads.
func (a Attributes) String() string {
	var names []string
	for _, known := range attributes {
		if a&known.bit != 0 {
			names = append(names, known.name)
		}
	}
	if len(names) == 0 {
		return noAttributes
	}
	return strings.Join(names, " | ")
}

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
