package blob

import (
	"net/http"
	"strings"
	"time"

	"ifmatch/reference/crc64"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// copyBlob is Copy Blob. It finishes the copy before it answers, unless copies are held. // BLOB-COPY-14
func copyBlob(c *call, w http.ResponseWriter) error {
	return c.copyWhole(w, c.service.copies.Holding())
}

// copyBlobFromURL is Copy Blob From URL. It always finishes the copy before it answers, and makes only block blobs.
func copyBlobFromURL(c *call, w http.ResponseWriter) error {
	return c.copyWhole(w, false)
}

func (c *call) copyWhole(w http.ResponseWriter, held bool) error {
	n, src, err := c.copying()
	if err != nil {
		return err
	}
	priority, err := c.priority()
	if err != nil {
		return err
	}
	sealed, err := c.seal(src.blob)
	if err != nil {
		return err
	}
	id := c.IDs.Next().String()
	done, err := c.create(&n, store.Blob{Kind: src.blob.Kind}, func(old, b *store.Blob) error {
		now := c.Clock.Now()
		if err := replaceable(old, b, now); err != nil {
			return err
		}
		b.Copy = &store.Copy{ID: id, Source: src.Shown, Status: store.CopyPending, Total: src.blob.Content.Len()}
		if old != nil && old.Committed {
			b.Created = old.Created // BLOB-CREA-10
		}
		if src.blob.Tier.At(now).Name == tierArchive {
			b.Tier = leaving(n.tier, priority, now)
		}
		if !held {
			finish(b, src.blob, now, sealed)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if held {
		c.service.complete(c.service.copies.Add(pendingCopy{c.address, id, src, src.blob.Stamp.ETag, sealed}))
	}
	return c.copied(w, id, done)
}

// copying reads a request to copy a whole blob, and finds its source. What the request does not give comes from there.
func (c *call) copying() (n creation, src source, err error) {
	if n, err = c.creation(); err != nil {
		return n, src, err
	}
	if err = c.Empty(); err != nil {
		return n, src, err
	}
	if src, err = c.source(); err != nil {
		return n, src, err
	}
	if c.Op == op.CopyBlobFromURL {
		if err := c.checksums(src.blob.Content.All(), hSourceMD5, header.SourceCRC64); err != nil {
			return n, src, err
		}
		if strings.EqualFold(c.Get(hCopySourceTags), "COPY") { // D:Copy Blob From URL, request headers
			n.tags = src.blob.Tags
		}
	}
	if len(n.metadata) == 0 {
		n.metadata = src.blob.Metadata
	}
	n.properties = src.blob.Properties
	return n, src, nil
}

// copied answers a copy of a whole blob.
func (c *call) copied(w http.ResponseWriter, id string, done *store.Blob) error {
	h := w.Header()
	c.stamp(h, done.Stamp) // BLOB-TAB-09E
	header.Set(h, hCopyID, id)
	header.Set(h, hCopyStatus, string(done.Copy.Status))
	if c.Op == op.CopyBlobFromURL {
		if v := c.Get(hSourceMD5); v != "" || c.Version < crc64Since { // D:Copy Blob From URL, response headers
			header.Set(h, header.ContentMD5, v)
		} else {
			header.Set(h, hCRC64, crc64.Text(done.Content.All()))
		}
	}
	return frontend.Answer(w, http.StatusAccepted)
}

// replaceable checks that a copy may replace the current blob. It must be of the same kind if it is committed, and
// must not have a finite lease, which could end before the copy does. // BLOB-USE-51
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

// putBlobFromURL is Put Blob From URL: a block blob with the source's bytes.
func putBlobFromURL(c *call, w http.ResponseWriter) error {
	if v := c.Get(hBlobType); v != store.BlockBlob.String() {
		return errcode.BadHeader("x-ms-blob-type", v)
	}
	n, err := c.creation()
	if err != nil {
		return err
	}
	if err := c.Empty(); err != nil {
		return err
	}
	src, err := c.source()
	if err != nil {
		return err
	}
	data, err := c.bytesOf(src, c.Rules.Limits.BlobBody)
	if err != nil {
		return err
	}
	if !strings.EqualFold(c.Get(hCopyProperties), "false") {
		given, _, err := c.properties()
		if err != nil {
			return err
		}
		n.properties = over(src.blob.Properties, given) // D:Put Blob From URL, request headers
	}
	if strings.EqualFold(c.Get(hCopySourceTags), "COPY") {
		n.tags = src.blob.Tags
	}
	n.properties.MD5 = frontend.MD5(data)
	done, err := c.create(&n, store.Blob{Content: store.Bytes(data)}, nil)
	if err != nil {
		return err
	}
	return c.created(w, done)
}

// abortCopy is Abort Copy Blob: it leaves an empty blob. // BLOB-COPY-11
func abortCopy(c *call, w http.ResponseWriter) error {
	id, err := c.CopyToAbort()
	if err != nil {
		return err
	}
	p, err := c.preconditions()
	if err != nil {
		return err
	}
	_, err = c.update(&p, func(_ *store.Blob, next store.Blob, at store.Moment) (_ *store.Blob, err error) {
		if next.Copy, err = frontend.AbortCopy(next.Copy, id, at.Now); err != nil {
			return nil, err
		}
		c.restamp(&next.Stamp, at) // BLOB-ETAG-28
		return &next, nil
	})
	return frontend.Answered(w, http.StatusNoContent, err)
}

// pendingCopy is a copy that waits for its completion.
type pendingCopy struct {
	to   address
	id   string
	from source
	etag string // ETag of the source when the copy began. // BLOB-COPY-07
	seal bool
}

// HoldCopies makes asynchronous copies stay pending. With false, it finishes the pending copies before it returns, in
// the order in which they began.
func (s *Service) HoldCopies(held bool) { s.complete(s.copies.Hold(held)) }

func (s *Service) complete(list []pendingCopy) {
	for _, p := range list {
		// If the container is gone, so is the copy.
		_, _ = s.stores(op.CopyBlob).UpdateBlob(p.to.container, p.to.blob, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
			if old == nil || !old.Pending() || old.Copy.ID != p.id {
				return old, nil // aborted, or deleted
			}
			return s.completed(*old, p, at), nil
		})
	}
}

// completed returns the destination after the copy has succeeded or failed.
func (s *Service) completed(next store.Blob, p pendingCopy, at store.Moment) *store.Blob {
	src := p.from.load(s.stores(op.CopyBlob))
	if src != nil && src.Stamp.ETag == p.etag {
		finish(&next, src, at.Now, p.seal)
		next.Stamp = at.Stamp() // BLOB-ETAG-26
		return &next
	}
	failed := *next.Copy
	failed.Status, failed.Completed = store.CopyFailed, at.Now
	failed.Description = "404 BlobNotFound \"Copy failed when reading the source.\""
	if src != nil {
		failed.Description = "412 ConditionNotMet \"Copy failed when reading the source.\"" // BLOB-COPY-07
	}
	next.Copy = &failed
	return &next
}

// finish fills a blob from the source. It does not copy the source's lease and snapshots. // BLOB-COPY-09
func finish(b *store.Blob, src *store.Blob, now time.Time, sealed bool) {
	b.Content, b.Blocks = src.Content.Clone(), src.Blocks
	b.Sequence, b.Appends, b.Sealed = src.Sequence, src.Appends, sealed
	if tier := src.Tier.At(now); b.Tier.Name == "" && tier.Name != "" {
		b.Tier = store.Tier{Name: tier.Name, Changed: now}
	}
	done := *b.Copy
	done.Status, done.Copied, done.Completed = store.CopySuccess, done.Total, now
	b.Copy = &done
}
