package frontend

import (
	"net/http"
	"strconv"
	"time"

	"ifmatch/reference/document"
	"ifmatch/reference/errcode"
	"ifmatch/reference/guid"
	"ifmatch/reference/header"
	"ifmatch/reference/lease"
)

// Names of headers in canonical form.
const (
	hBreakPeriod     = "X-Ms-Lease-Break-Period"
	hLeaseAction     = "X-Ms-Lease-Action"
	hLeaseDuration   = "X-Ms-Lease-Duration"
	hLeaseID         = "X-Ms-Lease-Id"
	hLeaseState      = "X-Ms-Lease-State"
	hLeaseStatus     = "X-Ms-Lease-Status"
	hLeaseTime       = "X-Ms-Lease-Time"
	hProposedLeaseID = "X-Ms-Proposed-Lease-Id"
)

// LeaseID reads a header that holds a lease id. // BLOB-LEASE-13 BLOB-LEASE-14 FILE-LEASE-22
func (c *Call) LeaseID(name string) (id lease.ID, given bool, err error) {
	v := c.Get(name)
	if v == "" {
		return id, false, nil
	}
	id, ok := guid.Parse(v)
	if !ok {
		return id, false, errcode.BadHeader(name, v)
	}
	return id, true, nil
}

// LeaseRequest reads the headers of a lease operation. // BLOB-LEASE-21
func (c *Call) LeaseRequest(action lease.Action) (q lease.Request, err error) {
	q = lease.Request{Action: action, Period: lease.NoPeriod, Fresh: c.IDs.Next()}
	var given bool
	if q.ID, given, err = c.LeaseID(hLeaseID); err != nil {
		return q, err
	}
	if needed := action == lease.Renew || action == lease.Change || action == lease.Release; needed && !given {
		return q, errcode.MissingHeader("x-ms-lease-id")
	}
	if q.Proposed, q.Proposes, err = c.LeaseID(hProposedLeaseID); err != nil {
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

func (c *Call) leaseDuration() (time.Duration, error) {
	n, given, err := c.Integer(hLeaseDuration)
	limits := &c.Rules.Limits
	switch {
	case err != nil:
		return 0, err
	case !given:
		return 0, errcode.MissingHeader("x-ms-lease-duration") // BLOB-LEASE-16
	case n == -1:
		return lease.Infinite, nil
	case n < int64(limits.LeaseMin/time.Second) || n > int64(limits.LeaseMax/time.Second):
		return 0, errcode.BadHeader("x-ms-lease-duration", c.Get(hLeaseDuration)) // BLOB-LEASE-15 FILE-SLEASE-01
	}
	return time.Duration(n) * time.Second, nil
}

func (c *Call) breakPeriod() (time.Duration, error) {
	n, given, err := c.Integer(hBreakPeriod)
	switch {
	case err != nil || !given:
		return lease.NoPeriod, err
	case n < 0 || n > int64(c.Rules.Limits.BreakMax/time.Second):
		return 0, errcode.BadHeader("x-ms-lease-break-period", c.Get(hBreakPeriod)) // BLOB-LEASE-17
	}
	return time.Duration(n) * time.Second, nil
}

// ApplyLease executes a request on a lease, according to the matrix of the resource.
func ApplyLease(by *lease.Table, to *lease.Lease, q lease.Request, now time.Time) (lease.Result, error) {
	result, code := by.Apply(*to, q, now)
	if code != "" {
		return result, errcode.New(code)
	}
	*to = result.Lease
	return result, nil
}

// Leased answers a lease operation that succeeded. // BLOB-LEASE-35
func Leased(w http.ResponseWriter, action lease.Action, result lease.Result) error {
	h := w.Header()
	switch action {
	case lease.Acquire: // BLOB-LEASE-30 FILE-LEASE-01
		header.Set(h, hLeaseID, result.Lease.ID.String())
		return Answer(w, http.StatusCreated)
	case lease.Renew, lease.Change: // BLOB-LEASE-31 BLOB-LEASE-32
		header.Set(h, hLeaseID, result.Lease.ID.String())
	case lease.BreakIt: // BLOB-LEASE-34 FILE-LEASE-08
		// Rounded up, so that a client that waits this long finds the lease broken.
		header.Set(h, hLeaseTime, strconv.FormatInt(int64((result.Left+time.Second-1)/time.Second), 10)) // BLOB-LEASE-69
		return Answer(w, http.StatusAccepted)
	}
	return Answer(w, http.StatusOK) // BLOB-LEASE-33
}

// ShowLease sets the headers that show a lease in reads. The id is never shown.
// // BLOB-LEASE-43 BLOB-LEASE-44 BLOB-LEASE-45 BLOB-LEASE-47
// // FILE-LEASE-25
func ShowLease(h http.Header, l lease.Lease, now time.Time) {
	l = l.At(now)
	header.Set(h, hLeaseState, l.State.String())
	header.Set(h, hLeaseStatus, l.State.Status())
	header.Set(h, hLeaseDuration, l.DurationKind())
}

// WriteLease writes the elements that show a lease in lists. // BLOB-LEASE-46
func WriteLease(x *document.Writer, l lease.Lease, now time.Time) {
	l = l.At(now)
	x.Element("LeaseStatus", l.State.Status())
	x.Element("LeaseState", l.State.String())
	x.Optional("LeaseDuration", l.DurationKind())
}
