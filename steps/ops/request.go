package ops

import (
	"net/http"
	"time"
)

// Request is what a client asks for beyond the operation's name. The zero value
// of a field means "do not send", except where an operation cannot do without:
// then Operation.Complete chooses (Body, Metadata, Duration ...), and a case
// that wants the header missing names it in Drop.
type Request struct {
	// Conditions are header values exactly as they go on the wire, so that a
	// case can send what an SDK type cannot express.
	IfMatch, IfNoneMatch, IfModifiedSince, IfUnmodifiedSince                         *string
	SourceIfMatch, SourceIfNoneMatch, SourceIfModifiedSince, SourceIfUnmodifiedSince *string
	IfTags, SourceIfTags                                                             *string

	LeaseID     *string // x-ms-lease-id
	ProposedID  *string // x-ms-proposed-lease-id
	Duration    *string // x-ms-lease-duration: "15", "-1", or what a case wants to be refused
	BreakPeriod *string // x-ms-lease-break-period

	// Body is the content to write. Of Put Block List it is the content that the
	// listed blocks add up to: Prepare stages it, the request itself sends ids.
	Body     []byte
	Metadata map[string]string // x-ms-meta-*; empty but not nil clears
	Tags     map[string]string // blob index tags; empty but not nil clears
	// ContentType is what Set Blob Properties, Put Blob and Put Block List set.
	ContentType string
	Tier        string // of Set Blob Tier

	Source *Resource // copy source
	// SourceState is what the source held when the copy was asked for. Without
	// it the content of a copy from a source that the case chose is not judged.
	SourceState *State
	CopyID      *string // of Abort Copy Blob

	Offset, Count  int64    // byte range of page writes and of reads (Count 0: none)
	BlockID        string   // of Put Block, base64
	BlockList      []string // ids of Put Block List, in order
	Size           *int64   // length of a page blob to create or resize
	SequenceAction string   // of Set Blob Properties: update, max, increment
	SequenceNumber *int64
	// Sequence-number and append preconditions.
	IfSequenceLE, IfSequenceLT, IfSequenceEQ *string
	AppendPos, MaxSize                       *string

	// DeleteSnapshots is the x-ms-delete-snapshots value: include or only.
	DeleteSnapshots string
	// Policies are the stored access policies of Set Container ACL; empty but
	// not nil removes all. Access is the public access: "", blob or container.
	Policies []Policy
	Access   string

	// Prefix, Include and Marker shape a listing. Include names datasets as the
	// query does: metadata, snapshots, uncommittedblobs, copy, tags.
	Prefix, Marker string
	Include        []string

	// Of the Table service. Entity holds the properties to write, without keys;
	// MetadataLevel is none, minimal or full; NextPartition and NextRow go on with
	// a query; Actions are the operations of a transaction.
	Entity                 map[string]any
	Filter, Select         string
	Top                    *int32
	MetadataLevel          string
	NextPartition, NextRow string
	Actions                []Action

	// Of the Queue service, as they stand in the query or the address; the text of
	// a message is its Body, and an update without one changes the visibility alone.
	Visibility, TimeToLive, MessageCount *string
	PopReceipt, MessageID                *string // MessageID: not the resource's own
	// ServiceProperties are the elements that Set Queue Service Properties sends,
	// ServiceDocument a whole body in place of them.
	ServiceProperties map[string]string
	ServiceDocument   []byte

	// Verb replaces the operation's method, for operations documented as
	// GET/HEAD.
	Verb string
	// Header holds any further header as it goes on the wire; Drop lists headers
	// that the SDK would send and this request must not. Both act before signing
	// and on whatever spelling of the name. Authorization cannot be dropped:
	// anonymous requests need an anonymous Client.
	Header http.Header
	Drop   []string
}

// Policy is one stored access policy of a container. Times are whole seconds;
// zero means "not stored".
type Policy struct {
	ID         string
	Permission string
	Start      time.Time
	Expiry     time.Time
}
