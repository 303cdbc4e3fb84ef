package fault

import (
	"strings"
	"sync"

	"ifmatch/reference/store"
)

// listingLate leaves some blobs out of the first list that should show them.
func listingLate(d *dice) hooks {
	var mu sync.Mutex
	fresh := map[string]map[string]bool{} // by container: blobs that were created after its first list, and not listed yet
	// first reports whether a list reaches a blob for the first time. It recognises new blobs only after the first
	// list of their container.
	first := func(container, blob string) bool {
		mu.Lock()
		defer mu.Unlock()
		if fresh[container] == nil {
			fresh[container] = map[string]bool{}
		}
		first := fresh[container][blob]
		delete(fresh[container], blob)
		return first
	}
	return hooks{
		blob: afterwards(func(name string, old, next *store.Blob, _ store.Moment) *store.Blob {
			mu.Lock()
			defer mu.Unlock()
			container, blob, _ := strings.Cut(name, "/")
			if fresh := fresh[container]; old == nil && next != nil && fresh != nil {
				fresh[blob] = true
			}
			return next
		}),
		list: func(behind store.Blobs, container, from string, visit visitor) error {
			first(container, "")
			return behind.List(container, from, func(name string, b *store.Blob) bool {
				if first(container, name) && d.hit() {
					d.show(container+"/"+name, b.Stamp.ETag)
					return true
				}
				return visit(name, b)
			})
		},
	}
}

// skippingAtMarkers leaves some blobs out of lists that should continue with them: the marker of a page names the first
// blob of the next page.
func skippingAtMarkers(d *dice) hooks {
	return hooks{list: func(behind store.Blobs, container, from string, visit visitor) error {
		return behind.List(container, from, func(name string, b *store.Blob) bool {
			if name == from && d.hit() {
				d.show(container+"/"+name, b.Stamp.ETag)
				return true
			}
			return visit(name, b)
		})
	}}
}

// listingOld shows the oldest remembered version of some blobs.
func listingOld(d *dice) hooks {
	return listingPast(d, func(_ *store.Blob, former []*store.Blob) *store.Blob { return former[0] })
}

// listingMixed shows some blobs with the metadata of the previous version.
func listingMixed(d *dice) hooks {
	return listingPast(d, func(b *store.Blob, former []*store.Blob) *store.Blob {
		return changed(b, func(mixed *store.Blob) { mixed.Metadata = former[len(former)-1].Metadata })
	})
}

// listingPast replaces some blobs that have former versions.
func listingPast(d *dice, show func(b *store.Blob, former []*store.Blob) *store.Blob) hooks {
	return withPast(func(p *past) hooks {
		return hooks{list: listing(func(name string, b *store.Blob) *store.Blob {
			if former := p.all(name); len(former) > 0 && d.hit() {
				b = show(b, former)
				d.show(name, b.Stamp.ETag)
			}
			return b
		})}
	})
}
