package blob

import (
	"net/http"

	"ifmatch/reference/frontend"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// leaseBlob is Lease Blob with any action. // BLOB-LM-ACQ-A-Av BLOB-LM-BRK-N-Le BLOB-LM-REL-A-Bi
func leaseBlob(c *call, w http.ResponseWriter) error {
	q, err := c.LeaseRequest(lease.Action(c.Op - op.LeaseBlobAcquire))
	if err != nil {
		return err
	}
	p, err := c.preconditions()
	if err != nil {
		return err
	}
	var result lease.Result
	done, err := c.update(&p, func(_ *store.Blob, next store.Blob, at store.Moment) (_ *store.Blob, err error) {
		result, err = frontend.ApplyLease(&c.Rules.BlobLease, &next.Lease, q, at.Now)
		return &next, err
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	return frontend.Leased(w, q.Action, result)
}

// leaseContainer is Lease Container with any action. // CONT-LM-ACQ-A-Av CONT-LEASE-02 CONT-LEASE-03
func leaseContainer(c *call, w http.ResponseWriter) error {
	q, err := c.LeaseRequest(lease.Action(c.Op - op.LeaseContainerAcquire))
	if err != nil {
		return err
	}
	var result lease.Result
	done, err := c.updateContainer(func(next *store.Container, at store.Moment) (err error) {
		result, err = frontend.ApplyLease(&c.Rules.ContainerLease, &next.Lease, q, at.Now)
		return err
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	return frontend.Leased(w, q.Action, result)
}
