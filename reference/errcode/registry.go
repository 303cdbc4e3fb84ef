package errcode

// Code is an error code of the storage services, as in x-ms-error-code.
type Code string

// Status returns the HTTP status of a code, or 500 for a code that is not registered. ConditionNotMet and
// CannotVerifyCopySource are the two codes that also occur with another status: see Error.Status.
func (c Code) Status() int {
	if e, ok := registry[c]; ok {
		return e.status
	}
	return 500
}

// Message returns the sentence for the code when the refusal has nothing more precise to say.
func (c Code) Message() string {
	if e, ok := registry[c]; ok {
		return e.message
	}
	return "The server encountered a condition that it did not expect."
}

// Known reports whether the code is registered.
func (c Code) Known() bool {
	_, ok := registry[c]
	return ok
}

// The codes of the Blob service and those that it shares with the other services.
const (
	AccessTierChangeTimeConditionNotMet  Code = "AccessTierChangeTimeConditionNotMet"
	AllBatchSubRequestsShouldBeSameAPI   Code = "AllBatchSubRequestsShouldBeSameApi"
	AppendPositionConditionNotMet        Code = "AppendPositionConditionNotMet"
	AuthenticationFailed                 Code = "AuthenticationFailed"
	AuthorizationFailure                 Code = "AuthorizationFailure"
	AuthorizationPermissionMismatch      Code = "AuthorizationPermissionMismatch"
	BlobArchived                         Code = "BlobArchived"
	BlobAlreadyExists                    Code = "BlobAlreadyExists"
	BlobBeingRehydrated                  Code = "BlobBeingRehydrated"
	BlobIsSealed                         Code = "BlobIsSealed"
	BlobNotFound                         Code = "BlobNotFound"
	BlobOverwritten                      Code = "BlobOverwritten"
	BlobTierInadequateForContentLength   Code = "BlobTierInadequateForContentLength"
	BlockCountExceedsLimit               Code = "BlockCountExceedsLimit"
	BlockListTooLong                     Code = "BlockListTooLong"
	CannotVerifyCopySource               Code = "CannotVerifyCopySource"
	ConditionNotMet                      Code = "ConditionNotMet"
	CORSPreflightFailure                 Code = "CorsPreflightFailure"
	ContainerAlreadyExists               Code = "ContainerAlreadyExists"
	ContainerBeingDeleted                Code = "ContainerBeingDeleted"
	ContainerNotFound                    Code = "ContainerNotFound"
	CopyIDMismatch                       Code = "CopyIdMismatch"
	Crc64Mismatch                        Code = "Crc64Mismatch"
	EmptyMetadataKey                     Code = "EmptyMetadataKey"
	ExceedsMaxBatchRequestCount          Code = "ExceedsMaxBatchRequestCount"
	FeatureNotSupportedOnStorageAccount  Code = "FeatureNotSupportedOnStorageAccount"
	HierarchicalNamespaceNotEnabled      Code = "HierarchicalNamespaceNotEnabled"
	InfiniteLeaseDurationRequired        Code = "InfiniteLeaseDurationRequired"
	InsufficientAccountPermissions       Code = "InsufficientAccountPermissions"
	InternalError                        Code = "InternalError"
	InvalidBlobOrBlock                   Code = "InvalidBlobOrBlock"
	InvalidBlobType                      Code = "InvalidBlobType"
	InvalidBlockID                       Code = "InvalidBlockId"
	InvalidBlockList                     Code = "InvalidBlockList"
	InvalidHeaderValue                   Code = "InvalidHeaderValue"
	InvalidHTTPVerb                      Code = "InvalidHttpVerb"
	InvalidInput                         Code = "InvalidInput"
	InvalidMD5                           Code = "InvalidMd5"
	InvalidMetadata                      Code = "InvalidMetadata"
	InvalidOperation                     Code = "InvalidOperation"
	InvalidPageRange                     Code = "InvalidPageRange"
	InvalidQueryParameterValue           Code = "InvalidQueryParameterValue"
	InvalidRange                         Code = "InvalidRange"
	InvalidResourceName                  Code = "InvalidResourceName"
	InvalidSourceBlobType                Code = "InvalidSourceBlobType"
	InvalidTags                          Code = "InvalidTags"
	InvalidURI                           Code = "InvalidUri"
	InvalidXMLDocument                   Code = "InvalidXmlDocument"
	InvalidXMLNodeValue                  Code = "InvalidXmlNodeValue"
	LeaseAlreadyPresent                  Code = "LeaseAlreadyPresent"
	LeaseIDMismatchWithBlob              Code = "LeaseIdMismatchWithBlobOperation"
	LeaseIDMismatchWithContainer         Code = "LeaseIdMismatchWithContainerOperation"
	LeaseIDMismatchWithLease             Code = "LeaseIdMismatchWithLeaseOperation"
	LeaseIDMissing                       Code = "LeaseIdMissing"
	LeaseIsBreakingAndCannotBeAcquired   Code = "LeaseIsBreakingAndCannotBeAcquired"
	LeaseIsBreakingAndCannotBeChanged    Code = "LeaseIsBreakingAndCannotBeChanged"
	LeaseIsBrokenAndCannotBeRenewed      Code = "LeaseIsBrokenAndCannotBeRenewed"
	LeaseLost                            Code = "LeaseLost"
	LeaseNotPresentWithBlob              Code = "LeaseNotPresentWithBlobOperation"
	LeaseNotPresentWithContainer         Code = "LeaseNotPresentWithContainerOperation"
	LeaseNotPresentWithLease             Code = "LeaseNotPresentWithLeaseOperation"
	MaxBlobSizeConditionNotMet           Code = "MaxBlobSizeConditionNotMet"
	Md5Mismatch                          Code = "Md5Mismatch"
	MetadataTooLarge                     Code = "MetadataTooLarge"
	MissingContentLengthHeader           Code = "MissingContentLengthHeader"
	MissingRequiredHeader                Code = "MissingRequiredHeader"
	MissingRequiredQueryParameter        Code = "MissingRequiredQueryParameter"
	MissingRequiredXMLNode               Code = "MissingRequiredXmlNode"
	MultipleConditionHeadersNotSupported Code = "MultipleConditionHeadersNotSupported"
	NoAuthenticationInformation          Code = "NoAuthenticationInformation"
	NoPendingCopyOperation               Code = "NoPendingCopyOperation"
	NotImplemented                       Code = "NotImplemented"
	OutOfRangeInput                      Code = "OutOfRangeInput"
	OutOfRangeQueryParameterValue        Code = "OutOfRangeQueryParameterValue"
	PendingCopyOperation                 Code = "PendingCopyOperation"
	PreviousSnapshotCannotBeNewer        Code = "PreviousSnapshotCannotBeNewer"
	PreviousSnapshotNotFound             Code = "PreviousSnapshotNotFound"
	RequestBodyTooLarge                  Code = "RequestBodyTooLarge"
	ResourceNotFound                     Code = "ResourceNotFound"
	SequenceNumberConditionNotMet        Code = "SequenceNumberConditionNotMet"
	SequenceNumberIncrementTooLarge      Code = "SequenceNumberIncrementTooLarge"
	SnapshotsPresent                     Code = "SnapshotsPresent"
	SourceConditionNotMet                Code = "SourceConditionNotMet"
	TagsTooLarge                         Code = "TagsTooLarge"
	TargetConditionNotMet                Code = "TargetConditionNotMet"
	UnauthorizedBlobOverwrite            Code = "UnauthorizedBlobOverwrite"
	UnsatisfiableCondition               Code = "UnsatisfiableCondition"
	UnsupportedHTTPVerb                  Code = "UnsupportedHttpVerb"
	UnsupportedHeader                    Code = "UnsupportedHeader"
	UnsupportedQueryParameter            Code = "UnsupportedQueryParameter"
)

// The codes that only the Table service uses.
const (
	AtomFormatNotSupported                  Code = "AtomFormatNotSupported"
	CommandsInBatchActOnDifferentPartitions Code = "CommandsInBatchActOnDifferentPartitions"
	DuplicatePropertiesSpecified            Code = "DuplicatePropertiesSpecified"
	EntityAlreadyExists                     Code = "EntityAlreadyExists"
	EntityTooLarge                          Code = "EntityTooLarge"
	InvalidDuplicateRow                     Code = "InvalidDuplicateRow"
	KeyValueTooLarge                        Code = "KeyValueTooLarge"
	MediaTypeNotSupported                   Code = "MediaTypeNotSupported"
	MethodNotAllowed                        Code = "MethodNotAllowed"
	PropertiesNeedValue                     Code = "PropertiesNeedValue"
	PropertyNameInvalid                     Code = "PropertyNameInvalid"
	PropertyNameTooLong                     Code = "PropertyNameTooLong"
	PropertyValueTooLarge                   Code = "PropertyValueTooLarge"
	TableAlreadyExists                      Code = "TableAlreadyExists"
	TableBeingDeleted                       Code = "TableBeingDeleted"
	TableNotFound                           Code = "TableNotFound"
	TooManyProperties                       Code = "TooManyProperties"
	UpdateConditionNotSatisfied             Code = "UpdateConditionNotSatisfied"
	XMethodIncorrectCount                   Code = "XMethodIncorrectCount"
	XMethodIncorrectValue                   Code = "XMethodIncorrectValue"
	XMethodNotUsingPost                     Code = "XMethodNotUsingPost"
)

// The codes that only the Queue service uses.
const (
	MessageNotFound    Code = "MessageNotFound"
	QueueAlreadyExists Code = "QueueAlreadyExists"
	QueueBeingDeleted  Code = "QueueBeingDeleted"
	QueueNotFound      Code = "QueueNotFound"
)

// The codes that only the File service uses.
const (
	CannotDeleteFileOrDirectory    Code = "CannotDeleteFileOrDirectory"
	ConditionHeadersNotSupported   Code = "ConditionHeadersNotSupported"
	DeletePending                  Code = "DeletePending"
	DeleteShareWhenSnapshotLeased  Code = "DeleteShareWhenSnapshotLeased"
	DirectoryNotEmpty              Code = "DirectoryNotEmpty"
	FileGenerationMismatch         Code = "FileGenerationMismatch"
	FileInvalidPermission          Code = "FileInvalidPermission"
	FileInvalidPermissionKey       Code = "FileInvalidPermissionKey"
	InvalidFileOrDirectoryPathName Code = "InvalidFileOrDirectoryPathName"
	LeaseIDMismatchWithFile        Code = "LeaseIdMismatchWithFileOperation"
	LeaseLostWithFile              Code = "LeaseLostWithFileOperation"
	LeaseNotPresentWithFile        Code = "LeaseNotPresentWithFileOperation"
	ParentNotFound                 Code = "ParentNotFound"
	ReadOnlyAttribute              Code = "ReadOnlyAttribute"
	ResourceAlreadyExists          Code = "ResourceAlreadyExists"
	ResourceTypeMismatch           Code = "ResourceTypeMismatch"
	ShareAlreadyExists             Code = "ShareAlreadyExists"
	ShareBeingDeleted              Code = "ShareBeingDeleted"
	ShareHasSnapshots              Code = "ShareHasSnapshots"
	ShareNotFound                  Code = "ShareNotFound"
	ShareSizeLimitReached          Code = "ShareSizeLimitReached"
	ShareSnapshotCountExceeded     Code = "ShareSnapshotCountExceeded"
	ShareSnapshotNotFound          Code = "ShareSnapshotNotFound"
	ShareSnapshotNotSupported      Code = "ShareSnapshotOperationNotSupported"
	SharingViolation               Code = "SharingViolation"
)

type entry struct {
	status  int
	message string
}

var registry = map[Code]entry{
	// 304 when the condition of a read means not modified; the caller chooses.
	ConditionNotMet: {412, "A condition given in the request's headers does not hold."},

	AllBatchSubRequestsShouldBeSameAPI:   {400, "All requests of a batch must be of the same operation."},
	ExceedsMaxBatchRequestCount:          {400, "A batch can contain at most 256 requests."},
	PreviousSnapshotCannotBeNewer:        {400, "The previous snapshot is newer than the snapshot."},
	EmptyMetadataKey:                     {400, "A metadata name is empty."},
	HierarchicalNamespaceNotEnabled:      {400, "The operation needs an account with a hierarchical namespace."},
	InvalidBlobOrBlock:                   {400, "The blob or block is not valid: block ids of one blob must have one length."},
	InvalidBlockID:                       {400, "The block id is not base64, or longer than 64 bytes."},
	InvalidBlockList:                     {400, "The block list names a block that does not exist."},
	InvalidHeaderValue:                   {400, "The value of a header is not in the correct format."},
	InvalidHTTPVerb:                      {400, "The HTTP verb was not recognised."},
	InvalidInput:                         {400, "One of the request's inputs is not valid."},
	InvalidMD5:                           {400, "The Content-MD5 header is not the base64 form of 16 bytes."},
	InvalidMetadata:                      {400, "A metadata name or value contains characters that are not permitted."},
	InvalidQueryParameterValue:           {400, "The value of a query parameter is not valid for this request."},
	InvalidResourceName:                  {400, "The name contains characters or has a length that is not permitted."},
	InvalidTags:                          {400, "The tags are not valid: at most 10, keys of 1 to 128 and values of at most 256 characters."},
	InvalidURI:                           {400, "The URI does not name a resource of this server."},
	InvalidXMLDocument:                   {400, "The body is not the XML document that this operation takes."},
	InvalidXMLNodeValue:                  {400, "The value of an XML element is not in the correct format."},
	Md5Mismatch:                          {400, "The MD5 given in the request is not that of the body received."},
	Crc64Mismatch:                        {400, "The CRC64 given in the request is not that of the body received."},
	MetadataTooLarge:                     {400, "The metadata is larger than 8 KiB."},
	MissingRequiredHeader:                {400, "A header that this request must have is missing."},
	MissingRequiredQueryParameter:        {400, "A query parameter that this request must have is missing."},
	MissingRequiredXMLNode:               {400, "An XML element that the body must have is missing."},
	MultipleConditionHeadersNotSupported: {400, "These conditional headers cannot be combined."},
	OutOfRangeInput:                      {400, "One of the request's inputs is out of range."},
	OutOfRangeQueryParameterValue:        {400, "The value of a query parameter is out of range."},
	TagsTooLarge:                         {400, "The tags are too large."},
	UnsatisfiableCondition:               {400, "The condition given in the request can never hold."},
	UnsupportedHeader:                    {400, "A header of the request is not supported by this operation."},
	UnsupportedQueryParameter:            {400, "A query parameter of the request is not supported by this operation."},

	NoAuthenticationInformation: {401, "The request carries no authentication information."},

	AuthenticationFailed:            {403, "The server could not authenticate the request."},
	AuthorizationFailure:            {403, "The request is not authorised to perform this operation."},
	AuthorizationPermissionMismatch: {403, "The request is not authorised to perform this operation with this permission."},

	CORSPreflightFailure:           {403, "CORS not enabled or no matching rule found for this request."},
	InsufficientAccountPermissions: {403, "The account being accessed does not have sufficient permissions to execute this operation."},

	UnauthorizedBlobOverwrite: {403, "The request is not authorised to overwrite the blob."},

	BlobNotFound:      {404, "The blob does not exist."},
	ContainerNotFound: {404, "The container does not exist."},
	ResourceNotFound:  {404, "The resource does not exist."},

	UnsupportedHTTPVerb: {405, "The resource does not support this HTTP verb."},

	BlobArchived:                       {409, "The operation cannot be used on an archived blob."},
	BlobBeingRehydrated:                {409, "The blob is on its way out of the archive."},
	BlobIsSealed:                       {409, "The blob is sealed: its content cannot change until it is recreated."},
	BlobOverwritten:                    {409, "The blob was recreated after the previous snapshot was taken."},
	BlobAlreadyExists:                  {409, "The blob already exists."},
	BlobTierInadequateForContentLength: {409, "The tier is too small for the length of the blob."},
	BlockCountExceedsLimit:             {409, "The number of blocks exceeds the maximum."},
	ContainerAlreadyExists:             {409, "The container already exists."},
	ContainerBeingDeleted:              {409, "The container is being deleted. Try again later."},
	CopyIDMismatch:                     {409, "The copy id given is not that of the pending copy."},
	InvalidBlobType:                    {409, "The type of the blob does not allow this operation."},
	InvalidOperation:                   {400, "The operation cannot be used on this resource."},
	InvalidSourceBlobType:              {409, "The type of the source blob does not allow this operation."},
	LeaseAlreadyPresent:                {409, "There is already a lease present."},
	LeaseIDMismatchWithLease:           {409, "The lease id given is not that of the lease."},
	LeaseIsBreakingAndCannotBeAcquired: {409, "The lease is breaking and cannot be acquired until it is broken."},
	LeaseIsBreakingAndCannotBeChanged:  {409, "The lease is breaking and cannot be changed."},
	LeaseIsBrokenAndCannotBeRenewed:    {409, "The lease was broken and cannot be renewed."},
	LeaseNotPresentWithLease:           {409, "There is no lease on the resource."},
	NoPendingCopyOperation:             {409, "There is no pending copy operation."},
	PreviousSnapshotNotFound:           {409, "There is no such previous snapshot of the blob."},
	PendingCopyOperation:               {409, "A copy to this blob is pending."},
	SequenceNumberIncrementTooLarge:    {409, "The sequence number would grow beyond its maximum."},
	SnapshotsPresent:                   {409, "The blob has snapshots, and x-ms-delete-snapshots was not given."},

	MissingContentLengthHeader: {411, "The Content-Length header was not given."},

	AccessTierChangeTimeConditionNotMet: {412, "The condition given for the time at which the tier was set does not hold."}, // seen live by Microsoft's tests
	AppendPositionConditionNotMet:       {412, "The append position given is not the length of the blob."},
	CannotVerifyCopySource:              {412, "The source of the copy could not be read as the request demands."},
	FeatureNotSupportedOnStorageAccount: {400, "The feature cannot be enabled on this account."},
	InfiniteLeaseDurationRequired:       {412, "A copy onto a leased blob needs an infinite lease."},
	LeaseIDMismatchWithBlob:             {412, "The lease id given is not that of the blob's lease."},
	LeaseIDMismatchWithContainer:        {412, "The lease id given is not that of the container's lease."},
	LeaseIDMissing:                      {412, "There is a lease on the resource and no lease id was given."},
	LeaseLost:                           {412, "A lease id was given, but the lease has expired or was broken."},
	LeaseNotPresentWithBlob:             {412, "There is no lease on the blob."},
	LeaseNotPresentWithContainer:        {412, "There is no lease on the container."},
	MaxBlobSizeConditionNotMet:          {412, "The blob would grow beyond the maximum size given."},
	SequenceNumberConditionNotMet:       {412, "The sequence number condition given does not hold."},
	SourceConditionNotMet:               {412, "A condition given for the source of the copy does not hold."},
	TargetConditionNotMet:               {412, "A condition given for the target of the copy does not hold."},

	BlockListTooLong:    {400, "The block list is longer than 50000 blocks."},
	RequestBodyTooLarge: {413, "The body of the request is larger than the service accepts."},

	InvalidPageRange: {416, "The page range is not aligned to 512 bytes, or lies outside the blob."},
	InvalidRange:     {416, "The range is invalid for the current size of the resource."},

	CommandsInBatchActOnDifferentPartitions: {400, "All commands in a batch must operate on same entity group."},
	DuplicatePropertiesSpecified:            {400, "A property is specified more than one time."},
	EntityTooLarge:                          {400, "The entity is larger than 1 MiB."},
	InvalidDuplicateRow:                     {400, "The batch contains several changes of one row key. An entity can appear only once in a batch."},
	KeyValueTooLarge:                        {400, "A key is larger than 1 KiB."},
	PropertiesNeedValue:                     {400, "The entity lacks a value for PartitionKey or RowKey."},
	PropertyNameInvalid:                     {400, "The name of a property is not an identifier."},
	PropertyNameTooLong:                     {400, "The name of a property is longer than 255 characters."},
	PropertyValueTooLarge:                   {400, "The value of a property is larger than 64 KiB."},
	TooManyProperties:                       {400, "The entity has more than 252 properties of its own."},
	XMethodIncorrectCount:                   {400, "More than one X-HTTP-Method header was given."},
	XMethodIncorrectValue:                   {400, "The value of X-HTTP-Method is not MERGE, PATCH, PUT or DELETE."},
	XMethodNotUsingPost:                     {400, "X-HTTP-Method is for POST requests only."},
	TableNotFound:                           {404, "The table specified does not exist."},
	EntityAlreadyExists:                     {409, "The specified entity already exists."},
	TableAlreadyExists:                      {409, "The table specified already exists."},
	TableBeingDeleted:                       {409, "The specified table is being deleted. Try operation later."},
	UpdateConditionNotSatisfied:             {412, "The update condition specified in the request was not satisfied."},
	MethodNotAllowed:                        {405, "The resource does not support this HTTP verb."},
	AtomFormatNotSupported:                  {415, "Atom format is not supported."},
	MediaTypeNotSupported:                   {415, "None of the provided media types are supported."},

	MessageNotFound:    {404, "The specified message does not exist."},
	QueueNotFound:      {404, "The specified queue does not exist."},
	QueueAlreadyExists: {409, "The specified queue already exists."},
	QueueBeingDeleted:  {409, "The specified queue is being deleted."},

	ConditionHeadersNotSupported:   {400, "Condition headers are not supported."},
	FileInvalidPermission:          {400, "The security descriptor cannot be read."},
	FileInvalidPermissionKey:       {400, "The share has no security descriptor with this key."},
	InvalidFileOrDirectoryPathName: {400, "The path of the file or directory is too long, or contains characters that are not permitted."},
	ShareSnapshotNotSupported:      {400, "The operation is not supported on a share snapshot."},
	ParentNotFound:                 {404, "The parent path does not exist."},
	ShareNotFound:                  {404, "The share does not exist."},
	ShareSnapshotNotFound:          {404, "The share has no such snapshot."},
	CannotDeleteFileOrDirectory:    {409, "The file or directory cannot be deleted."},
	DeletePending:                  {409, "The resource is marked for deletion by an SMB client."},
	DeleteShareWhenSnapshotLeased:  {409, "The share cannot be deleted because one or more of its snapshots have active leases."},
	DirectoryNotEmpty:              {409, "The directory is not empty."},
	FileGenerationMismatch:         {409, "The file was recreated after the previous snapshot was taken."},
	ReadOnlyAttribute:              {409, "The resource is read-only and cannot be modified at this time."},
	ResourceAlreadyExists:          {409, "The resource already exists."},
	ResourceTypeMismatch:           {409, "The type of the resource does not match the expected type."},
	ShareAlreadyExists:             {409, "The share already exists."},
	ShareBeingDeleted:              {409, "The share is being deleted. Try again later."},
	ShareHasSnapshots:              {409, "The share has snapshots, and x-ms-delete-snapshots was not given."},
	ShareSizeLimitReached:          {409, "The share would grow beyond its quota."},
	ShareSnapshotCountExceeded:     {409, "The share has as many snapshots as it can have."},
	SharingViolation:               {409, "The resource may be in use by an SMB client."},
	LeaseIDMismatchWithFile:        {412, "The lease id given is not that of the file's lease."},
	LeaseLostWithFile:              {412, "A lease id was given, but the lease was released."},
	LeaseNotPresentWithFile:        {412, "There is no lease on the file."},

	InternalError:  {500, "The server encountered an internal error."},
	NotImplemented: {501, "The reference server does not implement this operation."},
}
