package ops

import (
	"slices"

	"ifmatch/steps/account"
	"ifmatch/steps/lease"
	"ifmatch/steps/scenario"
)

// Request is what a client asks for on a container or a blob. For Put Block List, Body is the
// content that the listed blocks add up to: Prepare stages it, and the request itself sends
// the ids.
type Request struct {
	scenario.Base
	lease.Fields

	SourceIfMatch, SourceIfNoneMatch, SourceIfModifiedSince, SourceIfUnmodifiedSince *string
	IfTags, SourceIfTags                                                             *string
	// The conditions of operations on tags, and those of Delete Blob on the time of the tier.
	BlobIfMatch, BlobIfNoneMatch, BlobIfModifiedSince, BlobIfUnmodifiedSince *string
	TierIfModifiedSince, TierIfUnmodifiedSince                               *string

	Tags map[string]string // blob index tags; empty but not nil clears
	// ContentType is what Set Blob Properties, Put Blob and Put Block List set.
	ContentType string
	Tier        string // of Set Blob Tier

	Source *Address // copy source
	// SourceState is the state of the source when the copy was asked for. Without it, the
	// content of a copy from a source that the case chose is not judged.
	SourceState *State
	CopyID      *string // of Abort Copy Blob

	Offset, Count  int64    // byte range of page writes and of reads (Count 0: no range)
	BlockID        string   // of Put Block, base64
	BlockList      []string // ids of Put Block List, in order
	Size           *int64   // length of a page blob to create or resize
	SequenceAction string   // of Set Blob Properties: update, max, increment
	SequenceNumber *int64
	// Sequence-number and append preconditions.
	IfSequenceLE, IfSequenceLT, IfSequenceEQ *string
	AppendPos, MaxSize                       *string

	// Requests is how many requests a batch holds: all but the first are for blobs that do
	// not exist. 0 means one.
	Requests int
	Beside   *Beside // one more request of the batch

	// PrevSnapshot is the snapshot that Get Page Ranges Diff compares with.
	PrevSnapshot *string
	Where        string // of Find Blobs by Tags

	Settings account.Settings // of Set Blob Service Properties

	// Deleted is what the resource was before it was deleted, and Version that of the deletion: of the
	// operations that bring it back.
	Deleted *State
	Version string
	// DeleteSnapshots is the x-ms-delete-snapshots value: include or only.
	DeleteSnapshots string
	// Access is the public access that goes with Policies: "", blob or container.
	Access string

	// Prefix, Include, Marker, PageSize and Delimiter shape a listing. Include names datasets as the
	// query does: metadata, snapshots, uncommittedblobs, copy, tags, deleted.
	Prefix, Marker string
	Include        []string
	PageSize       *int32
	Delimiter      string
}

// Exact lists the headers that must go on the wire exactly so.
func (q *Request) Exact() []scenario.Header {
	return slices.Concat(q.Fields.Exact(), []scenario.Header{
		{Name: "x-ms-source-if-match", Value: q.SourceIfMatch},
		{Name: "x-ms-source-if-none-match", Value: q.SourceIfNoneMatch},
		{Name: "x-ms-source-if-modified-since", Value: q.SourceIfModifiedSince},
		{Name: "x-ms-source-if-unmodified-since", Value: q.SourceIfUnmodifiedSince},
		{Name: "x-ms-blob-if-match", Value: q.BlobIfMatch},
		{Name: "x-ms-blob-if-none-match", Value: q.BlobIfNoneMatch},
		{Name: "x-ms-blob-if-modified-since", Value: q.BlobIfModifiedSince},
		{Name: "x-ms-blob-if-unmodified-since", Value: q.BlobIfUnmodifiedSince},
		{Name: "x-ms-access-tier-if-modified-since", Value: q.TierIfModifiedSince},
		{Name: "x-ms-access-tier-if-unmodified-since", Value: q.TierIfUnmodifiedSince},
		{Name: "x-ms-if-tags", Value: q.IfTags},
		{Name: "x-ms-source-if-tags", Value: q.SourceIfTags},
		{Name: "x-ms-if-sequence-number-le", Value: q.IfSequenceLE},
		{Name: "x-ms-if-sequence-number-lt", Value: q.IfSequenceLT},
		{Name: "x-ms-if-sequence-number-eq", Value: q.IfSequenceEQ},
		{Name: "x-ms-blob-condition-appendpos", Value: q.AppendPos},
		{Name: "x-ms-blob-condition-maxsize", Value: q.MaxSize},
	})
}

// Beside is a further request of a batch: for another blob, without conditions.
type Beside struct {
	Resource Address
	Answer   scenario.Response // to this request, once the batch was sent
}
