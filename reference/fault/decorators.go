package fault

import (
	"slices"
	"sync"
	"time"

	"ifmatch/reference/etag"
	"ifmatch/reference/lease"
	"ifmatch/reference/store"
)

// alteringBlobs alters the blobs that changes make, before they are published.
func alteringBlobs(alter func(old, next *store.Blob, at store.Moment)) func(store.Blobs) store.Blobs {
	return hooks{blob: replacing(alter)}.before
}

// alteringLeases alters the leases that changes leave on blobs and containers.
func alteringLeases(alter func(next *lease.Lease, at store.Moment)) func(store.Blobs) store.Blobs {
	return hooks{
		blob:      replacing(func(_, next *store.Blob, at store.Moment) { alter(&next.Lease, at) }),
		container: replacing(func(_, next *store.Container, at store.Moment) { alter(&next.Lease, at) }),
	}.before
}

// alteringStamps alters the new stamp when a change replaces a readable blob, or a container.
func alteringStamps(alter func(old etag.Stamp, next *etag.Stamp, at store.Moment)) func(store.Blobs) store.Blobs {
	return hooks{
		blob: replacing(func(old, next *store.Blob, at store.Moment) {
			if old.Committed {
				alter(old.Stamp, &next.Stamp, at)
			}
		}),
		container: replacing(func(old, next *store.Container, at store.Moment) { alter(old.Stamp, &next.Stamp, at) }),
	}.before
}

// stampingAnew gives a new stamp to every version that replaces another.
var stampingAnew = alteringStamps(func(_ etag.Stamp, next *etag.Stamp, at store.Moment) { *next = at.Stamp() })

// onlyLooking performs no change, and answers as if it had.
var onlyLooking = hooks{
	blob:      ackWithoutStoring[store.Blob, store.Moment](always),
	container: ackWithoutStoring[store.Container, store.Moment](always),
}.before

// checkThenActBlobs judges changes against the versions that they find, and publishes them over whatever was written
// meanwhile.
var checkThenActBlobs = hooks{
	blob:      looking[store.Blob, store.Moment](early[store.Blob]{}),
	container: looking[store.Container, store.Moment](early[store.Container]{}),
}.before

// stampingFailures gives a new stamp to the resource of a failed change.
var stampingFailures = hooks{
	blob: storeDespiteError(func(old, _ *store.Blob, _ error, at store.Moment) *store.Blob {
		if !old.Committed {
			return old
		}
		return changed(old, func(b *store.Blob) { b.Stamp = at.Stamp() })
	}),
	container: storeDespiteError(func(old, _ *store.Container, _ error, at store.Moment) *store.Container {
		if old.Deleted() {
			return old
		}
		return changed(old, func(c *store.Container) { c.Stamp = at.Stamp() })
	}),
}.before

// readingStale shows readers the version before the last one.
func readingStale(s store.Blobs) store.Blobs {
	var previous sync.Map // by name
	return hooks{
		blob: afterwards(func(name string, old, next *store.Blob, _ store.Moment) *store.Blob {
			if old != nil {
				previous.Store(name, old)
			}
			return next
		}),
		shown: func(name string, b *store.Blob) *store.Blob {
			if old, found := previous.Load(name); found && b != nil {
				return old.(*store.Blob)
			}
			return b
		},
	}.before(s)
}

// metadataLater publishes the metadata of a blob that replaces another a moment after its content.
var metadataLater = hooks{blob: func(name string, publish blobUpdate, by blobChange) (*store.Blob, error) {
	var whole *store.Blob
	done, err := replacing(func(old, half *store.Blob, _ store.Moment) {
		if old.Committed {
			whole = changed(half, func(*store.Blob) {})
			half.Metadata = old.Metadata
		}
	})(name, publish, by)
	if err != nil || whole == nil {
		return done, err
	}
	time.Sleep(pause / 10)
	return publish(func(old *store.Blob, _ store.Moment) (*store.Blob, error) {
		if old == nil {
			return nil, nil
		}
		return changed(old, func(b *store.Blob) { b.Metadata = whole.Metadata }), nil
	})
}}.before

// readingLaterContent reads the content of a blob a moment after its headers.
func readingLaterContent(s store.Blobs) store.Blobs {
	return hooks{shown: func(name string, b *store.Blob) *store.Blob {
		time.Sleep(pause / 10)
		later, err := s.Blob(parts(name))
		if err != nil || later == nil || b == nil {
			return nil
		}
		return changed(b, func(mixed *store.Blob) { mixed.Content = later.Content })
	}}.before(s)
}

// entry is a blob in a list.
type entry struct {
	name string
	blob *store.Blob
}

// entries lists the blobs of a container; there are none if it is gone.
func entries(s store.Blobs, container, from string) (all []entry, err error) {
	err = s.List(container, from, func(name string, b *store.Blob) bool {
		all = append(all, entry{name, b})
		return true
	})
	return all, err
}

// listingLaterStamps reads the stamps of a list a moment after the rest.
var listingLaterStamps = hooks{list: func(behind store.Blobs, container, from string, visit visitor) error {
	listed, err := entries(behind, container, from)
	for _, e := range listed {
		time.Sleep(pause / 10)
		if later, err := behind.Blob(container, e.name); err == nil && later != nil {
			e.blob = changed(e.blob, func(mixed *store.Blob) { mixed.Stamp = later.Stamp })
		}
		if !visit(e.name, e.blob) {
			break
		}
	}
	return err
}}.before

// restampingContainers changes the container too when a blob is written.
func restampingContainers(s store.Blobs) store.Blobs {
	return hooks{blob: func(name string, publish blobUpdate, by blobChange) (*store.Blob, error) {
		b, err := publish(by)
		if container, _ := parts(name); err == nil {
			_, _ = s.UpdateContainer(container, func(old *store.Container, at store.Moment) (*store.Container, error) {
				return changed(old, func(next *store.Container) { next.Stamp = at.Stamp() }), nil
			})
		}
		return b, err
	}}.before(s)
}

// keepingBlobs makes recreated containers come back with their blobs.
func keepingBlobs(s store.Blobs) store.Blobs {
	return hooks{container: inheriting[store.Container, store.Moment](func(name string) []entry {
		there, _ := entries(s, name, "")
		return there
	}, (*store.Container).Deleted, func(name string, e entry) {
		_, _ = s.UpdateBlob(name, e.name, func(*store.Blob, store.Moment) (*store.Blob, error) { return e.blob, nil })
	})}.before(s)
}

// committingFirst hides an uncommitted block from a commit if a committed one has the same id.
var committingFirst = hooks{blob: remaking(func(_ string, by blobChange, old *store.Blob, at store.Moment) (*store.Blob, error) {
	if old != nil {
		old = changed(old, func(shown *store.Blob) {
			shown.Staged = slices.Clone(old.Staged)
			for i, staged := range shown.Staged {
				for _, b := range old.Blocks {
					if b.ID == staged.ID {
						shown.Staged[i].Data = b.Data
					}
				}
			}
		})
	}
	return by(old, at)
})}.before

// frozenLease shows a blob with a lease that does not end.
func frozenLease(_ string, b *store.Blob) *store.Blob {
	if b == nil || b.Lease.State != lease.Leased || b.Lease.Duration == lease.Infinite {
		return b
	}
	return changed(b, func(frozen *store.Blob) { frozen.Lease.Until = frozen.Lease.Until.AddDate(1, 0, 0) })
}
