package file

import (
	"net/http"
	"slices"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/lease"
	"ifmatch/reference/store/files"
)

// snapshotShare is Snapshot Share. With metadata the snapshot has its own stamp, otherwise that of the share. The share
// keeps its stamp either way. // FILE-SNAP-02
func snapshotShare(c *call, w http.ResponseWriter) error {
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	var made files.Snapshot
	_, err = c.updateShare(func(next *files.Share, at files.Moment) error {
		if len(next.Snapshots) >= c.Rules.File.Limits.Snapshots {
			return errcode.New(errcode.ShareSnapshotCountExceeded)
		}
		frozen := *next
		frozen.Lease, frozen.Snapshots = lease.Lease{}, nil
		if len(m) > 0 {
			frozen.Metadata, frozen.Stamp = m, at.Stamp()
		}
		made = at.Snapshot(nextName(next.Snapshots, at.Now), &frozen)
		next.Snapshots = append(slices.Clip(next.Snapshots), made)
		return nil
	})
	if err != nil {
		return err
	}
	h := w.Header()
	c.stamp(h, made.Share.Stamp)
	header.Set(h, "X-Ms-Snapshot", made.Time)
	return frontend.Answer(w, http.StatusCreated)
}

// nextName is the name of a new snapshot: the second in which it was taken, or the first second that no snapshot has.
// // FILE-SNAP-03
func nextName(taken []files.Snapshot, now time.Time) string {
	now = now.Truncate(time.Second)
	if n := len(taken); n > 0 {
		if last, err := time.Parse(timeLayout, taken[n-1].Time); err == nil && !now.After(last) {
			now = last.Add(time.Second)
		}
	}
	return timeOf(now)
}

func (c *call) deleteSnapshot(at string) error {
	_, err := c.store().UpdateShare(c.share, func(old *files.Share, m files.Moment) (*files.Share, error) {
		if old.Deleted() && frontend.BeingDeleted(old.DeletedAt, m.Now, c.Rules.File.Limits.SharePurges) {
			return old, nil // all of its snapshots are
		}
		if _, err := living(old); err != nil {
			return nil, err
		}
		found := old.Snapshot(at)
		if found == nil {
			return nil, files.ErrNoShare // FILE-SLEASE-19
		}
		if _, err := c.checkShare(found.Share, m.Now); err != nil {
			return nil, err
		}
		next := *old
		next.Snapshots = slices.DeleteFunc(slices.Clone(old.Snapshots), func(s files.Snapshot) bool { return s.Time == at })
		return &next, nil
	})
	return err
}
