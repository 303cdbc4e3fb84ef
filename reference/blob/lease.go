package blob

import (
	"net/http"
	"strconv"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/frontend"
	"ifmatch/reference/header"
	"ifmatch/reference/lease"
	op "ifmatch/reference/operation"
	"ifmatch/reference/store"
)

// leaseRequest reads the headers of a lease operation. // BLOB-LEASE-21
func (c *call) leaseRequest(action lease.Action) (q lease.Request, err error) {
	q = lease.Request{Action: action, Period: lease.NoPeriod, Fresh: c.IDs.Next()}
	var given bool
	if q.ID, given, err = c.leaseID(hLeaseID); err != nil {
		return q, err
	}
	if needed := action == lease.Renew || action == lease.Change || action == lease.Release; needed && !given {
		return q, errcode.MissingHeader("x-ms-lease-id")
	}
	if q.Proposed, q.Proposes, err = c.leaseID(hProposedLeaseID); err != nil {
		return q, err
	}
	switch action {
	case lease.Change:
		if !q.Proposes {
			return q, errcode.MissingHeader("x-ms-proposed-lease-id")
		}
	case lease.Acquire:
		q.Duration, err = c.leaseDuration()
	case lease.BreakIt:
		q.Period, err = c.breakPeriod()
	}
	return q, err
}

func (c *call) leaseDuration() (time.Duration, error) {
	n, given, err := c.integer(hLeaseDuration)
	limits := &c.Rules.Limits
	switch {
	case err != nil:
		return 0, err
	case !given:
		return 0, errcode.MissingHeader("x-ms-lease-duration") // BLOB-LEASE-16
	case n == -1:
		return lease.Infinite, nil
	case n < int64(limits.LeaseMin/time.Second) || n > int64(limits.LeaseMax/time.Second):
		return 0, errcode.BadHeader("x-ms-lease-duration", c.Get(hLeaseDuration)) // BLOB-LEASE-15
	}
	return time.Duration(n) * time.Second, nil
}

func (c *call) breakPeriod() (time.Duration, error) {
	n, given, err := c.integer(hBreakPeriod)
	switch {
	case err != nil || !given:
		return lease.NoPeriod, err
	case n < 0 || n > int64(c.Rules.Limits.BreakMax/time.Second):
		return 0, errcode.BadHeader("x-ms-lease-break-period", c.Get(hBreakPeriod)) // BLOB-LEASE-17
	}
	return time.Duration(n) * time.Second, nil
}

// leaseBlob is Lease Blob with any action. // BLOB-LM-ACQ-A-Av BLOB-LM-BRK-N-Le BLOB-LM-REL-A-Bi
func leaseBlob(c *call, w http.ResponseWriter) error {
	q, err := c.leaseRequest(lease.Action(c.Op - op.LeaseBlobAcquire))
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
	return leased(w, q.Action, result)
}

// leaseContainer is Lease Container with any action. // CONT-LM-ACQ-A-Av CONT-LEASE-02 CONT-LEASE-03
func leaseContainer(c *call, w http.ResponseWriter) error {
	q, err := c.leaseRequest(lease.Action(c.Op - op.LeaseContainerAcquire))
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
	return leased(w, q.Action, result)
}

// leased answers a lease operation that succeeded. // BLOB-LEASE-35
func leased(w http.ResponseWriter, action lease.Action, result lease.Result) error {
	h := w.Header()
	switch action {
	case lease.Acquire: // BLOB-LEASE-30
		header.Set(h, hLeaseID, result.Lease.ID.String())
		return frontend.Answer(w, http.StatusCreated)
	case lease.Renew, lease.Change: // BLOB-LEASE-31 BLOB-LEASE-32
		header.Set(h, hLeaseID, result.Lease.ID.String())
	case lease.BreakIt: // BLOB-LEASE-34
		// Rounded up: a client that waits as told finds the lease broken.
		header.Set(h, hLeaseTime, strconv.FormatInt(int64((result.Left+time.Second-1)/time.Second), 10)) // BLOB-LEASE-69
		return frontend.Answer(w, http.StatusAccepted)
	}
	return frontend.Answer(w, http.StatusOK) // BLOB-LEASE-33
}

// showLease shows a lease as reads do. The id is never shown. // BLOB-LEASE-43 BLOB-LEASE-44 BLOB-LEASE-45 BLOB-LEASE-47
func showLease(h http.Header, l lease.Lease, now time.Time) {
	l = l.At(now)
	header.Set(h, hLeaseState, l.State.String())
	header.Set(h, hLeaseStatus, l.State.Status())
	header.Set(h, hLeaseDuration, l.DurationKind())
}

func writeLease(x *document.Writer, l lease.Lease, now time.Time) { // BLOB-LEASE-46
	l = l.At(now)
	x.Element("LeaseStatus", l.State.Status())
	x.Element("LeaseState", l.State.String())
	x.Optional("LeaseDuration", l.DurationKind())
}
