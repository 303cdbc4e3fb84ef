package fault

import (
	"runtime"
	"sync"

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

// writingApart judges changes against the versions that they find, and publishes them over whatever was written
// meanwhile.
var writingApart = hooks{
	blob:      checkThenAct[store.Blob, store.Moment](runtime.Gosched),
	container: checkThenAct[store.Container, store.Moment](runtime.Gosched),
}.before

// stampingFailures gives a new stamp to the resource of a failed change.
var stampingFailures = hooks{
	blob: storeDespiteError(func(old *store.Blob, _ error, at store.Moment) *store.Blob {
		if !old.Committed {
			return old
		}
		stamped := *old
		stamped.Stamp = at.Stamp()
		return &stamped
	}),
	container: storeDespiteError(func(old *store.Container, _ error, at store.Moment) *store.Container {
		if old.Deleted() {
			return old
		}
		stamped := *old
		stamped.Stamp = at.Stamp()
		return &stamped
	}),
}.before

// readingCached shows each reader of a blob the version that the previous reader should have seen.
func readingCached(s store.Blobs) store.Blobs {
	var cache sync.Map // by name
	swap := func(name string, b *store.Blob) *store.Blob {
		if old, found := cache.Swap(name, b); found {
			return old.(*store.Blob)
		}
		return b
	}
	return hooks{list: listing(swap), shown: func(name string, b *store.Blob) *store.Blob {
		if !b.Committed {
			return b
		}
		return swap(name, b)
	}}.before(s)
}

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
			if old, found := previous.Load(name); found {
				return old.(*store.Blob)
			}
			return b
		},
	}.before(s)
}

// keepingStamps makes every version of a blob keep the stamp of the first.
var keepingStamps = alteringBlobs(func(old, next *store.Blob, _ store.Moment) {
	if old.Committed {
		next.Stamp = old.Stamp
	}
})
