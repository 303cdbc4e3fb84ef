package store

import (
	"time"

	"ifmatch/reference/etag"
	"ifmatch/reference/lease"
	"ifmatch/reference/metadata"
	"ifmatch/reference/tags"
)

// Kind is the kind of a blob.
type Kind uint8

// The kinds.
const (
	BlockBlob Kind = iota
	PageBlob
	AppendBlob
)

// String returns the kind as x-ms-blob-type names it.
func (k Kind) String() string { return [...]string{"BlockBlob", "PageBlob", "AppendBlob"}[k] }

// Blob is one version of a blob: all its data at one moment.
type Blob struct {
	Kind Kind
	// Committed is false while the blob consists of uncommitted blocks only. // BLOB-COND-35
	Committed bool
	Stamp     etag.Stamp
	Created   time.Time
	// Generation is the ETag with which the blob began. Writes into the blob keep it; a blob that replaces it has
	// another.
	Generation string
	Content    Content
	Properties Properties
	Metadata   metadata.List
	Tags       tags.Set
	Tier       Tier
	Lease      lease.Lease
	Copy       *Copy
	Staged     []Block // uncommitted, in the order of their first upload
	Blocks     []Block // committed by Put Block List
	Appends    int     // committed blocks of an append blob
	Sealed     bool    // an append blob that accepts no more blocks
	Sequence   int64   // sequence number of a page blob
	Snapshots  []Snapshot
	// Trash is what was deleted softly: snapshots, and the blob itself if it is gone.
	Trash []Remnant
	// Gone makes the version a tombstone, which holds only the trash.
	Gone bool
}

// Properties are the headers that a blob is served with.
type Properties struct {
	ContentType, ContentEncoding, ContentLanguage, ContentDisposition, CacheControl string
	MD5                                                                             string // base64
}

// Tier is an access tier; the zero Tier is the account's default.
type Tier struct {
	Name    string
	Changed time.Time
	// Next is the tier to which an archived blob is on its way, until Ready. Priority is how urgently.
	Next, Priority string
	Ready          time.Time
}

// At returns the tier at a time: a blob that has left the archive has its new tier.
func (t Tier) At(now time.Time) Tier {
	if t.Next != "" && !now.Before(t.Ready) {
		return Tier{Name: t.Next, Changed: t.Changed}
	}
	return t
}

// Block is a block of a block blob, staged or committed.
type Block struct {
	ID   string // base64
	Data []byte
}

// Joined makes a content from blocks.
func Joined(blocks []Block) Content {
	var c Content
	c.segments = make([]segment, 0, len(blocks))
	for _, b := range blocks {
		c = c.Append(b.Data)
	}
	return c.Clone()
}

// Snapshot is a blob at an earlier time. It keeps content, metadata and stamp, but no lease, no staged blocks and no
// snapshots of its own. // BLOB-CONS-10 BLOB-ETAG-34 BLOB-LEASE-24
type Snapshot struct {
	Time string // as in x-ms-snapshot; unique and increasing per blob
	Blob *Blob
}

// Snapshot finds a snapshot by its time, or returns nil if there is none.
func (b *Blob) Snapshot(at string) *Blob {
	for _, s := range b.Snapshots {
		if s.Time == at {
			return s.Blob
		}
	}
	return nil
}

// Frozen returns the version in the form that a snapshot keeps.
func (b *Blob) Frozen() *Blob {
	f := *b
	f.Lease, f.Staged, f.Snapshots, f.Trash = lease.Lease{}, nil, nil, nil
	return &f
}

// Remnant is a blob or a snapshot that was deleted softly: it can be brought back until a time.
// // D:Soft delete for blobs
type Remnant struct {
	Time           string // of the snapshot; empty for the blob itself
	Blob           *Blob
	Deleted, Until time.Time
}

// CopyStatus is the progress of a copy.
type CopyStatus string

// The states of a copy.
const (
	CopyPending CopyStatus = "pending"
	CopySuccess CopyStatus = "success"
	CopyAborted CopyStatus = "aborted"
	CopyFailed  CopyStatus = "failed"
)

// Copy is the last copy made to a blob.
type Copy struct {
	ID          string
	Source      string // URL without its signature
	Status      CopyStatus
	Description string // reason of a failure
	Copied      int64  // bytes
	Total       int64
	Completed   time.Time
}

// Pending reports whether a copy to the blob is not finished.
func (b *Blob) Pending() bool { return b.Copy != nil && b.Copy.Status == CopyPending }
