package file

import (
	"errors"
	"ifmatch/reference/header"
	"net/http"
	"slices"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/store/files"
)

// deleteShare is Delete Share. Afterwards nothing in the share can be found, and its name stays taken for a while.
// Leases on the files inside do not protect it. // FILE-LEASE-20 FILE-SLEASE-02
func deleteShare(c *call, w http.ResponseWriter) error {
	which := c.Get(header.DeleteSnapshots)
	if which != "" && (c.snapshot() != "" || which != "include" && which != "include-leased") {
		return errcode.BadHeader("x-ms-delete-snapshots", which)
	}
	var err error
	if at := c.snapshot(); at != "" {
		err = c.deleteSnapshot(at)
	} else {
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
	var refused *errcode.Error
	if errors.As(err, &refused) && refused.Code == errcode.ShareBeingDeleted {
		err = nil // succeeded, as requested // azfile 1.7.0: TestShareReleaseLease
	}
	if err != nil {
		return err
	}
	return frontend.Answer(w, http.StatusAccepted)
}

func leasedSnapshot(list []files.Snapshot, now time.Time) bool {
	return slices.ContainsFunc(list, func(s files.Snapshot) bool { return s.Share.Lease.At(now).State.Locked() })
}
