package store

import (
	"time"

	"ifmatch/reference/etag"
	"ifmatch/reference/lease"
)

// Container is one version of a container.
type Container struct {
	Stamp    etag.Stamp
	Metadata Metadata
	Public   string // "", "blob" or "container": what anonymous readers may see
	Policies []Policy
	Lease    lease.Lease

	// DeletedAt makes the version a tombstone: the name is taken, but nothing is there. // BLOB-CONS-14
	DeletedAt time.Time

	blobs *slots[Blob] // one per life of the container: a deletion leaves it behind
}

// Deleted reports whether the version is a tombstone.
func (c *Container) Deleted() bool { return !c.DeletedAt.IsZero() }

// Policy is a stored access policy.
type Policy struct {
	ID            string
	Start, Expiry time.Time // zero if the policy leaves them to the signature
	Permission    string
}

// Pair is a metadata item.
type Pair struct{ Name, Value string }

// Metadata is sorted by name, immutable.
type Metadata []Pair
