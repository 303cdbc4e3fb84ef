package blob

import (
	"net/http"
	"slices"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

// snapshotLayout is the format of x-ms-snapshot, with the resolution of stamps.
const snapshotLayout = "2006-01-02T15:04:05.0000000Z"

// snapshotBlob is Snapshot Blob. With metadata the snapshot has its own stamp, otherwise that of its base. The base
// keeps its stamp and its lease either way. // BLOB-ETAG-32 BLOB-ETAG-33
func snapshotBlob(c *call, w http.ResponseWriter) error {
	p, err := c.preconditions()
	if err != nil {
		return err
	}
	m, err := c.Metadata()
	if err != nil {
		return err
	}
	var made store.Snapshot
	_, err = c.update(&p, func(old *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
		if err := online(old, at.Now); err != nil {
			return nil, err
		}
		own := at.Stamp() // also names the snapshot: no two stamps are alike
		frozen := next.Frozen()
		if len(m) > 0 {
			frozen.Metadata, frozen.Stamp = m, own
		}
		made = store.Snapshot{Time: own.At.Format(snapshotLayout), Blob: frozen}
		next.Snapshots = append(slices.Clip(next.Snapshots), made)
		return &next, nil
	})
	if err != nil {
		return err
	}
	h := w.Header()
	c.stamp(h, made.Blob.Stamp)
	header.Set(h, hSnapshot, made.Time)
	header.Share(h, header.RequestEncrypted, vFalse) // nothing was sent
	return frontend.Answer(w, http.StatusCreated)
}

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
		_, err = c.update(&p, func(_ *store.Blob, next store.Blob, _ store.Moment) (*store.Blob, error) {
			if err := tier.hold(&next); err != nil {
				return nil, err
			}
			switch {
			case which == "only" && len(next.Snapshots) == 0:
				return nil, errcode.New(errcode.BlobNotFound)
			case which == "only":
				next.Snapshots = nil
				return &next, nil
			case which == "" && len(next.Snapshots) > 0:
				return nil, errcode.New(errcode.SnapshotsPresent)
			}
			return nil, nil // BLOB-LEASE-25
		})
	}
	if err != nil {
		return err
	}
	header.Set(w.Header(), "X-Ms-Delete-Type-Permanent", "true")
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
		next.Snapshots = slices.DeleteFunc(slices.Clone(old.Snapshots), func(s store.Snapshot) bool { return s.Time == at })
		return &next, nil
	})
	return err
}
