package fault

import (
	"errors"

	"ifmatch/reference/store"
)

// afterwards is a store that alters what a change has made before it is published, of a blob, a container or both.
type afterwards struct {
	store.Blobs
	blob      func(old, next *store.Blob, at store.Moment) *store.Blob
	container func(old, next *store.Container, at store.Moment) *store.Container
}

func (s afterwards) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	return s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		if err == nil && old != nil && next != nil && s.blob != nil {
			altered := *next
			next = s.blob(old, &altered, at)
		}
		return next, err
	})
}

func (s afterwards) UpdateContainer(name string, change store.ContainerChange) (*store.Container, error) {
	return s.Blobs.UpdateContainer(name, func(old *store.Container, at store.Moment) (*store.Container, error) {
		next, err := change(old, at)
		if err == nil && old != nil && next != nil && !next.Deleted() && s.container != nil {
			altered := *next
			next = s.container(old, &altered, at)
		}
		return next, err
	})
}

// alteringBlobs makes an afterwards of blobs.
func alteringBlobs(alter func(old, next *store.Blob, at store.Moment)) func(store.Blobs) store.Blobs {
	return func(s store.Blobs) store.Blobs {
		return afterwards{Blobs: s, blob: func(old, next *store.Blob, at store.Moment) *store.Blob {
			alter(old, next, at)
			return next
		}}
	}
}

// alteringContainers makes an afterwards of containers.
func alteringContainers(alter func(old, next *store.Container, at store.Moment)) func(store.Blobs) store.Blobs {
	return func(s store.Blobs) store.Blobs {
		return afterwards{Blobs: s, container: func(old, next *store.Container, at store.Moment) *store.Container {
			alter(old, next, at)
			return next
		}}
	}
}

// lookingOnly is a store that performs no change, and answers as if it had.
type lookingOnly struct{ store.Blobs }

func onlyLooking(s store.Blobs) store.Blobs { return lookingOnly{s} }

func (s lookingOnly) UpdateBlob(container, name string, change store.BlobChange) (next *store.Blob, err error) {
	_, err = s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (_ *store.Blob, err error) {
		if next, err = change(old, at); err == nil {
			err = errOnlyLooked
		}
		return nil, err
	})
	if errors.Is(err, errOnlyLooked) {
		err = nil
	}
	return next, err
}

func (s lookingOnly) UpdateContainer(name string, change store.ContainerChange) (next *store.Container, err error) {
	_, err = s.Blobs.UpdateContainer(name, func(old *store.Container, at store.Moment) (_ *store.Container, err error) {
		if next, err = change(old, at); err == nil {
			err = errOnlyLooked
		}
		return nil, err
	})
	if errors.Is(err, errOnlyLooked) {
		err = nil
	}
	return next, err
}

// failures is a store that publishes something although a change failed.
type failures struct {
	store.Blobs
	blob      func(old store.Blob, at store.Moment) *store.Blob
	container func(old store.Container, at store.Moment) *store.Container
}

func (s failures) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	var failed error
	next, err := s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		if err == nil || old == nil || !old.Committed || s.blob == nil {
			return next, err
		}
		failed = err
		return s.blob(*old, at), nil
	})
	if failed != nil {
		return nil, failed
	}
	return next, err
}

func (s failures) UpdateContainer(name string, change store.ContainerChange) (*store.Container, error) {
	var failed error
	next, err := s.Blobs.UpdateContainer(name, func(old *store.Container, at store.Moment) (*store.Container, error) {
		next, err := change(old, at)
		if err == nil || old == nil || old.Deleted() || s.container == nil {
			return next, err
		}
		failed = err
		return s.container(*old, at), nil
	})
	if failed != nil {
		return nil, failed
	}
	return next, err
}

// stampingFailures gives a new stamp to what a change failed on.
func stampingFailures(s store.Blobs) store.Blobs {
	return failures{s, func(old store.Blob, at store.Moment) *store.Blob {
		old.Stamp = at.Stamp()
		return &old
	}, func(old store.Container, at store.Moment) *store.Container {
		old.Stamp = at.Stamp()
		return &old
	}}
}

// cachedReads is a store that shows readers of a blob what the reader before them should have seen.
type cachedReads struct {
	store.Blobs
	cache versions
}

func readingCached(s store.Blobs) store.Blobs { return &cachedReads{Blobs: s} }

func (s *cachedReads) Blob(container, name string) (*store.Blob, error) {
	b, err := s.Blobs.Blob(container, name)
	if err != nil || b == nil || !b.Committed {
		return b, err
	}
	if old := s.cache.swap(blobName{container, name}, b); old != nil {
		return old, nil
	}
	return b, nil
}

func (s *cachedReads) List(container, from string, visit func(name string, b *store.Blob) bool) error {
	return s.Blobs.List(container, from, func(name string, b *store.Blob) bool {
		if old := s.cache.swap(blobName{container, name}, b); old != nil {
			b = old
		}
		return visit(name, b)
	})
}
