package blob

import (
	"net/http"
	"strconv"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

// deleteBlob is Delete Blob: it deletes the blob, its snapshots, or one of them. // BLOB-CONS-17
func deleteBlob(c *call, w http.ResponseWriter) error {
	p, err := c.preconditions()
	if err != nil {
		return err
	}
	which := c.Get(header.DeleteSnapshots)
	if which != "" && which != "include" && which != "only" {
		return errcode.BadHeader("x-ms-delete-snapshots", which)
	}
	tier := c.tierConditions()
	if at := c.Query.Get("snapshot"); at != "" {
		if which != "" {
			return errcode.BadHeader("x-ms-delete-snapshots", which)
		}
		err = c.deleteSnapshot(&p, tier, at)
	} else {
		_, err = c.update(&p, func(_ *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
			if err := tier.hold(&next); err != nil {
				return nil, err
			}
			switch {
			case which == "only" && len(next.Snapshots) == 0:
				return nil, errcode.New(errcode.BlobNotFound)
			case which == "only":
				c.retireSnapshots(&next, at, "")
				return &next, nil
			case which == "" && len(next.Snapshots) > 0:
				return nil, errcode.New(errcode.SnapshotsPresent)
			}
			return c.retire(next, at), nil // BLOB-LEASE-25
		})
	}
	if err != nil {
		return err
	}
	header.Set(w.Header(), "X-Ms-Delete-Type-Permanent", strconv.FormatBool(c.Retention() == 0))
	return frontend.Answer(w, http.StatusAccepted)
}

// deleteSnapshot deletes one snapshot. Conditions are checked against the snapshot's stamp; snapshots have no lease.
func (c *call) deleteSnapshot(p *preconditions, tier tierConditions, at string) error {
	_, err := c.store().UpdateBlob(c.container, c.blob, func(old *store.Blob, now store.Moment) (*store.Blob, error) {
		var s *store.Blob
		if old != nil {
			s = old.Snapshot(at)
		}
		if _, err := c.check(p, s, now.Now); err != nil {
			return nil, err
		}
		if s == nil {
			return nil, errcode.New(errcode.BlobNotFound)
		}
		if err := tier.hold(s); err != nil {
			return nil, err
		}
		next := *old
		c.retireSnapshots(&next, now, at)
		return &next, nil
	})
	return err
}

// retireSnapshots deletes the snapshot with a time, or all if that is empty. With soft delete they go to the trash.
func (c *call) retireSnapshots(b *store.Blob, at store.Moment, which string) {
	keep, left := c.Retention(), []store.Snapshot(nil)
	for _, s := range b.Snapshots {
		switch {
		case which != "" && s.Time != which:
			left = append(left, s)
		case keep > 0:
			b.Trash = b.Retired(s.Time, s.Blob, at.Now, keep)
		}
	}
	b.Snapshots = left
}

// retire deletes a blob with its snapshots, and returns what is left of it: with soft delete, a tombstone. The lease ends.
// // REC-py test_soft_delete_with_leased_blob
func (c *call) retire(b store.Blob, at store.Moment) *store.Blob {
	keep := c.Retention()
	if keep == 0 {
		return nil
	}
	c.retireSnapshots(&b, at, "")
	return &store.Blob{Gone: true, Trash: b.Retired("", &b, at.Now, keep)}
}

// overwritten returns the trash of a blob that is replaced: with soft delete, also a snapshot of its last version.
// // D:Soft delete for blobs, overwrites
func (c *call) overwritten(old *store.Blob, at store.Moment) []store.Remnant {
	switch keep := c.Retention(); {
	case old == nil:
		return nil
	case keep > 0 && old.Committed:
		return old.Retired(at.Stamp().At.Format(store.SnapshotLayout), old, at.Now, keep)
	}
	return old.Trash
}

// undelete is Undelete Blob: it brings a blob back with its stamp, and all its snapshots. The blob has no lease then. A
// blob that is not deleted gets its snapshots back. // D:Undelete Blob; REC-py test_soft_delete_blob_including_all_snapshots
func undelete(c *call, w http.ResponseWriter) error {
	if err := c.Empty(); err != nil {
		return err
	}
	_, err := c.store().UpdateDeleted(c.container, c.blob, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		if old != nil {
			if next := old.Restored(at.Now); next != nil {
				return next, nil
			}
		}
		return nil, errcode.New(errcode.BlobNotFound)
	})
	return frontend.Answered(w, http.StatusOK, err)
}
