// Package queue decides whether the history of one queue can have come from a correct
// service. It judges messages one by one, because a queue promises nothing about their
// order. Each time a message is given out it is hidden from everybody until its window
// ends, under a new pop receipt and with a dequeue count one higher. The newest receipt
// works, and no other. A removed message never comes back. When the queue has been emptied
// after the run, every message that was put has been removed.
//
// Instants that nobody saw are left open within the bounds that the requests set, as in
// package bounds. Invalid means that no choice of instants and no order explains what was
// seen of a message. A retrieval without an answer may have hidden any messages, each for
// one window.
package queue

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Check judges all events of one queue, in any order. It ignores operations on anything
// but messages.
func Check(ops []history.Event, timing bounds.Timing) finding.Result {
	c := newChecker(timing)
	c.explain(ops)
	return c.result()
}

// Order tells, for each message of a history that Check found valid, the order of the operations on it, each at a moment; an end
// of a window has no event. The order is nil if something was given up. It tells of several messages at once.
func Order(ops []history.Event, timing bounds.Timing, witness func(message uint64, order []finding.Placed)) {
	c := newChecker(timing)
	c.witness = witness
	c.explain(ops)
}

// explain searches for an order of all events.
func (c *checker) explain(ops []history.Event) {
	// The events of each message form a list: head is its first event, next the following one.
	number := make(map[uint64]int32, len(ops)/4)
	var head []int32
	next := make([]int32, len(ops))
	for k := len(ops) - 1; k >= 0; k-- {
		e := &ops[k]
		if !about(e) {
			continue
		}
		c.note(e)
		if e.Value == 0 {
			continue
		}
		n, ok := number[e.Value]
		if ok {
			head[n], next[k] = int32(k), head[n]
			continue
		}
		number[e.Value], next[k] = int32(len(head)), -1
		head = append(head, int32(k))
	}
	slices.Reverse(head) // the messages heard of last come last
	c.judge(head, func(first int32, m *life) {
		m.renew(c)
		m.all = m.all[:0]
		for k := first; k >= 0; k = next[k] {
			if op, ok := c.op(&ops[k]); ok {
				m.all = append(m.all, op)
			}
		}
		for k := range m.all {
			c.add(m, &m.all[k])
		}
	})
}

// judge explains every message, in as many goroutines as there are processors: messages do
// not depend on each other. fill gives a life the operations on one message, by its number.
func (c *checker) judge(messages []int32, fill func(int32, *life)) {
	const few = 4096 // messages that are not worth a goroutine
	size := max(few, (len(messages)+runtime.GOMAXPROCS(0)-1)/runtime.GOMAXPROCS(0))
	var parts []*checker
	var wg sync.WaitGroup
	for part := range slices.Chunk(messages, size) {
		f := newChecker(c.timing)
		f.unknown, f.drain, f.witness = c.unknown, c.drain, c.witness // from here on they are only read
		parts = append(parts, f)
		wg.Go(func() {
			m := f.life(false)
			for _, k := range part {
				fill(k, m)
				before := f.gaveUp
				f.finish(m)
				switch {
				case f.witness == nil || len(m.all) == 0:
				case f.gaveUp > before:
					f.witness(m.all[0].Event.Value, nil)
				default:
					f.witness(m.all[0].Event.Value, m.search.Order())
				}
			}
		})
	}
	wg.Wait()
	for _, f := range parts {
		c.join(f)
	}
}

// join adds what another checker found about messages.
func (c *checker) join(f *checker) {
	c.gaveUp += f.gaveUp
	c.windows += f.windows
	c.order.first += f.order.first
	c.order.waiting = append(c.order.waiting, f.order.waiting...)
	c.res.Unlisted += f.res.Unlisted
	for _, v := range f.res.Violations {
		c.res.Report(v)
	}
}

// about reports whether an event is about a message.
func about(e *history.Event) bool { return e.Op >= history.Put && e.Op <= history.Peek }

func newChecker(timing bounds.Timing) *checker {
	return &checker{timing: timing, res: finding.Result{State: finding.Valid, Observed: map[string]int{}}}
}

// note counts an event, and keeps what concerns the queue as a whole.
func (c *checker) note(e *history.Event) {
	c.res.Operations++
	c.drain.note(e)
	sure := !bounds.Unsure(e)
	if e.Flags&history.Torn != 0 {
		c.torn(e)
	}
	if e.Op == history.Get && e.Value == 0 && (!sure || e.Flags&history.Torn != 0) {
		c.unknown.Add(&bounds.Op{Event: e, Maybe: true, Changes: true, Class: bounds.Class{int64(history.Get), e.Arg}})
	}
	switch {
	case !sure:
	case refused(e):
		c.res.Observed[SeenRefusals]++
	case e.Outcome == history.Won && e.Value != 0:
		c.res.Observed[seen[e.Op-history.Put]]++
		if e.Op == history.Get && e.Got > 1 {
			c.res.Observed[SeenRedeliveries]++
		}
	}
}

// op makes an operation on its message of an event; false if the event says nothing.
func (c *checker) op(e *history.Event) (bounds.Op, bool) {
	op := bounds.Op{Event: e, Maybe: bounds.Unsure(e)}
	switch {
	case op.Maybe && e.Op == history.Peek:
		return op, false
	case op.Maybe:
		op.Changes = true
		op.Class = bounds.Class{int64(e.Op), int64(e.If), e.Arg}
	case refused(e):
	case e.Outcome == history.Won:
		op.Changes = e.Op != history.Peek
	default:
		return op, false
	}
	return op, true
}

// result returns the result of the check.
func (c *checker) result() finding.Result {
	r := c.res
	c.order.advance(history.Open)
	for what, n := range map[string]int{SeenWindows: c.windows, SeenFirst: c.order.first, SeenOvertaken: c.order.overtaken} {
		if n > 0 {
			r.Observed[what] = n
		}
	}
	if c.drain.last() != nil {
		r.Observed[SeenDrained] = 1
	}
	bounds.Decide(&r, c.gaveUp)
	if r.Operations > 0 {
		r.Assume("a visibility timeout ends "+c.timing.Assumption(), "no message expires, and nobody clears the queue, during the run")
	}
	return r
}

// What Result.Observed counts.
const (
	SeenPuts         = "messages put"
	SeenGets         = "messages given out"
	SeenRedeliveries = "redeliveries"
	SeenWindows      = "expired windows"
	SeenUpdates      = "message updates"
	SeenRemovals     = "messages removed"
	SeenPeeks        = "messages peeked"
	SeenRefusals     = "refused receipts"
	SeenDrained      = "drained queues"
	SeenFirst        = "first deliveries"
	SeenOvertaken    = "first deliveries out of order"
)

// seen are the names under which operations that succeeded are counted, from history.Put on.
var seen = []string{SeenPuts, SeenGets, SeenUpdates, SeenRemovals, SeenPeeks}

// life begins the check of a message in a stream. Otherwise renew does, for one message after the other.
func (c *checker) life(streamed bool) *life {
	m := &life{rules: rules{Timing: c.timing, most: streamSpare}}
	m.search = bounds.New(&m.rules, message{}, &c.unknown, effort, func(f bounds.Failure[message]) {
		c.failed(f, m, streamed && m.rules.cut)
	})
	m.search.Limit = c.timing.Limit
	m.search.Lenient = &rules{Timing: c.timing, most: math.MaxInt64, any: true}
	return m
}

// renew prepares m for another message.
func (m *life) renew(c *checker) {
	m.rules = rules{Timing: c.timing, most: spare}
	m.put, m.removed, m.given, m.told, m.bared, m.glimpses = nil, nil, m.given[:0], nil, nil, nil
	m.search.Reset(message{})
	if c.witness != nil {
		m.search.Record()
	}
}

// add takes an operation on the message.
func (c *checker) add(m *life, op *bounds.Op) {
	e := op.Event
	c.receipt(m, e)
	if n := e.Got; (e.Op == history.Get || e.Op == history.Peek) && !op.Maybe && e.Outcome == history.Won {
		m.rules.most = max(m.rules.most, n+spare)
	}
	switch {
	case e.Op == history.Put:
		m.put = e
	case e.Op == history.Remove && !op.Maybe && e.Outcome == history.Won:
		m.removed = e
	}
	m.search.Add(op)
}

// receipt compares the receipt of an answer with all that were given before. Each must be
// new, even if the older ones no longer work.
func (c *checker) receipt(m *life, e *history.Event) {
	if e.Outcome != history.Won || e.Tag == history.None {
		return
	}
	if k := slices.IndexFunc(m.given, func(other *history.Event) bool { return other.Tag == e.Tag }); k >= 0 {
		if other := m.given[k]; other.Op != history.Get || e.Op != history.Get || other.Client == e.Client || m.over(other, e) || m.over(e, other) {
			c.repeated(other, e)
		} // otherwise two consumers have the message, which is worse
		return
	}
	m.given = append(m.given, e)
}

// finish explains the rest of a message. A message that was never removed must be there when
// the queue is emptied.
func (c *checker) finish(m *life) {
	if e := c.drain.last(); e != nil && m.removed == nil {
		m.search.Add(&bounds.Op{Event: e})
	}
	m.search.Finish()
	c.end(m)
}

// end adds up the figures of a message that is finished.
func (c *checker) end(m *life) {
	c.windows += m.search.Lapses()
	c.gaveUp += m.search.Guesses()
	for _, g := range m.glimpses {
		if !slices.Contains(m.bared, g.by) {
			c.res.Report(g.violation)
		}
	}
	first := m.find(func(e *history.Event) bool { return e.Op == history.Get && e.Got == 1 })
	if m.put != nil && first != nil && m.put.Return != history.Open {
		c.order.add(m.put, first)
	}
}
