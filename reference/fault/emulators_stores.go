package fault

import (
	"slices"
	"sync"
	"time"

	"ifmatch/reference/lease"
	"ifmatch/reference/store"
)

// longerBreaks is a store whose leases, once in a state, break for the period of the request.
type longerBreaks struct {
	store.Blobs
	from    lease.State
	periods *sync.Map
}

func (s longerBreaks) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	period, given := s.periods.Load(blobName{container, name})
	return s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		if err != nil || old == nil || next == nil || !given || next.Lease.State != lease.Breaking || old.Lease.At(at.Now).State != s.from {
			return next, err
		}
		longer := *next
		longer.Lease.Until = at.Now.Add(period.(time.Duration))
		return &longer, nil
	})
}

// twoSteps is a store that publishes a blob half, and a moment later the rest.
type twoSteps struct {
	store.Blobs
	// halve takes something off a version that replaces an old one, and returns what puts it there.
	halve func(old, half *store.Blob) func(*store.Blob)
}

func (s twoSteps) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	var rest func(*store.Blob)
	done, err := s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		if err != nil || old == nil || next == nil || !old.Committed {
			return next, err
		}
		half := *next
		rest = s.halve(old, &half)
		return &half, nil
	})
	if err != nil || rest == nil {
		return done, err
	}
	time.Sleep(pause / 10)
	return s.Blobs.UpdateBlob(container, name, func(old *store.Blob, _ store.Moment) (*store.Blob, error) {
		if old == nil {
			return nil, nil
		}
		whole := *old
		rest(&whole)
		return &whole, nil
	})
}

// laterContent is a store that looks for the content of a blob a moment after the rest.
type laterContent struct{ store.Blobs }

func (s laterContent) Blob(container, name string) (*store.Blob, error) {
	b, err := s.Blobs.Blob(container, name)
	if err != nil || b == nil {
		return b, err
	}
	time.Sleep(pause / 10)
	later, err := s.Blobs.Blob(container, name)
	if err != nil || later == nil {
		return later, err
	}
	mixed := *b
	mixed.Content = later.Content
	return &mixed, nil
}

// laterStamps is a store that looks for the stamps of a list a moment after the rest.
type laterStamps struct{ store.Blobs }

func (s laterStamps) List(container, from string, visit func(name string, b *store.Blob) bool) error {
	type entry struct {
		name string
		blob *store.Blob
	}
	var listed []entry
	err := s.Blobs.List(container, from, func(name string, b *store.Blob) bool {
		listed = append(listed, entry{name, b})
		return true
	})
	for _, e := range listed {
		time.Sleep(pause / 10)
		if later, err := s.Blobs.Blob(container, e.name); err == nil && later != nil {
			mixed := *e.blob
			mixed.Stamp = later.Stamp
			e.blob = &mixed
		}
		if !visit(e.name, e.blob) {
			break
		}
	}
	return err
}

// restampingContainers is a store whose containers change with their blobs.
type restampingContainers struct{ store.Blobs }

func (s restampingContainers) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	b, err := s.Blobs.UpdateBlob(container, name, change)
	if err == nil {
		_, _ = s.Blobs.UpdateContainer(container, func(old *store.Container, at store.Moment) (*store.Container, error) {
			next := *old
			next.Stamp = at.Stamp()
			return &next, nil
		})
	}
	return b, err
}

// keptBlobs is a store whose containers come back with their blobs.
type keptBlobs struct {
	store.Blobs
	mu sync.Mutex
	of map[string]map[string]*store.Blob
}

func (s *keptBlobs) UpdateContainer(name string, change store.ContainerChange) (*store.Container, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	there := map[string]*store.Blob{}
	_ = s.Blobs.List(name, "", func(blob string, b *store.Blob) bool {
		there[blob] = b
		return true
	})
	next, err := s.Blobs.UpdateContainer(name, change)
	switch {
	case err != nil:
	case next.Deleted():
		s.of[name] = there
	default:
		for blob, b := range s.of[name] {
			_, _ = s.Blobs.UpdateBlob(name, blob, func(*store.Blob, store.Moment) (*store.Blob, error) { return b, nil })
		}
	}
	return next, err
}

// committedFirst is a store that shows a commit no uncommitted block whose id a committed one has.
type committedFirst struct{ store.Blobs }

func (s committedFirst) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	return s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		if old != nil {
			shown := *old
			shown.Staged = slices.Clone(old.Staged)
			for i, staged := range shown.Staged {
				for _, b := range old.Blocks {
					if b.ID == staged.ID {
						shown.Staged[i].Data = b.Data
					}
				}
			}
			old = &shown
		}
		return change(old, at)
	})
}

// frozenLeases is a store whose lists show leases that never end.
type frozenLeases struct{ store.Blobs }

func (s frozenLeases) List(container, from string, visit func(name string, b *store.Blob) bool) error {
	return s.Blobs.List(container, from, func(name string, b *store.Blob) bool {
		frozen := *b
		frozen.Lease.Until = frozen.Lease.Until.AddDate(1, 0, 0)
		return visit(name, &frozen)
	})
}
