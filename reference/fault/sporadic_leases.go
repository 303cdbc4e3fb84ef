package fault

import (
	"errors"
	"time"

	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
	"ifmatch/reference/store"
)

// leases is a store that alters what becomes of the leases of blobs and containers.
type leases struct {
	store.Blobs
	// refused tells whether to try again, as if nobody held the lease, what failed because somebody does.
	refused func() bool
	// changed alters the lease that a change leaves behind.
	changed func(old, next lease.Lease, now time.Time) lease.Lease
}

// grantingTwice grants some acquires of leases that are held. The former holder loses the lease without notice.
func grantingTwice(s store.Blobs, d *dice) store.Blobs {
	return &leases{s, func() bool {
		hit := d.hit()
		if hit {
			d.show("a lease that was held")
		}
		return hit
	}, func(_, next lease.Lease, _ time.Time) lease.Lease { return next }}
}

// soon is when a lease expires that expires early.
const soon = time.Millisecond

// expiringEarly ends some leases soon after they were acquired or renewed. Holders are told nothing.
func expiringEarly(s store.Blobs, d *dice) store.Blobs {
	return &leases{s, func() bool { return false }, func(old, next lease.Lease, now time.Time) lease.Lease {
		if granted := next.State == lease.Leased && !next.Until.Equal(old.Until); granted && next.Duration != lease.Infinite && d.hit() {
			next.Until = now.Add(soon)
			d.show(next.ID)
		}
		return next
	}}
}

func held409(err error) bool {
	var e *errcode.Error
	return errors.As(err, &e) && e.Code == errcode.LeaseAlreadyPresent
}

func (s *leases) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	return s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		if old == nil {
			return next, err
		}
		if held409(err) && s.refused() {
			free := *old
			free.Lease = lease.Lease{}
			next, err = change(&free, at)
		}
		if err == nil && next != nil {
			altered := *next
			altered.Lease = s.changed(old.Lease, next.Lease, at.Now)
			next = &altered
		}
		return next, err
	})
}

func (s *leases) UpdateContainer(name string, change store.ContainerChange) (*store.Container, error) {
	return s.Blobs.UpdateContainer(name, func(old *store.Container, at store.Moment) (*store.Container, error) {
		next, err := change(old, at)
		if old == nil {
			return next, err
		}
		if held409(err) && s.refused() {
			free := *old
			free.Lease = lease.Lease{}
			next, err = change(&free, at)
		}
		if err == nil && next != nil {
			altered := *next
			altered.Lease = s.changed(old.Lease, next.Lease, at.Now)
			next = &altered
		}
		return next, err
	})
}

// releaseByWrite is a store in which some writes to leased blobs end the lease.
type releaseByWrite struct {
	store.Blobs
	dice *dice
}

func releasingByWrite(s store.Blobs, d *dice) store.Blobs { return &releaseByWrite{s, d} }

func (s *releaseByWrite) UpdateBlob(container, name string, change store.BlobChange) (*store.Blob, error) {
	return s.Blobs.UpdateBlob(container, name, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		next, err := change(old, at)
		if err == nil && replaces(old, next) && next.Lease.At(at.Now).State == lease.Leased && s.dice.hit() {
			released := *next
			released.Lease = lease.Lease{}
			s.dice.show(container+"/"+name, next.Lease.ID)
			next = &released
		}
		return next, err
	})
}
