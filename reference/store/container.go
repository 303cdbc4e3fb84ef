package store

import (
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/etag"
	"ifmatch/reference/lease"
	"ifmatch/reference/metadata"
)

// Container is one version of a container.
type Container struct {
	Stamp    etag.Stamp
	Metadata metadata.List
	Public   string // "", "blob" or "container": what anonymous readers may see
	Policies []document.Policy
	Lease    lease.Lease

	// DeletedAt makes the version a tombstone: the name is still taken, but the container is gone. // BLOB-CONS-14
	DeletedAt time.Time

	life  uint64       // number of the container among all that the store ever had
	blobs *slots[Blob] // one map per life of the container: a deletion abandons it
}

// Deleted reports whether the version is a tombstone.
func (c *Container) Deleted() bool { return !c.DeletedAt.IsZero() }
