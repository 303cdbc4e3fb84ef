package queue

import (
	"slices"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// life is the check of one message.
type life struct {
	rules   rules
	search  *bounds.Search[message]
	put     *history.Event   // nil while it is not known
	first   *history.Event   // first delivery
	removed *history.Event   // by an operation that was answered
	given   []*history.Event // answers with a receipt
	all     []bounds.Op      // room for the operations
}

// spare is how often, beyond the highest count seen, a message may have been
// given out without an answer. See rules.most; a stream does not know the
// highest count yet.
const (
	spare       = 2
	streamSpare = 32
)

// effort is that of the search: messages are judged one by one, and seldom are
// there many possibilities for one.
const effort = 4

// life begins the check of a message.
func (c *checker) life(streamed bool) *life {
	m := &life{rules: rules{Timing: c.timing, most: spare}}
	if streamed {
		m.rules.most = streamSpare
	}
	m.search = bounds.New(&m.rules, message{}, &c.unknown, effort, func(f bounds.Failure[message]) {
		c.failed(f, m.put, streamed && m.rules.cut)
	})
	return m
}

// renew makes the check that of another message.
func (m *life) renew(c *checker) {
	m.rules = rules{Timing: c.timing, most: spare}
	m.put, m.first, m.removed, m.given = nil, nil, nil, m.given[:0]
	m.search.Reset(message{})
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
	case op.Maybe || e.Outcome != history.Won:
	case e.Op == history.Get && e.Got == 1 && m.first == nil:
		m.first = e
	case e.Op == history.Remove:
		m.removed = e
	}
	m.search.Add(op)
}

// receipt compares the receipt of an answer with all that were given before: each is
// new, whatever became of the older ones.
func (c *checker) receipt(m *life, e *history.Event) {
	if e.Outcome != history.Won || e.Tag == history.None {
		return
	}
	if k := slices.IndexFunc(m.given, func(other *history.Event) bool { return other.Tag == e.Tag }); k >= 0 {
		c.repeated(m.given[k], e)
		return
	}
	m.given = append(m.given, e)
}

// finish explains what is left of a message. One that was never removed should
// not be there when the queue is empty.
func (c *checker) finish(m *life) {
	if e := c.drain.last(); e != nil && m.removed == nil {
		m.search.Add(&bounds.Op{Event: e})
	}
	m.search.Finish()
	c.end(m)
}

// end takes what is of interest of a message that is not looked at any more.
func (c *checker) end(m *life) {
	c.windows += m.search.Lapses()
	c.doubts += m.search.Guesses()
	if m.put != nil && m.first != nil && m.put.Return != history.Open {
		c.order.add(m.put, m.first)
	}
}
