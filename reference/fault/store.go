package fault

import (
	"sync"

	"ifmatch/reference/store"
)

// keepStamps is a store whose blobs keep their first stamp.
type keepStamps struct{ store.Blobs }

func keepingStamps(s store.Blobs) store.Blobs { return keepStamps{s} }

func (s keepStamps) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	return s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		if err == nil && old != nil && old.Committed && next != nil {
			kept := *next
			kept.Stamp = old.Stamp
			next = &kept
		}
		return next, err
	})
}

// staleReads is a store that shows readers the version before the last one.
type staleReads struct {
	store.Blobs
	previous sync.Map // address → *store.Blob
}

type blobName struct{ container, blob string }

func readingStale(s store.Blobs) store.Blobs { return &staleReads{Blobs: s} }

func (s *staleReads) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	return s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		if err == nil && old != nil {
			s.previous.Store(blobName{container, name}, old)
		}
		return next, err
	})
}

func (s *staleReads) Blob(container, name string) (*store.Blob, error) {
	b, err := s.Blobs.Blob(container, name)
	if old, ok := s.previous.Load(blobName{container, name}); ok && b != nil {
		return old.(*store.Blob), err
	}
	return b, err
}
