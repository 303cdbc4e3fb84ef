package files

import (
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/etag"
	"ifmatch/reference/lease"
	"ifmatch/reference/metadata"
	"ifmatch/reference/store/buried"
)

// Share is one version of a share. It is never changed: a change makes another version.
type Share struct {
	Stamp    etag.Stamp
	Metadata metadata.List
	Quota    int // GiB
	Tier     string
	// TierChanged is when the share got its tier.
	TierChanged time.Time
	Policies    []document.Policy
	Lease       lease.Lease

	Snapshots []Snapshot // the oldest first

	// DeletedAt makes the version a tombstone: the name is still taken, but the share is gone. // FILE-DEL-21a
	DeletedAt time.Time
	// Buried are shares of this name that were deleted softly.
	Buried buried.List[Life] `json:",omitempty"`

	again *buried.One[Life] // the deletion that this version undoes, until it is published
}

// Life is a share that is over, with its files and snapshots and without its lease. A journal finds them in what was before.
type Life struct {
	share *Share
	tree  *Tree
}

// Share returns the version of the share that was deleted.
func (l Life) Share() *Share { return l.share }

func (s *Share) over(t *Tree) Life {
	share := *s
	share.Lease, share.Buried = lease.Lease{}, nil
	return Life{&share, t.clone()}
}

// Tombstone returns the version that follows when the share is deleted. With soft delete the share is kept for a time;
// otherwise keep is 0.
func (s *Share) Tombstone(at Moment, keep time.Duration) *Share {
	t := &Share{Stamp: s.Stamp, DeletedAt: at.Now, Buried: s.Buried.Alive(at.Now)}
	if keep > 0 {
		t.Stamp = at.Stamp()
		t.Buried = t.Buried.With(t.Stamp, at.Now, keep, s.over(at.tree))
	}
	return t
}

// Restored returns the version that follows when a deletion is undone, with a stamp of its own, or nil if there is no such
// deletion.
func (s *Share) Restored(version string, at Moment) *Share {
	o, rest := s.Buried.Alive(at.Now).Take(version)
	if o == nil {
		return nil
	}
	next := *o.What.share
	next.Stamp, next.Buried, next.again = at.Stamp(), rest, o
	return &next
}

// Snapshot is a share at an earlier time. That time is its name.
type Snapshot struct {
	Time  string
	Share *Share
	tree  *Tree
}

// Deleted reports whether the version is a tombstone.
func (s *Share) Deleted() bool { return !s.DeletedAt.IsZero() }

// Snapshot returns the share's snapshot with a time, or nil if there is none.
func (s *Share) Snapshot(at string) *Snapshot {
	for i := range s.Snapshots {
		if s.Snapshots[i].Time == at {
			return &s.Snapshots[i]
		}
	}
	return nil
}
