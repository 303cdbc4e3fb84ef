package explore_test

import (
	"context"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"

	"ifmatch/reference/explore"
)

// What the actions of a holder may be answered when somebody else has the lease.
var gone = []bloberror.Code{bloberror.LeaseIDMismatchWithLeaseOperation, bloberror.LeaseIDMismatchWithBlobOperation, bloberror.LeaseLost,
	bloberror.LeaseNotPresentWithBlobOperation, bloberror.LeaseNotPresentWithLeaseOperation, bloberror.LeaseIDMissing, bloberror.ConditionNotMet,
	bloberror.LeaseIsBrokenAndCannotBeRenewed, "LeaseNotPresent"}

// acquire gets the lease of a blob for 15 seconds, and waits for it as long as it must.
func acquire(ctx context.Context, t *testing.T, c *azblob.Client, name string) *lease.BlobClient {
	t.Helper()
	l, err := lease.NewBlobClient(at(c, name), nil)
	must(t, err)
	for {
		_, err := l.AcquireLease(ctx, 15, nil)
		if !refused(t, err, bloberror.LeaseAlreadyPresent) {
			return l
		}
		time.Sleep(20 * time.Second)
	}
}

// lock: whoever has the lease of a lock may add to the data. Mended, the data themselves are leased.
func lock(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, map[string]string{"lock": "", "state": ""})
		together(func(name string) {
			c, leased := blobs(t, s, name), "lock"
			if mended {
				leased = "state"
			}
			l := acquire(ctx, t, c, leased)
			text, _ := read(ctx, t, c, "state")
			conditions := underLease(*l.LeaseID())
			if !mended {
				conditions = nil
			}
			refused(t, write(ctx, c, "state", text+" "+name, conditions), gone...)
			_, err := l.ReleaseLease(ctx, nil)
			refused(t, err, gone...)
		}, "ann", "bob")
	}
}

// leader: it works for 20 seconds under a lease of 15. Mended, its write names the version that it has read under it.
func leader(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		ctx := t.Context()
		prepare(t, s, map[string]string{"lock": "", "state": ""})
		together(func(name string) {
			c := blobs(t, s, name)
			l := acquire(ctx, t, c, "lock")
			text, tag := read(ctx, t, c, "state")
			time.Sleep(20 * time.Second)
			conditions := ifMatch(tag)
			if !mended {
				conditions = nil
			}
			if refused(t, write(ctx, c, "state", text+" "+name, conditions), gone...) {
				read(ctx, t, c, "state")
			}
			_, err := l.ReleaseLease(ctx, nil)
			refused(t, err, gone...)
		}, "ann", "bob")
	}
}

// renewal: a goroutine renews the lease while the work is done. Mended, its failure ends the work, and each write needs
// the lease.
func renewal(mended bool) func(*testing.T, *explore.Store) {
	return func(t *testing.T, s *explore.Store) {
		prepare(t, s, map[string]string{"lock": "", "state": ""})
		together(func(name string) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c, leased := blobs(t, s, name), "lock"
			if mended {
				leased = "state"
			}
			l := acquire(ctx, t, c, leased)
			go func() {
				for wait(ctx, 10*time.Second) {
					if _, err := l.RenewLease(ctx, nil); err != nil {
						if mended {
							cancel()
						}
						return
					}
				}
			}()
			for range 2 {
				conditions := underLease(*l.LeaseID())
				if !mended {
					conditions = nil
				}
				if err := write(ctx, c, "state", name, conditions); err != nil || !wait(ctx, 8*time.Second) {
					return
				}
			}
			_, _ = l.ReleaseLease(ctx, nil)
		}, "ann", "bob")
	}
}

// wait waits for d. It reports false if the work has ended.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
