package store

import (
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/etag"
	"ifmatch/reference/lease"
	"ifmatch/reference/metadata"
	"ifmatch/reference/store/buried"
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
	// Buried are containers of this name that were deleted softly.
	Buried buried.List[Life] `json:",omitempty"`

	life  uint64       // number of the container among all that the store ever had
	blobs *slots[Blob] // one map per life of the container: a deletion abandons it
}

// Deleted reports whether the version is a tombstone.
func (c *Container) Deleted() bool { return !c.DeletedAt.IsZero() }

// Life is a container that is over, with its blobs and without its lease.
type Life struct {
	Number    uint64
	Container *Container
}

// Tombstone returns the version that follows when the container is deleted. With soft delete the container is kept for a
// time; otherwise keep is 0.
func (c *Container) Tombstone(at Moment, keep time.Duration) *Container {
	t := &Container{Stamp: c.Stamp, DeletedAt: at.Now, Buried: c.Buried.Alive(at.Now)}
	if keep > 0 {
		over := *c
		over.Lease, over.Buried = lease.Lease{}, nil
		t.Stamp = at.Stamp()
		t.Buried = t.Buried.With(t.Stamp, at.Now, keep, Life{c.life, &over})
	}
	return t
}

// Restored returns the version that follows when a deletion is undone, with a stamp of its own, or nil if there is no such
// deletion.
func (c *Container) Restored(version string, at Moment) *Container {
	o, rest := c.Buried.Alive(at.Now).Take(version)
	if o == nil {
		return nil
	}
	next := *o.What.Container
	next.Stamp, next.Buried = at.Stamp(), rest
	return &next
}
