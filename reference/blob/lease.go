package blob

import (
	"net/http"

	"ifmatch/reference/errcode"
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
	done, err := c.update(&p, func(_ *store.Blob, next store.Blob, at store.Moment) (*store.Blob, error) {
		var code errcode.Code
		if result, code = c.Rules.BlobLease.Apply(next.Lease, q, at.Now); code != "" {
			return nil, errcode.New(code)
		}
		next.Lease = result.Lease
		return &next, nil
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
	done, err := c.updateContainer(func(next *store.Container, at store.Moment) error {
		var code errcode.Code
		if result, code = c.Rules.ContainerLease.Apply(next.Lease, q, at.Now); code != "" {
			return errcode.New(code)
		}
		next.Lease = result.Lease
		return nil
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	return frontend.Leased(w, q.Action, result)
}
