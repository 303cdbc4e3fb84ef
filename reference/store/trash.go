package store

import (
	"cmp"
	"slices"
	"time"
)

// SnapshotLayout is the format of a snapshot's time, with the resolution of stamps.
const SnapshotLayout = "2006-01-02T15:04:05.0000000Z"

// Remnants returns what can still be brought back at a time, the snapshots first.
func (b *Blob) Remnants(now time.Time) []Remnant {
	if len(b.Trash) == 0 {
		return nil
	}
	alive := slices.DeleteFunc(slices.Clone(b.Trash), func(r Remnant) bool { return !now.Before(r.Until) })
	slices.SortStableFunc(alive, func(a, b Remnant) int {
		if a.Time == "" || b.Time == "" {
			return -cmp.Compare(a.Time, b.Time)
		}
		return cmp.Compare(a.Time, b.Time)
	})
	return alive
}

// Retired returns the trash of a version, with a snapshot, or with the version itself, added. It is kept for a time.
func (b *Blob) Retired(snapshot string, of *Blob, now time.Time, keep time.Duration) []Remnant {
	return append(slices.Clip(b.Trash), Remnant{snapshot, of.Frozen(), now, now.Add(keep)})
}

// Restored returns the blob with everything that can be brought back: the blob itself, if it is gone, and its snapshots.
// It returns nil if the blob is gone for good.
func (b *Blob) Restored(now time.Time) *Blob {
	next, found := *b, b.Committed
	for _, r := range b.Remnants(now) {
		if r.Time == "" && !found {
			next, found = *r.Blob, true
			next.Staged, next.Snapshots, next.Lease = b.Staged, b.Snapshots, b.Lease
		}
	}
	if !found {
		return nil
	}
	next.Snapshots = slices.Clone(next.Snapshots)
	for _, r := range b.Remnants(now) {
		if r.Time != "" {
			next.Snapshots = append(next.Snapshots, Snapshot{r.Time, r.Blob})
		}
	}
	slices.SortFunc(next.Snapshots, func(a, b Snapshot) int { return cmp.Compare(a.Time, b.Time) })
	next.Trash = nil
	return &next
}

// visible returns a version, or nil if nothing but its trash is left.
func visible(b *Blob) *Blob {
	if b != nil && b.Gone {
		return nil
	}
	return b
}

// withTrash returns the version that follows old, with its trash. A blob that is written over one that is gone makes a
// snapshot of it, which is gone, too. What is kept long enough goes.
func withTrash(old, next *Blob, at Moment) *Blob {
	var trash []Remnant
	switch {
	case next != nil && len(next.Trash) > 0:
		trash = next.Trash
	case old != nil && (next == nil || old.Gone):
		trash = old.Trash
	}
	if len(trash) == 0 {
		return visible(next)
	}
	made := Blob{Gone: true}
	if next != nil {
		made = *next
	}
	made.Trash = trash
	made.Trash = made.Remnants(at.Now)
	if made.Committed {
		for i := range made.Trash {
			if r := &made.Trash[i]; r.Time == "" {
				r.Time = at.Stamp().At.Format(SnapshotLayout)
			}
		}
	}
	if made.Gone && len(made.Trash) == 0 {
		return nil
	}
	return &made
}
