package blob

import (
	"time"

	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

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
