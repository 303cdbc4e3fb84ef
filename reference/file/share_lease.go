package file

import (
	"net/http"

	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store/files"
)

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
