package fault

import (
	"errors"
	"slices"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
	"ifmatch/reference/store"
)

// replaces reports whether a change makes a new version of a blob that had one. Lease operations and staged blocks do
// not.
func replaces(old, next *store.Blob) bool {
	return old != nil && next != nil && old.Committed && next.Stamp.ETag != old.Stamp.ETag
}

// altering alters some of the new versions to which a mistake can happen.
func altering(can func(old, next *store.Blob, at store.Moment) bool, alter func(old, next *store.Blob)) func(*dice) hooks {
	return func(d *dice) hooks {
		return hooks{blob: afterwards(func(name string, old, next *store.Blob, at store.Moment) *store.Blob {
			if replaces(old, next) && can(old, next, at) && d.hit() {
				alter(old, next)
				d.show(name, next.Stamp.ETag)
			}
			return next
		})}
	}
}

// reusingStamps gives some versions the stamp of the previous one.
var reusingStamps = altering(func(_, _ *store.Blob, _ store.Moment) bool { return true }, func(old, next *store.Blob) { next.Stamp = old.Stamp })

// forgetting forgets some versions right after their writers got the answer.
func forgetting[T any](d *dice, can func(old, next *T) bool, shown func(next *T) any) way[T, store.Moment] {
	return ackWithoutStoring[T, store.Moment](func(name string, old, next *T) bool {
		hit := can(old, next) && d.hit()
		if hit {
			d.show(name, shown(next))
		}
		return hit
	})
}

// droppingWrites forgets some versions of blobs that replace others.
func droppingWrites(d *dice) hooks {
	return hooks{blob: forgetting(d, replaces, func(b *store.Blob) any { return b.Stamp.ETag })}
}

// droppingBlocks forgets some staged blocks right after their writers got the answer.
func droppingBlocks(d *dice) hooks {
	return hooks{blob: forgetting(d, func(old, next *store.Blob) bool {
		return next != nil && (old == nil && len(next.Staged) > 0 || old != nil && len(next.Staged) > len(old.Staged))
	}, func(b *store.Blob) any { return b.Staged[len(b.Staged)-1].ID })}
}

// keepingBlocks leaves the uncommitted blocks of a blob there when some new versions discard them.
var keepingBlocks = altering(func(old, next *store.Blob, _ store.Moment) bool { return len(next.Staged) < len(old.Staged) }, func(old, next *store.Blob) { next.Staged = old.Staged })

// past holds the last versions of every blob.
type past = history[string, *store.Blob]

// remembered is how many versions of a blob are kept. They span more time than a request takes, so that no reader may
// still see the oldest.
const remembered = 64

// withPast makes hooks that can see the past.
func withPast(h func(p *past) hooks) hooks {
	p := new(past)
	knowing := h(p)
	knowing.blob = afterwards(func(name string, old, next *store.Blob, _ store.Moment) *store.Blob {
		if replaces(old, next) {
			p.add(name, old, remembered)
		}
		return next
	})
	return knowing
}

// readingOld shows some readers the oldest remembered version.
func readingOld(d *dice) hooks {
	return withPast(func(p *past) hooks {
		return hooks{shown: func(name string, b *store.Blob) *store.Blob {
			if b == nil || !d.hit() {
				return b
			}
			if former := p.all(name); len(former) > 0 {
				b = former[0]
				d.show(name, b.Stamp.ETag)
			}
			return b
		}}
	})
}

// readingTorn shows some readers a mixture of the newest two versions.
func readingTorn(d *dice) hooks {
	return withPast(func(p *past) hooks {
		return hooks{shown: func(name string, b *store.Blob) *store.Blob {
			if b == nil || b.Kind != store.BlockBlob || !d.hit() {
				return b
			}
			former := p.all(name)
			if len(former) == 0 {
				return b
			}
			d.show(name, b.Stamp.ETag)
			return changed(b, func(torn *store.Blob) {
				half := b.Content.Len() / 2
				if last := former[len(former)-1].Content; last.Len() > half {
					torn.Content = store.Bytes(slices.Concat(b.Content.Slice(0, half), last.Slice(half, last.Len())))
				}
			})
		}}
	})
}

// grantingTwice grants some acquires of leases that are held. The former holder loses the lease without notice.
func grantingTwice(d *dice) hooks {
	return hooks{
		blob:      regranting(d, func(b *store.Blob) { b.Lease = lease.Lease{} }),
		container: regranting(d, func(c *store.Container) { c.Lease = lease.Lease{} }),
	}
}

// regranting repeats some changes that failed because the lease is held, as if it were free.
func regranting[T any](d *dice, free func(*T)) way[T, store.Moment] {
	return remaking(func(_ string, by change[T, store.Moment], old *T, at store.Moment) (*T, error) {
		next, err := by(old, at)
		if old == nil || !refusedAs(err, errcode.LeaseAlreadyPresent) || !d.hit() {
			return next, err
		}
		d.show("a lease that was held")
		return by(changed(old, free), at)
	})
}

// expiringEarly ends some leases soon after they were acquired or renewed. Their holders get no notice.
func expiringEarly(d *dice) hooks {
	expire := func(old lease.Lease, next *lease.Lease, now time.Time) {
		if granted := next.State == lease.Leased && !next.Until.Equal(old.Until); granted && next.Duration != lease.Infinite && d.hit() {
			next.Until = now.Add(time.Millisecond)
			d.show(next.ID)
		}
	}
	return hooks{
		blob:      replacing(func(old, next *store.Blob, at store.Moment) { expire(old.Lease, &next.Lease, at.Now) }),
		container: replacing(func(old, next *store.Container, at store.Moment) { expire(old.Lease, &next.Lease, at.Now) }),
	}
}

// releasingByWrite ends the lease at some writes to leased blobs.
var releasingByWrite = altering(func(_, next *store.Blob, at store.Moment) bool { return next.Lease.At(at.Now).State == lease.Leased }, func(_, next *store.Blob) { next.Lease = lease.Lease{} })

// replacingContainers performs some creations of containers that exist: the second replaces the first.
func replacingContainers(d *dice) hooks {
	return hooks{container: remaking(func(name string, by containerChange, old *store.Container, at store.Moment) (*store.Container, error) {
		next, err := by(old, at)
		if old != nil && refusedAs(err, errcode.ContainerAlreadyExists) && d.hit() {
			if next, err = by(nil, at); err == nil {
				d.show(name, next.Stamp.ETag)
			}
		}
		return next, err
	})}
}

// refusedAs reports whether an error is a refusal with a code.
func refusedAs(err error, code errcode.Code) bool {
	var e *errcode.Error
	return errors.As(err, &e) && e.Code == code
}

// droppingContainers forgets some containers right after their creators got the answer.
func droppingContainers(d *dice) hooks {
	return hooks{container: forgetting(d, func(old, _ *store.Container) bool { return old == nil }, func(c *store.Container) any { return c.Stamp.ETag })}
}
