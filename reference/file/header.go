package file

// Names of headers that only this service has, in the canonical form that http.Header uses as keys.
const (
	hAllowTrailingDot     = "X-Ms-Allow-Trailing-Dot"
	hAttributes           = "X-Ms-File-Attributes"
	hCacheControl         = "X-Ms-Cache-Control"
	hChangeTime           = "X-Ms-File-Change-Time"
	hContentType          = "X-Ms-Content-Type"
	hCopyIgnoreReadOnly   = "X-Ms-File-Copy-Ignore-Readonly"
	hCopyPermission       = "X-Ms-File-Permission-Copy-Mode"
	hCopySetArchive       = "X-Ms-File-Copy-Set-Archive"
	hCRC64                = "X-Ms-Content-Crc64"
	hCreationTime         = "X-Ms-File-Creation-Time"
	hDestinationLease     = "X-Ms-Destination-Lease-Id"
	hDisposition          = "X-Ms-Content-Disposition"
	hEnabledProtocols     = "X-Ms-Enabled-Protocols"
	hEncoding             = "X-Ms-Content-Encoding"
	hExtendedInfo         = "X-Ms-File-Extended-Info"
	hFileID               = "X-Ms-File-Id"
	hHandleID             = "X-Ms-Handle-Id"
	hLanguage             = "X-Ms-Content-Language"
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
	hRecursive            = "X-Ms-Recursive"
	hRenameIgnoreReadOnly = "X-Ms-File-Rename-Ignore-Readonly"
	hRenameReplace        = "X-Ms-File-Rename-Replace-If-Exists"
	hRenameSource         = "X-Ms-File-Rename-Source"
	hSourceDots           = "X-Ms-Source-Allow-Trailing-Dot"
	hSourceIfCRC64        = "X-Ms-Source-If-Match-Crc64"
	hSourceIfNotCRC64     = "X-Ms-Source-If-None-Match-Crc64"
	hSourceLease          = "X-Ms-Source-Lease-Id"
	hSupportRename        = "X-Ms-File-Support-Rename"
	hType                 = "X-Ms-Type"
	hWrite                = "X-Ms-Write"
)

// Values shared by many responses; they are never changed.
var (
	vBytes = []string{"bytes"}
	vTrue  = []string{"true"}
	vFalse = []string{"false"}
	vFile  = []string{"File"}
)
