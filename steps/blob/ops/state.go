package ops

import (
	"bytes"
	"maps"
	"slices"
	"time"

	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// State is a full snapshot of a container or a blob as its reads show it.
type State struct {
	scenario.Snapshot
	lease.Held
	Metadata map[string]string // names in lower case

	// For blobs.
	Content     []byte
	Properties  map[string]string // by header name in lower case; see the prop constants
	Committed   []Block
	Uncommitted []Block
	Pages       []Range // adjacent ranges joined
	Snapshots   []Shot
	Tags        map[string]string // nil: not read

	// For containers.
	Access   string // public access: "", blob or container
	Policies []scenario.Policy
	Blobs    []Entry
}

// at is the address of the resource.
func (s *State) at() Address { return s.Address.(Address) }

// The properties that a snapshot holds, by header name. Content-MD5 is left out: the documents
// do not say for every write whether the service computes it.
const (
	propType        = "content-type"
	propEncoding    = "content-encoding"
	propLanguage    = "content-language"
	propDisposition = "content-disposition"
	propCache       = "cache-control"
	propBlobType    = "x-ms-blob-type"
	propSequence    = "x-ms-blob-sequence-number"
	propBlockCount  = "x-ms-blob-committed-block-count"
	propSealed      = "x-ms-blob-sealed"
	propCopyID      = "x-ms-copy-id"
	propCopyStatus  = "x-ms-copy-status"
	propTier        = "x-ms-access-tier" // from the list: Get Blob does not show it
)

// headerProperties are read from the headers of Get Blob.
var headerProperties = []string{
	propType, propEncoding, propLanguage, propDisposition, propCache,
	propBlobType, propSequence, propBlockCount, propSealed, propCopyID, propCopyStatus,
}

// Block is one block of a block blob.
type Block struct {
	ID   string `xml:"Name"` // base64
	Size int64  // bytes
}

// Range is a range of bytes.
type Range = scenario.Range

// Shot is one snapshot of a blob, as listed.
type Shot struct {
	ID           string // x-ms-snapshot
	ETag         string // with quotes
	LastModified time.Time
	Size         int64
}

// Entry is one blob or snapshot in a container, as listed.
type Entry struct {
	Name, Snapshot, ETag string
}

// Clone makes a deep copy: no change to it reaches the original.
func (s *State) Clone() scenario.State { return s.clone() }

func (s *State) clone() *State {
	c := *s
	c.Snapshot = s.Snapshot.Copy()
	c.Metadata = maps.Clone(s.Metadata)
	c.Properties = maps.Clone(s.Properties)
	c.Tags = maps.Clone(s.Tags)
	c.Content = bytes.Clone(s.Content)
	c.Committed = slices.Clone(s.Committed)
	c.Uncommitted = slices.Clone(s.Uncommitted)
	c.Pages = slices.Clone(s.Pages)
	c.Snapshots = slices.Clone(s.Snapshots)
	c.Policies = slices.Clone(s.Policies)
	c.Blobs = slices.Clone(s.Blobs)
	return &c
}

// Frozen is what reads of r, a snapshot of this blob, show: everything except what only the base
// has. No document says what they show of a lease, or of uncommitted blocks. BLOB-CONS-10
func (s *State) Frozen(r Address) *State {
	c := s.clone()
	c.Address, c.Snapshots, c.Uncommitted = r, nil, nil
	delete(c.Properties, propTier)
	c.Relax(scenario.FieldLease, FieldUncommitted)
	return c
}
