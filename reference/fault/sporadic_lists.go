package fault

import (
	"sync"

	"ifmatch/reference/store"
)

// listingLate leaves some blobs out of the first list that should show them. It recognises new blobs only after the first
// list of their container.
func listingLate(d *dice) hooks {
	var listed, fresh sync.Map // the containers that were listed, and the blobs created since and not listed yet, by name
	return hooks{
		blob: afterwards(func(name string, old, next *store.Blob, _ store.Moment) *store.Blob {
			container, _ := parts(name)
			if _, found := listed.Load(container); found && old == nil && next != nil {
				fresh.Store(name, true)
			}
			return next
		}),
		list: func(behind store.Blobs, container, from string, visit visitor) error {
			listed.Store(container, true)
			return listing(func(name string, b *store.Blob) *store.Blob {
				if _, first := fresh.LoadAndDelete(name); first && d.hit() {
					d.show(name, b.Stamp.ETag)
					return nil
				}
				return b
			})(behind, container, from, visit)
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
