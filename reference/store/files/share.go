package files

import (
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/etag"
	"ifmatch/reference/lease"
	"ifmatch/reference/metadata"
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
