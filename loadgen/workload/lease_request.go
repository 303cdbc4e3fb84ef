package workload

import (
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// lock is one lease that the actors contend for.
type lock struct {
	path string // of its lease operations, with query
	key  uint32
	// deserted is when its holder left without releasing it, 0 if none did. The lease then
	// expires, unless a client breaks it.
	deserted atomic.Int64
	// used is when its holder last acquired it or worked under it, as far as known.
	used atomic.Int64
	// stopped is when an actor last chose to stop the lock for a while, 0 after the next acquire.
	stopped atomic.Int64
	// holder is the id that the lock is held under, as far as known; nil if it is free.
	holder atomic.Pointer[holder]
	// change and breaks are when the last of these operations was sent, 0 if its outcome is known.
	change, breaks atomic.Int64
}

// lockSet is shared by the workloads about leases. It makes the lease operations and
// interprets the answers.
type lockSet struct {
	env      *Env
	service  target.Service
	locks    []*lock
	names    map[history.Op]uint16 // of the operations in the history
	duration time.Duration         // negative: without end
	seconds  string                // the same, as sent
	patience int64                 // how long other actors watch a deserted lock before they break it, in nanoseconds
	calm     atomic.Int64          // until when no actor may stop a lock
}

// leaseActions are the five lease operations, by their names in requests.
var leaseActions = actions{
	{history.Acquire, "acquire", 201}, {history.Renew, "renew", 200}, {history.Change, "change", 200},
	{history.Release, "release", 200}, {history.Break, "break", 202},
}

// leaseOperations returns the lease operations on a kind of resource, and others.
func leaseOperations(kind string, others ...string) []string {
	var out []string
	for _, a := range leaseActions {
		out = append(out, "Lease "+kind+" "+a.name)
	}
	return append(out, others...)
}

// newLockSet makes the set for the leases of resources of a kind: "Blob", "Container" or
// "File". query turns their paths into those of the lease operations.
func newLockSet(env *Env, kind, query string, of ...*resource) *lockSet {
	s := &lockSet{env: env, service: target.Blob, names: leaseActions.names(env.Book, "Lease "+kind+" ")}
	if kind == "File" {
		s.service = target.File
	}
	for _, r := range of {
		s.locks = append(s.locks, &lock{path: r.path + query, key: r.key})
	}
	if d := env.Options.Lease; d < 0 {
		s.duration, s.seconds, s.patience = -1, "-1", int64(250*time.Millisecond)
	} else {
		// A fifteenth of the lease is short enough not to bring a run to a halt on a server
		// that keeps real time. If the server's clock runs thirty times faster, it is long
		// enough for the lease to expire.
		s.duration, s.seconds, s.patience = d, strconv.Itoa(int(d/time.Second)), int64(d/15)
	}
	s.calm.Store(s.patience)
	return s
}

// checkLease returns an error if the lease duration is not allowed.
func (o Options) checkLease() error {
	if d := o.Lease; d >= 0 && (d < 15*time.Second || d > time.Minute || d%time.Second != 0) {
		return fmt.Errorf("lease: %s is neither a whole number of seconds from 15s to 60s nor negative, which means infinite", d)
	}
	return nil
}

// asked returns a duration or period as events store it.
func asked(d time.Duration) int64 {
	if d < 0 {
		return history.Infinite
	}
	return int64(d)
}

// leaseExchange is one lease operation, from the choice to the answer.
type leaseExchange struct {
	set    *lockSet
	lock   *lock
	op     history.Op
	id     string        // lease id that is proposed, held, or was held
	token  history.Token // the same
	wanted string        // lease id that Change Lease proposes
	want   history.Token // the same
	again  bool          // Acquire again under the id already held
	period time.Duration // of a Break; negative: none is sent
}

func (t *leaseExchange) leaseStep() Step {
	return Step{Service: t.set.service, Method: "PUT", Path: t.lock.path}
}

// fillLease completes the operation. An Acquire proposes an id that was never used, so that
// every tenancy has its own; an Acquire of the actor's own lease repeats its id.
func (t *leaseExchange) fillLease(r *Request, id Identity) {
	t.lock.underWay(t.op, max(t.set.env.Now(), 1))
	r.set("x-ms-lease-action", leaseActions.of(t.op).name)
	switch t.op {
	case history.Acquire:
		if !t.again {
			t.id, t.token = t.set.env.Book.LeaseID(id.Client, id.Seq)
		}
		r.set("x-ms-lease-duration", t.set.seconds)
		r.set("x-ms-proposed-lease-id", t.id)
	case history.Change:
		t.wanted, t.want = t.set.env.Book.LeaseID(id.Client, id.Seq)
		r.set("x-ms-lease-id", t.id)
		r.set("x-ms-proposed-lease-id", t.wanted)
	case history.Break:
		if t.period >= 0 {
			r.set("x-ms-lease-break-period", strconv.Itoa(int(t.period/time.Second)))
		}
	default:
		r.set("x-ms-lease-id", t.id)
	}
}

// Codes of our own for lease operations; see noETag.
const (
	otherLease  = "(wrong lease id)"
	noLeaseTime = "(no x-ms-lease-time)"
)

// judgeLease interprets the answer.
func (t *leaseExchange) judgeLease(x *Exchange) history.Event {
	t.lock.underWay(t.op, 0)
	book := t.set.env.Book
	e := told(book, x, t.lock.key, t.op, t.set.names[t.op], field(x.Reply.Header, "x-ms-error-code"))
	answered := ""
	switch t.op {
	case history.Acquire:
		e.Lease, e.Arg, answered = t.token, asked(t.set.duration), t.id
		if !t.again {
			e.Flags = history.Attempt
		}
	case history.Renew:
		e.Lease, e.Arg, answered = t.token, asked(t.set.duration), t.id
	case history.Change:
		e.Lease, e.Next, answered = t.token, t.want, t.wanted
	case history.Release:
		e.Lease = t.token
	case history.Break:
		e.Arg = asked(t.period)
	}
	switch {
	case e.Outcome != history.Won:
	case e.Status != leaseActions.of(t.op).success:
		irregular(book, &e, unexpectedStatus)
	case t.op == history.Break:
		left, err := strconv.ParseUint(field(x.Reply.Header, "x-ms-lease-time"), 10, 31)
		if err != nil {
			irregular(book, &e, noLeaseTime)
			break
		}
		e.Got = int64(left) * int64(time.Second)
	case answered != "" && !strings.EqualFold(field(x.Reply.Header, "x-ms-lease-id"), answered):
		irregular(book, &e, otherLease)
	}
	return e
}
