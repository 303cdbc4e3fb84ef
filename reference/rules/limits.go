package rules

import "time"

// Limits are the limits of requests. Limits on sizes are the service's own, except where an in-memory server needs
// lower ones.
type Limits struct {
	BlobBody        int64 // bytes of a Put Blob; the service accepts 5000 MiB, this server less
	BlockBody       int64 // bytes of a Put Block; the service accepts 4000 MiB, this server less
	AppendBody      int64 // bytes of an Append Block
	PageBody        int64 // bytes of a Put Page
	BatchBody       int64 // bytes of a batch // BLOB-BATCH-03
	BatchParts      int   // requests in a batch
	DocumentBody    int64 // bytes of an XML body
	Metadata        int   // bytes of names and values together
	Blocks          int   // committed blocks of a block blob, or of an append blob
	StagedBlocks    int   // uncommitted blocks of a block blob
	BlockID         int   // bytes of a block id before base64
	PageBlob        int64 // bytes of a page blob
	SignedPolicies  int   // stored access policies of a container, queue or table // QUEUE-LWW-08
	ListPage        int   // entries per page of a list
	RangeMD5        int64 // bytes of a range whose MD5 is computed on request
	LeaseMin        time.Duration
	LeaseMax        time.Duration
	BreakMax        time.Duration
	ContainerPurges time.Duration // how long the name of a deleted container cannot be used
	ContainersKept  time.Duration // how long a deleted container can be restored; 0: soft delete is off
}

var limits = Limits{
	BlobBody:        256 << 20,
	BlockBody:       100 << 20,
	AppendBody:      100 << 20,
	PageBody:        4 << 20,
	BatchBody:       4 << 20,
	BatchParts:      256,
	DocumentBody:    8 << 20,
	Metadata:        8 << 10,
	Blocks:          50_000,
	StagedBlocks:    100_000,
	BlockID:         64,
	PageBlob:        8 << 40,
	SignedPolicies:  5,
	ListPage:        5000,
	RangeMD5:        4 << 20,
	LeaseMin:        15 * time.Second, // BLOB-LEASE-02 BLOB-LEASE-15
	LeaseMax:        60 * time.Second,
	BreakMax:        60 * time.Second, // BLOB-LEASE-17
	ContainerPurges: 30 * time.Second, // BLOB-CONS-14
}
