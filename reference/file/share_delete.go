package file

import (
	"net/http"
	"slices"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store/files"
)

// deleteShare is Delete Share. Afterwards nothing in the share can be found, and its name stays taken for a while.
// Leases on the files inside do not protect it. While the share is being deleted, a second deletion is answered as the
// first. // FILE-DEL-21 FILE-LEASE-20 FILE-SLEASE-02
func deleteShare(c *call, w http.ResponseWriter) error {
	which := c.Get(header.DeleteSnapshots)
	if which != "" && (c.snapshot() != "" || which != "include" && which != "include-leased") {
		return errcode.BadHeader("x-ms-delete-snapshots", which)
	}
	if c.store().Share(c.share) == nil {
		return files.ErrNoShare
	}
	var err error
	if at := c.snapshot(); at != "" {
		err = c.deleteSnapshot(at)
	} else {
		_, err = c.store().UpdateShare(c.share, func(old *files.Share, at files.Moment) (*files.Share, error) {
			return c.deleted(old, which, at)
		})
	}
	return frontend.Answered(w, http.StatusAccepted, err)
}

// deleted returns the tombstone of a share, if it may be deleted.
func (c *call) deleted(s *files.Share, which string, at files.Moment) (*files.Share, error) {
	now := at.Now
	switch {
	case s.Deleted() && frontend.BeingDeleted(s.DeletedAt, now, c.Rules.File.Limits.SharePurges):
		return s, nil
	case s.Deleted():
		return nil, files.ErrNoShare
	case which == "include" && leasedSnapshot(s.Snapshots, now):
		return nil, errcode.New(errcode.DeleteShareWhenSnapshotLeased) // before the share's own lease // FILE-SLEASE-12
	}
	if _, err := c.checkShare(s, now); err != nil {
		return nil, err
	}
	if which == "" && len(s.Snapshots) > 0 {
		return nil, errcode.New(errcode.ShareHasSnapshots)
	}
	return s.Tombstone(at, c.Rules.File.Limits.SharesKept), nil
}

func leasedSnapshot(list []files.Snapshot, now time.Time) bool {
	return slices.ContainsFunc(list, func(s files.Snapshot) bool { return s.Share.Lease.At(now).State.Locked() })
}

// restoreShare is Restore Share: it brings back a deleted share with its files and snapshots, a new stamp and no lease. The
// name must be free. // D:Restore Share; REC-py test_undelete_share, test_restore_to_existing_share
func restoreShare(c *call, w http.ResponseWriter) error {
	version, err := c.Restores("share", c.share)
	if err != nil {
		return err
	}
	if c.store().Share(c.share) == nil {
		return files.ErrNoShare
	}
	done, err := c.store().UpdateShare(c.share, func(old *files.Share, at files.Moment) (*files.Share, error) {
		if !old.Deleted() {
			return nil, errcode.New(errcode.ShareAlreadyExists)
		}
		next := old.Restored(version, at)
		if next == nil {
			return nil, files.ErrNoShare
		}
		return next, nil
	})
	if err != nil {
		return err
	}
	frontend.ShowStamp(w.Header(), done.Stamp)
	return frontend.Answer(w, http.StatusCreated)
}
