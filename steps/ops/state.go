package ops

import (
	"bytes"
	"maps"
	"slices"
	"time"
)

// State is a full snapshot of a resource as its reads show it. As the result of
// Operation.After it is an expectation: then NewETag, NotBefore and Loose say
// what cannot be known beforehand.
type State struct {
	Resource Resource
	Exists   bool

	ETag         string // with quotes, as headers carry it
	LastModified time.Time
	Metadata     map[string]string // names in lower case
	Lease        Lease

	// Of blobs.
	Content     []byte
	Properties  map[string]string // by header name in lower case; see the prop constants
	Committed   []Block
	Uncommitted []Block
	Pages       []Range // adjacent ranges joined
	Snapshots   []Snapshot
	Tags        map[string]string // nil: not read

	// Of containers.
	Access   string // public access: "", blob or container
	Policies []Policy
	Blobs    []Entry

	// Of tables, beside Policies: every entity.
	Rows []Row

	// Of queues, beside Metadata and Policies, and of messages: what is visible, at
	// most as much as one answer shows. Inside a window a message does not Exist.
	Messages []Peeked

	// Inconsistent lists where two reads of the same resource contradict each
	// other: a listing that shows another ETag than the blob's own answer.
	Inconsistent []string

	// Seen holds every ETag that this resource had before; none may come back.
	Seen []string
	// NotBefore is the Last-Modified that this one must not precede.
	NotBefore time.Time
	// Loose names fields of which the documents promise nothing here.
	Loose []Field
}

// NewETag stands in an expected State for an ETag that the resource never had.
const NewETag = "<new>"

// anyValue stands in an expected property for "whatever it is".
const anyValue = "<any>"

// The properties that a snapshot holds, by header name. Content-MD5 is left
// out: when the service computes one is not documented for every write.
const (
	propType        = "content-type"
	propEncoding    = "content-encoding"
	propLanguage    = "content-language"
	propDisposition = "content-disposition"
	propCache       = "cache-control"
	propBlobType    = "x-ms-blob-type"
	propSequence    = "x-ms-blob-sequence-number"
	propBlockCount  = "x-ms-blob-committed-block-count"
	propCopyID      = "x-ms-copy-id"
	propCopyStatus  = "x-ms-copy-status"
	propTier        = "x-ms-access-tier" // as listed: Get Blob does not show it
)

// headerProperties are read from the answer to Get Blob.
var headerProperties = []string{
	propType, propEncoding, propLanguage, propDisposition, propCache,
	propBlobType, propSequence, propBlockCount, propCopyID, propCopyStatus,
}

// Lease is what reads show of a lease; its id they never show.
type Lease struct {
	State    string // available, leased, expired, breaking, broken
	Status   string // locked, unlocked
	Duration string // fixed or infinite while leased, else empty
}

// Block is one block of a block blob.
type Block struct {
	ID   string // base64
	Size int64  // bytes
}

// Range is a range of bytes, both ends included.
type Range struct{ Start, End int64 }

// Snapshot is one snapshot of a blob as listed.
type Snapshot struct {
	ID           string // x-ms-snapshot
	ETag         string // with quotes
	LastModified time.Time
	Size         int64
}

// Entry is one blob or snapshot inside a container as listed.
type Entry struct {
	Name, Snapshot, ETag string
}

// clone copies the state so deep that no change reaches the original.
func (s State) clone() State {
	s.Metadata = maps.Clone(s.Metadata)
	s.Properties = maps.Clone(s.Properties)
	s.Tags = maps.Clone(s.Tags)
	s.Content = bytes.Clone(s.Content)
	s.Committed = slices.Clone(s.Committed)
	s.Uncommitted = slices.Clone(s.Uncommitted)
	s.Pages = slices.Clone(s.Pages)
	s.Snapshots = slices.Clone(s.Snapshots)
	s.Policies = slices.Clone(s.Policies)
	s.Blobs = slices.Clone(s.Blobs)
	s.Rows = slices.Clone(s.Rows)
	s.Messages = slices.Clone(s.Messages)
	s.Inconsistent = slices.Clone(s.Inconsistent)
	s.Seen = slices.Clone(s.Seen)
	s.Loose = slices.Clone(s.Loose)
	return s
}

// Frozen is what reads of r, a snapshot of this blob, show: all but what is
// known of the base alone. Nobody says what they show of a lease, or of blocks that
// were never committed. BLOB-CONS-10
func (s State) Frozen(r Resource) State {
	s = s.clone()
	s.Resource, s.Snapshots, s.Uncommitted = r, nil, nil
	delete(s.Properties, propTier)
	s.Loose = append(s.Loose, FieldLease, FieldUncommitted)
	return s
}

// addRange puts a range of bytes into a list of page ranges.
func addRange(list []Range, r Range) []Range {
	return joinRanges(append(slices.Clone(list), r))
}

// cutRange takes a range of bytes out of a list of page ranges.
func cutRange(list []Range, r Range) []Range {
	var out []Range
	for _, p := range list {
		if p.Start < r.Start {
			out = append(out, Range{p.Start, min(p.End, r.Start-1)})
		}
		if p.End > r.End {
			out = append(out, Range{max(p.Start, r.End+1), p.End})
		}
	}
	return out
}

// joinRanges orders ranges and joins those that touch: where the service cuts
// them is nobody's promise.
func joinRanges(list []Range) []Range {
	slices.SortFunc(list, func(a, b Range) int {
		switch {
		case a.Start < b.Start:
			return -1
		case a.Start > b.Start:
			return 1
		}
		return 0
	})
	var out []Range
	for _, r := range list {
		if n := len(out); n > 0 && r.Start <= out[n-1].End+1 {
			out[n-1].End = max(out[n-1].End, r.End)
			continue
		}
		out = append(out, r)
	}
	return out
}
