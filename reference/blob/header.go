package blob

import (
	"net/http"

	"ifmatch/reference/store"
)

// Header names, in the canonical form that http.Header is indexed with.
const (
	hAcceptRanges       = "Accept-Ranges"
	hAccessTier         = "X-Ms-Access-Tier"
	hAccessTierChange   = "X-Ms-Access-Tier-Change-Time"
	hAccessTierInferred = "X-Ms-Access-Tier-Inferred"
	hAppendOffset       = "X-Ms-Blob-Append-Offset"
	hAppendPosition     = "X-Ms-Blob-Condition-Appendpos"
	hAuthorization      = "Authorization"
	hBlobCacheControl   = "X-Ms-Blob-Cache-Control"
	hBlobDisposition    = "X-Ms-Blob-Content-Disposition"
	hBlobEncoding       = "X-Ms-Blob-Content-Encoding"
	hBlobLanguage       = "X-Ms-Blob-Content-Language"
	hBlobLength         = "X-Ms-Blob-Content-Length"
	hBlobMD5            = "X-Ms-Blob-Content-Md5"
	hBlobPublicAccess   = "X-Ms-Blob-Public-Access"
	hBlobType           = "X-Ms-Blob-Type"
	hBlobContentType    = "X-Ms-Blob-Content-Type"
	hBreakPeriod        = "X-Ms-Lease-Break-Period"
	hCacheControl       = "Cache-Control"
	hClientRequestID    = "X-Ms-Client-Request-Id"
	hCommittedBlocks    = "X-Ms-Blob-Committed-Block-Count"
	hContentDisposition = "Content-Disposition"
	hContentEncoding    = "Content-Encoding"
	hContentLanguage    = "Content-Language"
	hContentLength      = "Content-Length"
	hContentMD5         = "Content-Md5"
	hContentRange       = "Content-Range"
	hContentType        = "Content-Type"
	hCopyAction         = "X-Ms-Copy-Action"
	hCopyCompletion     = "X-Ms-Copy-Completion-Time"
	hCopyID             = "X-Ms-Copy-Id"
	hCopyProgress       = "X-Ms-Copy-Progress"
	hCopyProperties     = "X-Ms-Copy-Source-Blob-Properties"
	hCopySource         = "X-Ms-Copy-Source"
	hCopySourceTags     = "X-Ms-Copy-Source-Tag-Option"
	hCopyStatus         = "X-Ms-Copy-Status"
	hCopyDescription    = "X-Ms-Copy-Status-Description"
	hCRC64              = "X-Ms-Content-Crc64"
	hCreationTime       = "X-Ms-Creation-Time"
	hDate               = "Date"
	hDeleteSnapshots    = "X-Ms-Delete-Snapshots"
	hErrorCode          = "X-Ms-Error-Code"
	hETag               = "Etag"
	hIfMatch            = "If-Match"
	hIfModifiedSince    = "If-Modified-Since"
	hIfNoneMatch        = "If-None-Match"
	hIfTags             = "X-Ms-If-Tags"
	hIfUnmodifiedSince  = "If-Unmodified-Since"
	hLastModified       = "Last-Modified"
	hLeaseAction        = "X-Ms-Lease-Action"
	hLeaseDuration      = "X-Ms-Lease-Duration"
	hLeaseID            = "X-Ms-Lease-Id"
	hLeaseState         = "X-Ms-Lease-State"
	hLeaseStatus        = "X-Ms-Lease-Status"
	hLeaseTime          = "X-Ms-Lease-Time"
	hMaxSize            = "X-Ms-Blob-Condition-Maxsize"
	hMetadata           = "X-Ms-Meta-"
	hPageWrite          = "X-Ms-Page-Write"
	hProposedLeaseID    = "X-Ms-Proposed-Lease-Id"
	hRange              = "Range"
	hRangeCRC64         = "X-Ms-Range-Get-Content-Crc64"
	hRangeMD5           = "X-Ms-Range-Get-Content-Md5"
	hRequestEncrypted   = "X-Ms-Request-Server-Encrypted"
	hRequestID          = "X-Ms-Request-Id"
	hRequiresSync       = "X-Ms-Requires-Sync"
	hSequence           = "X-Ms-Blob-Sequence-Number"
	hSequenceAction     = "X-Ms-Sequence-Number-Action"
	hSequenceEqual      = "X-Ms-If-Sequence-Number-Eq"
	hSequenceLess       = "X-Ms-If-Sequence-Number-Lt"
	hSequenceAtMost     = "X-Ms-If-Sequence-Number-Le"
	hServer             = "Server"
	hServerEncrypted    = "X-Ms-Server-Encrypted"
	hSnapshot           = "X-Ms-Snapshot"
	hSourceIfMatch      = "X-Ms-Source-If-Match"
	hSourceIfModified   = "X-Ms-Source-If-Modified-Since"
	hSourceIfNoneMatch  = "X-Ms-Source-If-None-Match"
	hSourceIfTags       = "X-Ms-Source-If-Tags"
	hSourceIfUnmodified = "X-Ms-Source-If-Unmodified-Since"
	hSourceCRC64        = "X-Ms-Source-Content-Crc64"
	hSourceMD5          = "X-Ms-Source-Content-Md5"
	hSourceRange        = "X-Ms-Source-Range"
	hTagCount           = "X-Ms-Tag-Count"
	hTags               = "X-Ms-Tags"
	hVersion            = "X-Ms-Version"
	hXMSRange           = "X-Ms-Range"
)

// set puts a header whose name is canonical already, and leaves it out if it is empty.
func set(h http.Header, name, value string) {
	if value != "" {
		h[name] = []string{value}
	}
}

// get is the first value of a header whose name is canonical already.
func get(h http.Header, name string) string {
	if v := h[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// share puts a header whose value many responses have in common, without a copy of its own.
func share(h http.Header, name string, value []string) { h[name] = value }

// Values that many responses have in common; none is ever changed.
var (
	vBytes = []string{"bytes"}
	vNone  = []string{"0"}
	vTrue  = []string{"true"}
	vKinds = [...][]string{{store.BlockBlob.String()}, {store.PageBlob.String()}, {store.AppendBlob.String()}}
	vName  = []string{"ifmatch-reference/1.0"}
)
