package fault

import (
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
	"ifmatch/reference/store"
)

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
		freed := *old
		free(&freed)
		return by(&freed, at)
	})
}

// soon is the time to expiry of a lease that expires early.
const soon = time.Millisecond

// expiringEarly ends some leases soon after they were acquired or renewed. Their holders get no notice.
func expiringEarly(d *dice) hooks {
	expire := func(old lease.Lease, next *lease.Lease, now time.Time) {
		if granted := next.State == lease.Leased && !next.Until.Equal(old.Until); granted && next.Duration != lease.Infinite && d.hit() {
			next.Until = now.Add(soon)
			d.show(next.ID)
		}
	}
	return hooks{
		blob:      replacing(func(old, next *store.Blob, at store.Moment) { expire(old.Lease, &next.Lease, at.Now) }),
		container: replacing(func(old, next *store.Container, at store.Moment) { expire(old.Lease, &next.Lease, at.Now) }),
	}
}

// releasingByWrite ends the lease at some writes to leased blobs.
func releasingByWrite(d *dice) hooks {
	return hooks{blob: afterwards(func(name string, old, next *store.Blob, at store.Moment) *store.Blob {
		if replaces(old, next) && next.Lease.At(at.Now).State == lease.Leased && d.hit() {
			d.show(name, next.Lease.ID)
			next.Lease = lease.Lease{}
		}
		return next
	})}
}
