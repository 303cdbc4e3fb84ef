package queue

import (
	"math"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// where is where a message is.
type where uint8

const (
	absent  where = iota // not yet put
	visible              // can be retrieved
	hidden               // until its window ends
	gone                 // removed
)

// message is the state of one message. A clock runs while it is hidden.
type message struct {
	where   where
	receipt history.Token // the receipt that is good for an update or a removal
	count   int64         // how often it was given out
}

// unseen is a receipt in an answer that nobody received.
const unseen = history.Token(math.MaxUint64)

// rules are the rules of one message.
type rules struct {
	bounds.Timing
	// most is how often the message may have been given out. One unanswered retrieval
	// explains a receipt that no longer works, and one more explains a message that is
	// missing when the queue is emptied. So two more than the highest count seen are enough.
	most int64
	cut  bool // most was reached, although higher counts may still be seen
	any  bool // the dequeue counts in answers do not matter
}

// Expire is the state after a window ended.
func (r *rules) Expire(m message) message {
	m.where = visible
	return m
}

// Late is true of what needs a receipt that is not the newest: no receipt comes back.
func (r *rules) Late(m message, op *bounds.Op) bool {
	return op.Event.If != history.None && !refused(op.Event) && m.receipt != op.Event.If
}

// hide is the effect of giving a message out, putting or updating it with a visibility timeout.
func (r *rules) hide(m message, timeout int64) (bounds.Step[message], bool) {
	if timeout == 0 {
		m.where = visible
		return bounds.Step[message]{Next: m, Clock: bounds.Stop}, true
	}
	m.where = hidden
	lo, hi := r.Lasts(timeout)
	return bounds.Step[message]{Next: m, Clock: bounds.Set, Lo: lo, Hi: hi}, true
}

func stay(m message, ok bool) (bounds.Step[message], bool) { return bounds.Step[message]{Next: m}, ok }

func impossible() (bounds.Step[message], bool) { return bounds.Step[message]{}, false }

// Apply is what an operation does to the message, given its answer.
func (r *rules) Apply(m message, op *bounds.Op) (bounds.Step[message], bool) {
	e := op.Event
	receipt := e.Tag
	if op.Maybe {
		receipt = unseen
	}
	current := (m.where == visible || m.where == hidden) && m.receipt == e.If
	if refused(e) {
		return stay(m, !current)
	}
	switch e.Op {
	case history.Put:
		if m.where != absent {
			return impossible()
		}
		return r.hide(message{receipt: receipt}, e.Arg)
	case history.Get:
		if e.Value == 0 && !op.Maybe { // there was nothing to retrieve
			return stay(m, m.where != visible)
		}
		return r.give(m, op, receipt)
	case history.Peek:
		return stay(m, m.where == visible && (r.any || m.count == e.Got))
	case history.Update:
		if !current {
			return impossible()
		}
		m.receipt = receipt
		return r.hide(m, e.Arg)
	case history.Remove:
		if !current {
			return impossible()
		}
		return bounds.Step[message]{Next: message{where: gone}, Clock: bounds.Stop}, true
	}
	return impossible()
}

// give gives the message out.
func (r *rules) give(m message, op *bounds.Op, receipt history.Token) (bounds.Step[message], bool) {
	e := op.Event
	switch {
	case m.where != visible:
		return impossible()
	case op.Maybe && m.count >= r.most:
		r.cut = true
		return impossible()
	case op.Maybe:
	case !r.any && e.Got != m.count+1:
		return impossible()
	}
	m.receipt = receipt
	m.count++
	return r.hide(m, e.Arg)
}

// refused reports whether an update or a removal was refused because its receipt is not, or
// no longer, the message's.
func refused(e *history.Event) bool {
	return (e.Op == history.Update || e.Op == history.Remove) && (e.Outcome == history.Lost || e.Outcome == history.Absent)
}

// Force is the state after an operation that should not have been possible.
func (r *rules) Force(op *bounds.Op) (bounds.Step[message], bool) {
	switch e := op.Event; {
	case refused(e) || e.Value == 0:
	case e.Op == history.Get:
		return r.hide(message{receipt: e.Tag, count: e.Got}, e.Arg)
	case e.Op == history.Remove:
		return bounds.Step[message]{Next: message{where: gone}, Clock: bounds.Stop}, true
	}
	return impossible()
}

// Suppose suggests nothing: an answer under a receipt only tells whether that is the newest.
func (r *rules) Suppose(*bounds.Op) (bounds.Step[message], bool) { return impossible() }
