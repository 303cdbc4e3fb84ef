package file

import (
	"net/http"

	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

// actions are the actions of the lease operations on files.
var actions = map[op.Operation]lease.Action{
	op.LeaseFileAcquire: lease.Acquire,
	op.LeaseFileChange:  lease.Change,
	op.LeaseFileRelease: lease.Release,
	op.LeaseFileBreak:   lease.BreakIt,
}

// leaseFile is Lease File with any action. // FILE-LEASE-03 FILE-LEASE-04 FILE-LEASE-05 FILE-LEASE-06 FILE-LEASE-07
// // FILE-LEASE-09 FILE-LEASE-11
func leaseFile(c *call, w http.ResponseWriter) error {
	action := actions[c.Op]
	q, err := c.LeaseRequest(action)
	switch {
	case err != nil:
		return err
	case action == lease.Acquire && q.Duration != lease.Infinite:
		return errcode.BadHeader("x-ms-lease-duration", c.Get("X-Ms-Lease-Duration")) // FILE-LEASE-02
	case action == lease.BreakIt:
		q.Period = lease.NoPeriod // an infinite lease breaks at once // FILE-LEASE-08
	}
	var result lease.Result
	done, err := c.update(false, func(next *files.File, _ *files.Tree, at files.Moment) (err error) {
		result, err = frontend.ApplyLease(&c.Rules.File.Lease, &next.Lease, q, at.Now)
		return err
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	return frontend.Leased(w, action, result)
}

// leaseShare is Lease Share with any action. // FILE-SLEASE-01 FILE-SLEASE-06 FILE-SLEASE-07 FILE-SLEASE-08 FILE-SLEASE-09
// // FILE-SLEASE-10
func leaseShare(c *call, w http.ResponseWriter) error {
	q, err := c.LeaseRequest(lease.Action(c.Op - op.LeaseShareAcquire))
	if err != nil {
		return err
	}
	var result lease.Result
	done, err := c.updateShare(func(next *files.Share, at files.Moment) (err error) {
		result, err = frontend.ApplyLease(&c.Rules.File.ShareLease, &next.Lease, q, at.Now)
		return err
	})
	if err != nil {
		return err
	}
	c.stamp(w.Header(), done.Stamp)
	if q.Action == lease.Release {
		header.Set(w.Header(), "X-Ms-Lease-Time", "0") // FILE-SLEASE-18
	}
	return frontend.Leased(w, q.Action, result)
}
