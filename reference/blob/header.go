package blob

import (
	"ifmatch/reference/store"
)

// Names of headers that only this service has, in the canonical form that http.Header uses as keys.
const (
	hAccessTierChange     = "X-Ms-Access-Tier-Change-Time"
	hAccessTierModified   = "X-Ms-Access-Tier-If-Modified-Since"
	hAccessTierUnmodified = "X-Ms-Access-Tier-If-Unmodified-Since"
	hAccessTierInferred   = "X-Ms-Access-Tier-Inferred"
	hBlobSealed           = "X-Ms-Blob-Sealed"
	hArchiveStatus        = "X-Ms-Archive-Status"
	hAppendOffset         = "X-Ms-Blob-Append-Offset"
	hAppendPosition       = "X-Ms-Blob-Condition-Appendpos"
	hBlobCacheControl     = "X-Ms-Blob-Cache-Control"
	hBlobDisposition      = "X-Ms-Blob-Content-Disposition"
	hBlobEncoding         = "X-Ms-Blob-Content-Encoding"
	hBlobIfMatch          = "X-Ms-Blob-If-Match"
	hBlobIfModified       = "X-Ms-Blob-If-Modified-Since"
	hBlobIfNoneMatch      = "X-Ms-Blob-If-None-Match"
	hBlobIfUnmodified     = "X-Ms-Blob-If-Unmodified-Since"
	hBlobLanguage         = "X-Ms-Blob-Content-Language"
	hBlobLength           = "X-Ms-Blob-Content-Length"
	hBlobMD5              = "X-Ms-Blob-Content-Md5"
	hBlobPublicAccess     = "X-Ms-Blob-Public-Access"
	hBlobType             = "X-Ms-Blob-Type"
	hBlobContentType      = "X-Ms-Blob-Content-Type"
	hCommittedBlocks      = "X-Ms-Blob-Committed-Block-Count"
	hCopyID               = "X-Ms-Copy-Id"
	hCopyProperties       = "X-Ms-Copy-Source-Blob-Properties"
	hCopySourceTags       = "X-Ms-Copy-Source-Tag-Option"
	hCopyStatus           = "X-Ms-Copy-Status"
	hCRC64                = "X-Ms-Content-Crc64"
	hCreationTime         = "X-Ms-Creation-Time"
	hExpiryOption         = "X-Ms-Expiry-Option"
	hExpiryTime           = "X-Ms-Expiry-Time"
	hIfModifiedSince      = "If-Modified-Since"
	hIfTags               = "X-Ms-If-Tags"
	hIfUnmodifiedSince    = "If-Unmodified-Since"
	hLeaseID              = "X-Ms-Lease-Id"
	hMaxSize              = "X-Ms-Blob-Condition-Maxsize"
	hPageWrite            = "X-Ms-Page-Write"
	hPreviousSnapshot     = "X-Ms-Previous-Snapshot-Url"
	hRangeCRC64           = "X-Ms-Range-Get-Content-Crc64"
	hRehydrate            = "X-Ms-Rehydrate-Priority"
	hRequiresSync         = "X-Ms-Requires-Sync"
	hSealBlob             = "X-Ms-Seal-Blob"
	hSequence             = "X-Ms-Blob-Sequence-Number"
	hSequenceAction       = "X-Ms-Sequence-Number-Action"
	hSequenceEqual        = "X-Ms-If-Sequence-Number-Eq"
	hSequenceLess         = "X-Ms-If-Sequence-Number-Lt"
	hSequenceAtMost       = "X-Ms-If-Sequence-Number-Le"
	hSnapshot             = "X-Ms-Snapshot"
	hSourceIfMatch        = "X-Ms-Source-If-Match"
	hSourceIfModified     = "X-Ms-Source-If-Modified-Since"
	hSourceIfNoneMatch    = "X-Ms-Source-If-None-Match"
	hSourceIfTags         = "X-Ms-Source-If-Tags"
	hSourceIfUnmodified   = "X-Ms-Source-If-Unmodified-Since"
	hSourceMD5            = "X-Ms-Source-Content-Md5"
	hTagCount             = "X-Ms-Tag-Count"
	hTags                 = "X-Ms-Tags"
)

// Values shared by many responses; they are never changed.
var (
	vHot   = []string{"Hot"}
	vBytes = []string{"bytes"}
	vTrue  = []string{"true"}
	vFalse = []string{"false"}
	vKinds = [...][]string{{store.BlockBlob.String()}, {store.PageBlob.String()}, {store.AppendBlob.String()}}
)
