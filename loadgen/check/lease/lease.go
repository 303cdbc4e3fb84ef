// Package lease decides whether the history of one leased resource can have come from a
// correct service. The resource is a blob, a container or a file. A lease has one holder
// at a time. It ends when its holder gives it up, when somebody breaks it, or when its
// time is over, not before and not much later. While it is held, the id is needed to
// write, and no other id works. A refusal is correct only if the lease stood in the way
// at some instant of the request.
//
// Every acquire proposes an id of its own, so a tenancy is everything done under one id.
// Nobody saw the instants at which the service granted or ended a lease, so they are left
// open within the bounds that the requests set. Invalid means that no choice of instants
// and no order explains what was seen. Durations run on the service's clock: its rate
// compared to ours counts, not the time that it shows.
package lease

import (
	"math"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Check judges all events of one key, in any order. It ignores operations that do not
// relate to a lease.
func Check(ops []history.Event, o Options) finding.Result {
	c := newChecker(o)
	c.explain(ops)
	return c.result()
}

// Order is the order of the operations of a history that Check found valid, each at a moment; an end of the lease has no event.
// It is nil if something was given up.
func Order(ops []history.Event, o Options) []finding.Placed {
	c := newChecker(o)
	c.search.Record()
	if c.explain(ops); c.result().State != finding.Valid {
		return nil
	}
	return c.search.Order()
}

// explain searches for an order of all events.
func (c *checker) explain(ops []history.Event) {
	c.learn(ops)
	for k := range ops {
		c.sights.see(&ops[k])
	}
	all := make([]bounds.Op, 0, len(ops))
	for k := range ops {
		if op, ok := c.op(&ops[k]); ok {
			all = append(all, op)
		}
	}
	for k := range all {
		c.take(&all[k])
	}
	for !c.search.Advance(history.Open, 1024) {
		if !c.sure {
			c.tidy(c.search.Explained(), math.MaxInt64, math.MinInt64)
		}
	}
}

// effort is the effort of the search. Without operations of unknown outcome there are
// one or two possibilities at a time.
const effort = 1

func newChecker(o Options) *checker {
	r := &rules{Timing: o.Timing, container: o.Container, file: o.File, nameless: map[history.Token]int64{}}
	c := &checker{rules: r, ids: identities{}, sights: newSights(), res: finding.Result{State: finding.Valid, Observed: map[string]int{}}}
	c.search = bounds.New(c.rules, tenancy{}, nil, effort, c.failed)
	c.search.Limit = o.Limit
	return c
}

// op makes an operation of an event; false if the event says nothing about the lease.
func (c *checker) op(e *history.Event) (bounds.Op, bool) {
	op := bounds.Op{Event: e, Maybe: bounds.Unsure(e)}
	if op.Maybe && e.Op < history.Acquire {
		op.By = c.sights.of(e)
		op.Maybe = op.By == nil
	}
	switch e.Op {
	case history.Acquire, history.Renew, history.Change, history.Release, history.Break:
	case history.Read, history.GetRange:
		if e.Lease == history.None && e.Outcome != history.Refused || e.Status == 304 || op.Maybe {
			return op, false
		}
	case history.Write, history.Swap, history.Create, history.Append, history.PutRange:
		if e.Lease == history.None && c.rules.container && e.Outcome != history.Refused || e.Lease != history.None && op.Maybe {
			return op, false
		}
	case history.Delete:
	default:
		return op, false
	}
	switch {
	case e.Outcome == history.Refused:
	case op.Maybe, op.By != nil, e.Outcome == history.Won:
		op.Changes = e.Op >= history.Acquire || e.Op == history.Delete || e.Lease == history.None
	default:
		return op, false // it was refused for another reason, which says nothing about the lease
	}
	switch {
	case op.Maybe:
		op.Class = c.class(e)
	case op.Changes && (e.Op == history.Break || e.Lease == history.None && e.Op < history.Acquire):
		op.Class = bounds.Class{-int64(e.Op), 0, e.Arg}
		if e.Op < history.Acquire {
			op.Class = bounds.Class{-int64(history.Write)}
		}
	}
	return op, true
}

// take counts an operation, and gives it to the search.
func (c *checker) take(op *bounds.Op) {
	c.res.Operations++
	c.count(op)
	c.name(op)
	c.sights.take(op)
	c.search.Add(op)
}

// accepted are the names under which operations on a lease are counted.
var accepted = map[history.Op]string{
	history.Acquire: SeenAcquires, history.Renew: SeenRenewals, history.Change: SeenChanges, history.Release: SeenReleases, history.Break: SeenBreaks,
}

// count counts what an operation showed at work.
func (c *checker) count(op *bounds.Op) {
	e, seen := op.Event, ""
	won := e.Outcome == history.Won && !op.Maybe
	switch {
	case e.Op >= history.Acquire && won:
		if seen = accepted[e.Op]; e.Op == history.Acquire && e.Arg != history.Infinite {
			c.res.Observed[SeenFinite]++
		}
	case e.Op == history.Acquire && e.Outcome == history.Refused:
		seen = SeenRefusals
	case e.Op >= history.Acquire || reads(e):
		return
	case e.Outcome == history.Refused:
		seen = SeenRefusedWrites
	case won && e.Lease != history.None:
		seen = SeenLockedWrites
	default:
		return
	}
	c.res.Observed[seen]++
}

// result returns the result of the check.
func (c *checker) result() finding.Result {
	r := c.res
	if n := c.search.Lapses(); n > 0 {
		r.Observed[SeenExpiries] = n
	}
	if n := r.Observed[SeenAcquires] - 1; n > 0 {
		r.Observed[SeenHandoffs] = n
	}
	bounds.Decide(&r, c.gaveUp+c.search.Guesses())
	if r.Operations > 0 {
		r.Assume("nobody held a lease when the recording began", "a lease ends "+c.rules.Assumption())
	}
	return r
}

// Options of a check. The zero value suits a blob of a service in real time.
type Options struct {
	bounds.Timing      // of the end of a lease
	Container     bool // the lease is a container's, which guards nothing but Delete Container
	File          bool // the lease is a file's, which never ends by time
}

// What Result.Observed counts.
const (
	SeenAcquires      = "lease acquires"
	SeenFinite        = "acquires of leases that end by time"
	SeenRenewals      = "lease renewals"
	SeenChanges       = "lease id changes"
	SeenReleases      = "lease releases"
	SeenBreaks        = "lease breaks"
	SeenExpiries      = "lease expiries"
	SeenHandoffs      = "lease handoffs"
	SeenRefusals      = "refused acquires"
	SeenLockedWrites  = "writes under a lease"
	SeenRefusedWrites = "writes refused by a lease"
)
