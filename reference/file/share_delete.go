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
	var err error
	switch at, old := c.snapshot(), c.service.store.Share(c.share); {
	case old != nil && old.Deleted() && frontend.BeingDeleted(old.DeletedAt, c.Clock.Now(), c.Rules.File.Limits.SharePurges):
	case at != "":
		err = c.deleteSnapshot(at)
	default:
		_, err = c.updateShare(func(next *files.Share, at files.Moment) error {
			if which == "" && len(next.Snapshots) > 0 {
				return errcode.New(errcode.ShareHasSnapshots)
			}
			if which == "include" && leasedSnapshot(next.Snapshots, at.Now) {
				return errcode.New(errcode.DeleteShareWhenSnapshotLeased) // FILE-SLEASE-12
			}
			*next = files.Share{DeletedAt: at.Now, Stamp: next.Stamp}
			return nil
		})
	}
	if err != nil {
		return err
	}
	return frontend.Answer(w, http.StatusAccepted)
}

func leasedSnapshot(list []files.Snapshot, now time.Time) bool {
	return slices.ContainsFunc(list, func(s files.Snapshot) bool { return s.Share.Lease.At(now).State.Locked() })
}
