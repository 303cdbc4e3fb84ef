package blob

import (
	"errors"
	"net/http"
	"slices"

	"ifmatch/reference/errcode"
	"ifmatch/reference/lease"
	"ifmatch/reference/store"
)

// errNothing leaves a resource unchanged.
var errNothing = errors.New("there is nothing to do")

// BreakLease breaks the lease of the blob or container addressed by a request, at once, as any client with write access
// could. Without a lease it does nothing. // BLOB-LM-BRK-0-Le CONT-LM-BRK-0-Le
func (s *Service) BreakLease(r *http.Request) {
	c, err := s.Classify(r)
	if err != nil {
		return
	}
	broken := func(t *lease.Table, l *lease.Lease, at store.Moment) error {
		result, code := t.Apply(*l, lease.Request{Action: lease.BreakIt}, at.Now)
		if code != "" {
			return errcode.New(code)
		}
		*l = result.Lease
		return nil
	}
	if c.blob == "" {
		if c.store().Container(c.container) == nil {
			return
		}
		_, _ = c.store().UpdateContainer(c.container, func(old *store.Container, at store.Moment) (*store.Container, error) {
			if old == nil || old.Deleted() {
				return nil, errNothing
			}
			next := *old
			return &next, broken(&c.Rules.ContainerLease, &next.Lease, at)
		})
		return
	}
	_, _ = c.store().UpdateBlob(c.container, c.blob, func(old *store.Blob, at store.Moment) (*store.Blob, error) {
		if old == nil {
			return nil, errNothing
		}
		next := *old
		return &next, broken(&c.Rules.BlobLease, &next.Lease, at)
	})
}

// DiscardBlock discards the uncommitted block that a Put Block staged, as the service eventually does.
func (s *Service) DiscardBlock(r *http.Request) {
	c, err := s.Classify(r)
	if err != nil || c.blob == "" {
		return
	}
	_, _ = c.store().UpdateBlob(c.container, c.blob, func(old *store.Blob, _ store.Moment) (*store.Blob, error) {
		if old == nil {
			return nil, errNothing
		}
		i := find(old.Staged, c.Query.Get("blockid"))
		switch {
		case i < 0:
			return nil, errNothing
		case !old.Committed && len(old.Staged) == 1:
			return nil, nil // the blob had only this block
		}
		next := *old
		next.Staged = slices.Delete(slices.Clone(old.Staged), i, i+1)
		return &next, nil
	})
}
