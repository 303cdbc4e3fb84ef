package operation

// The operations of the Blob service. A request for none of them is Unrecognized.
const (
	Unrecognized Operation = iota

	// On the service.
	ListContainers
	GetBlobServiceProperties
	SetBlobServiceProperties
	GetAccountInformation
	GetBlobServiceStats
	GetUserDelegationKey
	FindBlobsByTags
	BlobBatch
	PreflightBlobRequest

	// On a container.
	CreateContainer
	GetContainerProperties
	GetContainerMetadata
	SetContainerMetadata
	GetContainerACL
	SetContainerACL
	DeleteContainer
	LeaseContainerAcquire
	LeaseContainerRenew
	LeaseContainerChange
	LeaseContainerRelease
	LeaseContainerBreak
	ListBlobs
	RestoreContainer
	RenameContainer
	FindBlobsByTagsInContainer
	ContainerBatch

	// On a blob.
	PutBlob
	PutBlobFromURL
	GetBlob
	GetBlobProperties
	SetBlobProperties
	GetBlobMetadata
	SetBlobMetadata
	GetBlobTags
	SetBlobTags
	LeaseBlobAcquire
	LeaseBlobRenew
	LeaseBlobChange
	LeaseBlobRelease
	LeaseBlobBreak
	SnapshotBlob
	CopyBlob
	CopyBlobFromURL
	AbortCopyBlob
	DeleteBlob
	SetBlobTier
	PutBlock
	PutBlockFromURL
	PutBlockList
	GetBlockList
	PutPage
	PutPageFromURL
	GetPageRanges
	AppendBlock
	AppendBlockFromURL
	UndeleteBlob
	QueryBlobContents
	IncrementalCopyBlob
	GetPageRangesDiff
	AppendBlobSeal
	SetBlobExpiry
	SetBlobImmutabilityPolicy
	DeleteBlobImmutabilityPolicy
	SetBlobLegalHold

	blobEnd // one past the last
)

var blobNames = [...]string{
	ListContainers:               "List Containers",
	GetBlobServiceProperties:     "Get Blob Service Properties",
	SetBlobServiceProperties:     "Set Blob Service Properties",
	GetAccountInformation:        "Get Account Information",
	GetBlobServiceStats:          "Get Blob Service Stats",
	GetUserDelegationKey:         "Get User Delegation Key",
	FindBlobsByTags:              "Find Blobs by Tags",
	BlobBatch:                    "Blob Batch",
	PreflightBlobRequest:         "Preflight Blob Request",
	CreateContainer:              "Create Container",
	GetContainerProperties:       "Get Container Properties",
	GetContainerMetadata:         "Get Container Metadata",
	SetContainerMetadata:         "Set Container Metadata",
	GetContainerACL:              "Get Container ACL",
	SetContainerACL:              "Set Container ACL",
	DeleteContainer:              "Delete Container",
	LeaseContainerAcquire:        "Lease Container acquire",
	LeaseContainerRenew:          "Lease Container renew",
	LeaseContainerChange:         "Lease Container change",
	LeaseContainerRelease:        "Lease Container release",
	LeaseContainerBreak:          "Lease Container break",
	ListBlobs:                    "List Blobs",
	RestoreContainer:             "Restore Container",
	RenameContainer:              "Rename Container",
	FindBlobsByTagsInContainer:   "Find Blobs by Tags in Container",
	ContainerBatch:               "Container Batch",
	PutBlob:                      "Put Blob",
	PutBlobFromURL:               "Put Blob From URL",
	GetBlob:                      "Get Blob",
	GetBlobProperties:            "Get Blob Properties",
	SetBlobProperties:            "Set Blob Properties",
	GetBlobMetadata:              "Get Blob Metadata",
	SetBlobMetadata:              "Set Blob Metadata",
	GetBlobTags:                  "Get Blob Tags",
	SetBlobTags:                  "Set Blob Tags",
	LeaseBlobAcquire:             "Lease Blob acquire",
	LeaseBlobRenew:               "Lease Blob renew",
	LeaseBlobChange:              "Lease Blob change",
	LeaseBlobRelease:             "Lease Blob release",
	LeaseBlobBreak:               "Lease Blob break",
	SnapshotBlob:                 "Snapshot Blob",
	CopyBlob:                     "Copy Blob",
	CopyBlobFromURL:              "Copy Blob From URL",
	AbortCopyBlob:                "Abort Copy Blob",
	DeleteBlob:                   "Delete Blob",
	SetBlobTier:                  "Set Blob Tier",
	PutBlock:                     "Put Block",
	PutBlockFromURL:              "Put Block From URL",
	PutBlockList:                 "Put Block List",
	GetBlockList:                 "Get Block List",
	PutPage:                      "Put Page",
	PutPageFromURL:               "Put Page From URL",
	GetPageRanges:                "Get Page Ranges",
	AppendBlock:                  "Append Block",
	AppendBlockFromURL:           "Append Block From URL",
	UndeleteBlob:                 "Undelete Blob",
	QueryBlobContents:            "Query Blob Contents",
	IncrementalCopyBlob:          "Incremental Copy Blob",
	GetPageRangesDiff:            "Get Page Ranges Diff",
	AppendBlobSeal:               "Append Blob Seal",
	SetBlobExpiry:                "Set Blob Expiry",
	SetBlobImmutabilityPolicy:    "Set Blob Immutability Policy",
	DeleteBlobImmutabilityPolicy: "Delete Blob Immutability Policy",
	SetBlobLegalHold:             "Set Blob Legal Hold",
}
