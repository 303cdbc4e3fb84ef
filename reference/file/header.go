package file

// Names of headers that only this service has, or shares with the Blob service, in the canonical form that http.Header
// is indexed with.
const (
	hAcceptRanges         = "Accept-Ranges"
	hAccessTier           = "X-Ms-Access-Tier"
	hAllowTrailingDot     = "X-Ms-Allow-Trailing-Dot"
	hAttributes           = "X-Ms-File-Attributes"
	hCacheControl         = "X-Ms-Cache-Control"
	hChangeTime           = "X-Ms-File-Change-Time"
	hContentDisposition   = "Content-Disposition"
	hContentEncoding      = "Content-Encoding"
	hContentLanguage      = "Content-Language"
	hContentMD5           = "Content-Md5"
	hContentRange         = "Content-Range"
	hContentType          = "X-Ms-Content-Type"
	hCopyAction           = "X-Ms-Copy-Action"
	hCopyIgnoreReadOnly   = "X-Ms-File-Copy-Ignore-Readonly"
	hCopyPermission       = "X-Ms-File-Permission-Copy-Mode"
	hCopySetArchive       = "X-Ms-File-Copy-Set-Archive"
	hCopySource           = "X-Ms-Copy-Source"
	hCreationTime         = "X-Ms-File-Creation-Time"
	hDeleteSnapshots      = "X-Ms-Delete-Snapshots"
	hDestinationLease     = "X-Ms-Destination-Lease-Id"
	hDisposition          = "X-Ms-Content-Disposition"
	hEnabledProtocols     = "X-Ms-Enabled-Protocols"
	hEncoding             = "X-Ms-Content-Encoding"
	hExtendedInfo         = "X-Ms-File-Extended-Info"
	hFileID               = "X-Ms-File-Id"
	hHandleID             = "X-Ms-Handle-Id"
	hLanguage             = "X-Ms-Content-Language"
	hLastModified         = "Last-Modified"
	hLastWriteTime        = "X-Ms-File-Last-Write-Time"
	hLeaseID              = "X-Ms-Lease-Id"
	hLength               = "X-Ms-Content-Length"
	hMD5                  = "X-Ms-Content-Md5"
	hParentID             = "X-Ms-File-Parent-Id"
	hPermission           = "X-Ms-File-Permission"
	hPermissionFormat     = "X-Ms-File-Permission-Format"
	hPermissionKey        = "X-Ms-File-Permission-Key"
	hPropertySemantics    = "X-Ms-File-Property-Semantics"
	hQuota                = "X-Ms-Share-Quota"
	hRangeMD5             = "X-Ms-Range-Get-Content-Md5"
	hRecursive            = "X-Ms-Recursive"
	hRenameIgnoreReadOnly = "X-Ms-File-Rename-Ignore-Readonly"
	hRenameReplace        = "X-Ms-File-Rename-Replace-If-Exists"
	hRenameSource         = "X-Ms-File-Rename-Source"
	hRequestEncrypted     = "X-Ms-Request-Server-Encrypted"
	hServerEncrypted      = "X-Ms-Server-Encrypted"
	hSourceCRC64          = "X-Ms-Source-Content-Crc64"
	hSourceDots           = "X-Ms-Source-Allow-Trailing-Dot"
	hSourceIfCRC64        = "X-Ms-Source-If-Match-Crc64"
	hSourceIfNotCRC64     = "X-Ms-Source-If-None-Match-Crc64"
	hSourceLease          = "X-Ms-Source-Lease-Id"
	hSourceRange          = "X-Ms-Source-Range"
	hSupportRename        = "X-Ms-File-Support-Rename"
	hType                 = "X-Ms-Type"
	hWrite                = "X-Ms-Write"
	hXMSRange             = "X-Ms-Range"
)

// Values that many responses have in common; none is ever changed.
var (
	vBytes = []string{"bytes"}
	vTrue  = []string{"true"}
	vFile  = []string{"File"}
)
