package fault

import (
	"sync"

	"ifmatch/reference/store"
)

// lateLists is a store in which some blobs are missing from the first list that should show them.
type lateLists struct {
	store.Blobs
	dice  *dice
	mu    sync.Mutex
	fresh map[string]map[string]bool // by container: blobs that were created after its first list, and not listed yet
}

func listingLate(s store.Blobs, d *dice) store.Blobs {
	return &lateLists{Blobs: s, dice: d, fresh: map[string]map[string]bool{}}
}

func (s *lateLists) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	return s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		s.mu.Lock()
		defer s.mu.Unlock()
		if fresh := s.fresh[container]; err == nil && old == nil && next != nil && fresh != nil {
			fresh[name] = true
		}
		return next, err
	})
}

func (s *lateLists) List(container, from string, visit func(name string, b *store.Blob) bool) error {
	s.first(container, "")
	return s.Blobs.List(container, from, func(name string, b *store.Blob) bool {
		if s.first(container, name) && s.dice.hit() {
			s.dice.show(container+"/"+name, b.Stamp.ETag)
			return true
		}
		return visit(name, b)
	})
}

// first tells whether a list comes by a blob for the first time. From the first list of a container on it is known which
// blobs are new.
func (s *lateLists) first(container, name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fresh[container] == nil {
		s.fresh[container] = map[string]bool{}
	}
	first := s.fresh[container][name]
	delete(s.fresh[container], name)
	return first
}

// skippingPages is a store whose lists lack some of the blobs that they should go on with: the marker of a page names the
// first blob of the next one.
type skippingPages struct {
	store.Blobs
	dice *dice
}

func skippingAtMarkers(s store.Blobs, d *dice) store.Blobs { return &skippingPages{s, d} }

func (s *skippingPages) List(container, from string, visit func(name string, b *store.Blob) bool) error {
	return s.Blobs.List(container, from, func(name string, b *store.Blob) bool {
		if name == from && s.dice.hit() {
			s.dice.show(container+"/"+name, b.Stamp.ETag)
			return true
		}
		return visit(name, b)
	})
}

// oldLists is a store whose lists show the oldest version that it remembers of some blobs.
type oldLists struct {
	past
	dice *dice
}

func listingOld(s store.Blobs, d *dice) store.Blobs { return &oldLists{newPast(s), d} }

func (s *oldLists) List(container, from string, visit func(name string, b *store.Blob) bool) error {
	return s.Blobs.List(container, from, func(name string, b *store.Blob) bool {
		if former := s.of(container, name); len(former) > 0 && s.dice.hit() {
			b = former[0]
			s.dice.show(container+"/"+name, b.Stamp.ETag)
		}
		return visit(name, b)
	})
}

// mixedLists is a store whose lists show some blobs with the metadata of the version before.
type mixedLists struct {
	past
	dice *dice
}

func listingMixed(s store.Blobs, d *dice) store.Blobs { return &mixedLists{newPast(s), d} }

func (s *mixedLists) List(container, from string, visit func(name string, b *store.Blob) bool) error {
	return s.Blobs.List(container, from, func(name string, b *store.Blob) bool {
		if former := s.of(container, name); len(former) > 0 && s.dice.hit() {
			mixed := *b
			mixed.Metadata = former[len(former)-1].Metadata
			s.dice.show(container+"/"+name, b.Stamp.ETag)
			b = &mixed
		}
		return visit(name, b)
	})
}
