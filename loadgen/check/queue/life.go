package queue

import (
	"math"
	"slices"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// life is the check of one message.
type life struct {
	rules   rules
	search  *bounds.Search[message]
	put     *history.Event   // nil while it is unknown
	removed *history.Event   // the removal that was answered
	given   []*history.Event // answers with a receipt
	told    []*history.Event // accused of a second consumer
	all     []bounds.Op      // space for the operations

	bared    []*history.Event // what should have hidden the message when somebody was given it
	glimpses []glimpse
}

// glimpse is the violation that a message was seen which something should have hidden. It is reported if nobody was given
// the message meanwhile: then that is the violation.
type glimpse struct {
	by        *history.Event // what should have hidden it
	violation finding.Violation
}

// glimpsed keeps a glimpse, the first of each cause.
func (m *life) glimpsed(by *history.Event, v finding.Violation) {
	if !slices.ContainsFunc(m.glimpses, func(g glimpse) bool { return g.by == by }) {
		m.glimpses = append(m.glimpses, glimpse{by, v})
	}
}

// spare is how often a message may have been given out without an answer, beyond the highest
// count seen. See rules.most. A stream does not know the highest count yet, so it uses
// streamSpare.
const (
	spare       = 2
	streamSpare = 32
)

// effort is the effort of the search. Messages are judged one by one, and there are seldom
// many possibilities for one.
const effort = 4

// life begins the check of a message.
func (c *checker) life(streamed bool) *life {
	m := &life{rules: rules{Timing: c.timing, most: spare}}
	if streamed {
		m.rules.most = streamSpare
	}
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

// find is the first answer with a receipt for which is holds; nil if there is none.
func (m *life) find(is func(*history.Event) bool) *history.Event {
	if k := slices.IndexFunc(m.given, is); k >= 0 {
		return m.given[k]
	}
	return nil
}

// over reports whether the window of g may have ended before then was answered: its time may
// have been up, or an update, perhaps one without an answer, may have ended it.
func (m *life) over(g, then *history.Event) bool {
	ends := func(e *history.Event) bool { return m.hid(e).Until[0] <= then.Return }
	updates := func(u *history.Event) bool { return u.Op == history.Update && u.Return >= g.Invoke && ends(u) }
	silent := slices.Collect(m.search.Maybes())
	return ends(g) || m.find(updates) != nil || slices.ContainsFunc(silent, func(o *bounds.Op) bool { return updates(o.Event) })
}

// hid is the state after e hid the message, as far as e alone tells.
func (m *life) hid(e *history.Event) bounds.Trace[message] {
	least, _ := m.rules.Lasts(e.Arg)
	return bounds.Trace[message]{State: message{where: hidden}, Clock: e, Until: [2]int64{e.Invoke + least}}
}
