package blob

import (
	"net/http"
	"slices"

	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/store"
)

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
		made = store.Snapshot{Time: own.At.Format(store.SnapshotLayout), Blob: frozen}
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
