package fault

import (
	"slices"
	"sync"

	"ifmatch/reference/store"
)

// replaces tells whether a change makes a new version of a blob that had one: a lease operation or a block that is
// sent ahead does not.
func replaces(old, next *store.Blob) bool {
	return old != nil && next != nil && old.Committed && next.Stamp.ETag != old.Stamp.ETag
}

// reuseStamps is a store in which some versions have the stamp of the one before.
type reuseStamps struct {
	store.Blobs
	dice *dice
}

func reusingStamps(s store.Blobs, d *dice) store.Blobs { return &reuseStamps{s, d} }

func (s *reuseStamps) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	return s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		if err == nil && replaces(old, next) && s.dice.hit() {
			reused := *next
			reused.Stamp = old.Stamp
			next = &reused
			s.dice.show(container+"/"+name, next.Stamp.ETag)
		}
		return next, err
	})
}

// dropWrites is a store that forgets some versions as soon as their writers were told of them.
type dropWrites struct {
	store.Blobs
	dice *dice
}

func droppingWrites(s store.Blobs, d *dice) store.Blobs { return &dropWrites{s, d} }

func (s *dropWrites) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	var dropped *store.Blob
	done, err := s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		if err == nil && replaces(old, next) && s.dice.hit() {
			dropped = next
			s.dice.show(container+"/"+name, next.Stamp.ETag)
			return old, nil
		}
		return next, err
	})
	if err == nil && dropped != nil {
		return dropped, nil
	}
	return done, err
}

// past is a store that remembers the last versions of every blob.
type past struct {
	store.Blobs
	mu       sync.Mutex
	versions map[blobName][]*store.Blob // the oldest first
}

// remembered is how many versions of a blob are kept. They reach back further than a request takes, so that the
// oldest is older than anything that a reader may see.
const remembered = 64

func newPast(s store.Blobs) past { return past{Blobs: s, versions: map[blobName][]*store.Blob{}} }

func (p *past) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	return p.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		if err == nil && replaces(old, next) {
			p.remember(blobName{container, name}, old)
		}
		return next, err
	})
}

func (p *past) remember(name blobName, b *store.Blob) {
	p.mu.Lock()
	defer p.mu.Unlock()
	kept := p.versions[name]
	if len(kept) == remembered {
		kept = slices.Delete(kept, 0, 1)
	}
	p.versions[name] = append(kept, b)
}

// of lists the former versions of a blob.
func (p *past) of(container, name string) []*store.Blob {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.versions[blobName{container, name}])
}

// oldReads is a store that shows some readers the oldest version that it remembers.
type oldReads struct {
	past
	dice *dice
}

func readingOld(s store.Blobs, d *dice) store.Blobs { return &oldReads{newPast(s), d} }

func (s *oldReads) Blob(container, name string) (*store.Blob, error) {
	b, err := s.Blobs.Blob(container, name)
	if err == nil && b != nil && s.dice.hit() {
		if former := s.of(container, name); len(former) > 0 {
			s.dice.show(container+"/"+name, former[0].Stamp.ETag)
			return former[0], nil
		}
	}
	return b, err
}

// tornReads is a store that shows some readers a mixture of the newest two versions.
type tornReads struct {
	past
	dice *dice
}

func readingTorn(s store.Blobs, d *dice) store.Blobs { return &tornReads{newPast(s), d} }

func (s *tornReads) Blob(container, name string) (*store.Blob, error) {
	b, err := s.Blobs.Blob(container, name)
	if err != nil || b == nil || b.Kind != store.BlockBlob || !s.dice.hit() {
		return b, err
	}
	former := s.of(container, name)
	if len(former) == 0 {
		return b, nil
	}
	s.dice.show(container+"/"+name, b.Stamp.ETag)
	torn, half := *b, b.Content.Len()/2
	if last := former[len(former)-1].Content; last.Len() > half {
		torn.Content = store.Bytes(slices.Concat(b.Content.Slice(0, half), last.Slice(half, last.Len())))
	}
	return &torn, nil
}
