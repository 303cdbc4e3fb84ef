package file

import (
	"net/http"
	"slices"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/lease"
	"ifmatch/reference/store/files"
)

// snapshotShare is Snapshot Share. The snapshot gets a stamp of its own, and the share keeps its stamp.
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
		frozen.Stamp, frozen.Lease, frozen.Snapshots = at.Stamp(), lease.Lease{}, nil
		if len(m) > 0 {
			frozen.Metadata = m
		}
		made = at.Snapshot(timeOf(frozen.Stamp.At), &frozen)
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

func (c *call) deleteSnapshot(at string) error {
	_, err := c.service.store.UpdateShare(c.share, func(old *files.Share, m files.Moment) (*files.Share, error) {
		if _, err := c.living(old); err != nil {
			return nil, err
		}
		found := old.Snapshot(at)
		if found == nil {
			return nil, files.ErrNoSnapshot
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
