package blob

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/etag"
	"ifmatch/reference/guid"
	"ifmatch/reference/lease"
	"ifmatch/reference/store"
)

// copyBlob is Copy Blob. The copy is finished when the operation is, unless copies are held. // BLOB-COPY-14
func copyBlob(c *call, w http.ResponseWriter) error {
	return c.copyWhole(w, c.s.copies.holding())
}

// copyBlobFromURL is Copy Blob From URL, which is always finished at once, and makes block blobs only.
func copyBlobFromURL(c *call, w http.ResponseWriter) error {
	return c.copyWhole(w, false)
}

func (c *call) copyWhole(w http.ResponseWriter, held bool) error {
	n, err := c.creation()
	if err != nil {
		return err
	}
	if err := c.empty(); err != nil {
		return err
	}
	src, err := c.source()
	if err != nil {
		return err
	}
	if len(n.metadata) == 0 {
		n.metadata = src.blob.Metadata
	}
	n.properties = src.blob.Properties
	id := c.s.ids.Next().String()
	done, err := c.create(&n, store.Blob{Kind: src.blob.Kind}, func(old, b *store.Blob) error {
		if err := replaceable(old, b, c.s.clock.Now()); err != nil {
			return err
		}
		b.Copy = &store.Copy{ID: id, Source: src.shown, Status: store.CopyPending, Total: src.blob.Content.Len()}
		if !held {
			finish(b, src.blob, b.Created)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if held {
		c.s.complete(c.s.copies.add(pendingCopy{c.address, id, src, src.blob.Stamp.ETag}))
	}
	h := w.Header()
	c.stamp(h, done.Stamp) // BLOB-TAB-09E
	set(h, hCopyID, id)
	set(h, hCopyStatus, string(done.Copy.Status))
	return answer(w, http.StatusAccepted)
}

// replaceable makes sure that a copy may replace what stands: a blob of the same kind, unless it was none, and no
// finite lease, which could end before the copy does. // BLOB-USE-51
func replaceable(old, b *store.Blob, now time.Time) error {
	if old == nil {
		return nil
	}
	if l := old.Lease.At(now); l.State.Locked() && l.Duration != lease.Infinite {
		return errcode.New(errcode.InfiniteLeaseDurationRequired)
	}
	if old.Committed && old.Kind != b.Kind {
		return errcode.New(errcode.InvalidBlobType)
	}
	return nil
}

// finish gives a blob what the source holds. The source's lease and snapshots stay where they are. // BLOB-COPY-09
func finish(b *store.Blob, src *store.Blob, now time.Time) {
	b.Content, b.Blocks = src.Content.Clone(), src.Blocks
	b.Sequence, b.Appends = src.Sequence, src.Appends
	if b.Tier.Name == "" && src.Tier.Name != "" {
		b.Tier = store.Tier{Name: src.Tier.Name, Changed: now}
	}
	done := *b.Copy
	done.Status, done.Copied, done.Completed = store.CopySuccess, done.Total, now
	b.Copy = &done
}

// putBlobFromURL is Put Blob From URL: a block blob with the source's bytes.
func putBlobFromURL(c *call, w http.ResponseWriter) error {
	if v := c.get(hBlobType); v != store.BlockBlob.String() {
		return errcode.BadHeader("x-ms-blob-type", v)
	}
	n, err := c.creation()
	if err != nil {
		return err
	}
	if err := c.empty(); err != nil {
		return err
	}
	src, err := c.source()
	if err != nil {
		return err
	}
	data, err := c.bytesOf(src, c.s.rules.Limits.BlobBody)
	if err != nil {
		return err
	}
	if !strings.EqualFold(c.get(hCopyProperties), "false") {
		n.properties = src.blob.Properties
	}
	if strings.EqualFold(c.get(hCopySourceTags), "COPY") {
		n.tags = src.blob.Tags
	}
	n.properties.MD5 = md5Of(data)
	done, err := c.create(&n, store.Blob{Content: store.Bytes(data)}, nil)
	if err != nil {
		return err
	}
	return c.created(w, done)
}

// abortCopy is Abort Copy Blob: what is left is an empty blob. // BLOB-COPY-11
func abortCopy(c *call, w http.ResponseWriter) error {
	id, ok := guid.Parse(c.query.Get("copyid"))
	if !ok {
		return errcode.BadQuery("copyid", c.query.Get("copyid")) // BLOB-COPY-13
	}
	p, err := c.preconditions()
	if err != nil {
		return err
	}
	_, err = c.update(&p, func(_ *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
		if !next.Pending() {
			return nil, errcode.New(errcode.NoPendingCopyOperation) // BLOB-COPY-12
		}
		if next.Copy.ID != id.String() {
			return nil, errcode.New(errcode.CopyIDMismatch)
		}
		aborted := *next.Copy
		aborted.Status, aborted.Completed = store.CopyAborted, at.Now
		next.Copy = &aborted
		c.restamp(&next.Stamp, at) // BLOB-ETAG-28
		return &next, nil
	})
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func showCopy(h http.Header, c *store.Copy) {
	if c == nil {
		return
	}
	set(h, hCopyID, c.ID)
	set(h, hCopySource, c.Source)
	set(h, hCopyStatus, string(c.Status))
	set(h, hCopyProgress, progress(c))
	set(h, hCopyDescription, c.Description)
	if !c.Completed.IsZero() {
		set(h, hCopyCompletion, etag.HTTPDate(c.Completed))
	}
}

func progress(c *store.Copy) string {
	return strconv.FormatInt(c.Copied, 10) + "/" + strconv.FormatInt(c.Total, 10)
}
