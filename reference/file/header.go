package file

// Names of headers that only this service has, or shares with the Blob service, in the canonical form that http.Header
// is indexed with.
const (
	hAcceptRanges       = "Accept-Ranges"
	hAccessTier         = "X-Ms-Access-Tier"
	hAllowTrailingDot   = "X-Ms-Allow-Trailing-Dot"
	hAttributes         = "X-Ms-File-Attributes"
	hCacheControl       = "X-Ms-Cache-Control"
	hChangeTime         = "X-Ms-File-Change-Time"
	hContentDisposition = "Content-Disposition"
	hContentEncoding    = "Content-Encoding"
	hContentLanguage    = "Content-Language"
	hContentMD5         = "Content-Md5"
	hContentRange       = "Content-Range"
	hCopyAction         = "X-Ms-Copy-Action"
	hCopySource         = "X-Ms-Copy-Source"
	hCreationTime       = "X-Ms-File-Creation-Time"
	hDeleteSnapshots    = "X-Ms-Delete-Snapshots"
	hDisposition        = "X-Ms-Content-Disposition"
	hEncoding           = "X-Ms-Content-Encoding"
	hExtendedInfo       = "X-Ms-File-Extended-Info"
	hFileID             = "X-Ms-File-Id"
	hLanguage           = "X-Ms-Content-Language"
	hLastModified       = "Last-Modified"
	hLastWriteTime      = "X-Ms-File-Last-Write-Time"
	hLeaseID            = "X-Ms-Lease-Id"
	hLength             = "X-Ms-Content-Length"
	hMD5                = "X-Ms-Content-Md5"
	hParentID           = "X-Ms-File-Parent-Id"
	hPermission         = "X-Ms-File-Permission"
	hPermissionFormat   = "X-Ms-File-Permission-Format"
	hPermissionKey      = "X-Ms-File-Permission-Key"
	hPropertySemantics  = "X-Ms-File-Property-Semantics"
	hQuota              = "X-Ms-Share-Quota"
	hRange              = "Range"
	hRangeMD5           = "X-Ms-Range-Get-Content-Md5"
	hRequestEncrypted   = "X-Ms-Request-Server-Encrypted"
	hServerEncrypted    = "X-Ms-Server-Encrypted"
	hSupportRename      = "X-Ms-File-Support-Rename"
	hType               = "X-Ms-Type"
	hContentType        = "X-Ms-Content-Type"
	hWrite              = "X-Ms-Write"
	hXMSRange           = "X-Ms-Range"
	hEnabledProtocols   = "X-Ms-Enabled-Protocols"
)

// Values that many responses have in common; none is ever changed.
var (
	vBytes = []string{"bytes"}
	vTrue  = []string{"true"}
	vFile  = []string{"File"}
)
