package lease

import (
	"math"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// mode is the state of a lease in the words of the specification.
type mode uint8

const (
	available mode = iota
	leased
	breaking
	broken
	expired
)

// column is the name of a mode in the matrices of the specification.
func (m mode) column() string { return [...]string{"Av", "Le", "Bi", "Bo", "Ex"}[m] }

// tenancy is the state of the lease: who holds or held it, and the duration that was
// requested. No clock runs for an infinite lease, or in a mode that does not end by time.
type tenancy struct {
	mode mode
	id   history.Token // None while available
	span int64         // duration requested, in ns, or history.Infinite
}

// forgotten is the span of a broken lease of a file that was written since. Its id may or
// may not be remembered.
const forgotten = -2

// locked reports whether the id is needed to write.
func (t tenancy) locked() bool { return t.mode == leased || t.mode == breaking }

// somebody is the holder after an acquire of unknown outcome whose id nobody named again.
// Such acquires do not differ in anything.
const somebody = history.Token(math.MaxUint64)

// rules are the outcome tables of Lease Blob and Lease Container, and the clauses of Lease
// File, as a machine.
type rules struct {
	bounds.Timing
	container bool
	file      bool
	nameless  map[history.Token]int64 // ids that somebody may stand for, with the time at which they were proposed
}

// Expire is the state after a lease, or its break period, ended by time.
func (r *rules) Expire(t tenancy) tenancy {
	if t.mode == leased {
		t.mode = expired
	} else {
		t.mode = broken
	}
	return t
}

// Late is true of what needs an id whose tenancy is over.
func (r *rules) Late(t tenancy, op *bounds.Op) bool {
	e := op.Event
	return e.Op != history.Acquire && e.Lease != history.None && e.Outcome != history.Refused && !r.named(t, op)
}

// grant gives the lease to an id for a duration from now on.
func (r *rules) grant(now tenancy, id history.Token, span int64) (bounds.Step[tenancy], bool) {
	next := tenancy{leased, id, span}
	if span == history.Infinite {
		if next == now {
			return bounds.Step[tenancy]{Next: next}, true
		}
		return bounds.Step[tenancy]{Next: next, Clock: bounds.Stop}, true
	}
	lo, hi := r.Lasts(span)
	return bounds.Step[tenancy]{Next: next, Clock: bounds.Set, Lo: lo, Hi: hi}, true
}

func stay(now tenancy, ok bool) (bounds.Step[tenancy], bool) {
	return bounds.Step[tenancy]{Next: now}, ok
}

func free() (bounds.Step[tenancy], bool) { return bounds.Step[tenancy]{Clock: bounds.Stop}, true }

func impossible() (bounds.Step[tenancy], bool) { return bounds.Step[tenancy]{}, false }

// is reports whether the tenancy may be that of an id that an operation names. A refusal may
// be for another id than somebody's.
func (r *rules) is(t tenancy, id history.Token, op *bounds.Op) bool {
	return t.mode != available && (t.id == id || t.id == somebody && op.Event.Outcome != history.Refused && r.isNameless(id))
}

// named is the same for its first id. An operation that acts for somebody, or only under its
// own id, fits no other holder.
func (r *rules) named(t tenancy, op *bounds.Op) bool {
	switch {
	case op.Maybe && anybodys(op.Class):
		return t.id == somebody
	case op.Maybe && ones(op.Class):
		return t.id == op.Event.Lease
	}
	return r.is(t, op.Event.Lease, op)
}

func (r *rules) isNameless(id history.Token) bool {
	_, ok := r.nameless[id]
	return ok
}

// Apply is what an operation does to the lease, given its answer. It is refused correctly where
// it does nothing, or where that is not known.
func (r *rules) Apply(t tenancy, op *bounds.Op) (bounds.Step[tenancy], bool) {
	step, ok := r.does(t, op)
	if e := op.Event; e.Outcome == history.Refused {
		return stay(t, !ok || t.span == forgotten && (e.Op == history.Release || e.Op == history.Break))
	}
	return step, ok
}

// does is what an operation does to the lease, if the service does it.
func (r *rules) does(t tenancy, op *bounds.Op) (bounds.Step[tenancy], bool) {
	e := op.Event
	switch e.Op {
	case history.Acquire:
		switch {
		case t.mode == breaking, t.mode == leased && !r.named(t, op):
			return impossible()
		case op.Maybe && anybodys(op.Class):
			if t.mode == leased {
				return impossible() // somebody holds it already, and the two cannot be distinguished
			}
			return r.grant(t, somebody, e.Arg)
		case op.Maybe && ones(op.Class) && !r.named(t, op):
			return impossible()
		}
		return r.grant(t, e.Lease, e.Arg)
	case history.Renew:
		if !r.named(t, op) || t.mode != leased && t.mode != expired {
			return impossible()
		}
		id := e.Lease
		if op.Maybe {
			id = t.id
		}
		return r.grant(t, id, t.span)
	case history.Change:
		if t.mode != leased || !r.is(t, e.Lease, op) && !r.is(t, e.Next, op) {
			return impossible()
		}
		t.id = e.Next
		return stay(t, true)
	case history.Release:
		if !r.named(t, op) {
			return impossible()
		}
		return free()
	case history.Break:
		return r.breaks(t, e.Arg)
	}
	return r.uses(t, op)
}

// breaks ends a lease sooner than it would have ended.
func (r *rules) breaks(t tenancy, period int64) (bounds.Step[tenancy], bool) {
	next := t
	switch {
	case t.mode == available:
		return impossible()
	case t.mode == broken:
		return stay(t, true)
	case t.mode == expired:
		next.mode = broken
		return stay(next, true)
	case period == 0, period == history.Infinite && t.mode == leased && t.span == history.Infinite:
		next.mode = broken
		return bounds.Step[tenancy]{Next: next, Clock: bounds.Stop}, true
	case period == history.Infinite:
		next.mode = breaking
		return stay(next, true)
	}
	next.mode = breaking
	lo, hi := r.Lasts(period)
	return bounds.Step[tenancy]{Next: next, Clock: bounds.Cut, Lo: lo, Hi: hi}, true
}

// uses says which state reads, writes and deletes of the resource need, and what they do.
func (r *rules) uses(t tenancy, op *bounds.Op) (bounds.Step[tenancy], bool) {
	e := op.Event
	if e.Lease != history.None {
		if !r.named(t, op) || !t.locked() {
			return impossible()
		}
		if e.Op == history.Delete {
			return free()
		}
		return stay(t, true)
	}
	switch {
	case t.locked() && !reads(e) && (!r.container || e.Op == history.Delete):
		return impossible()
	case t.mode == available:
		return stay(t, true)
	}
	if r.file { // nothing says whether the lease stays broken
		t.span = forgotten
		return stay(t, true)
	}
	return free() // a change ends the memory of an expired or broken lease
}

// Force is the state after an operation that should not have been possible.
func (r *rules) Force(op *bounds.Op) (bounds.Step[tenancy], bool) {
	e := op.Event
	if e.Outcome == history.Refused {
		return impossible()
	}
	switch e.Op {
	case history.Acquire:
		return r.grant(tenancy{}, e.Lease, e.Arg)
	case history.Renew:
		if e.Arg != 0 {
			return r.grant(tenancy{}, e.Lease, e.Arg)
		}
	case history.Release, history.Delete:
		return free()
	}
	return impossible()
}

// Suppose is the lease that a contradicting answer suggests: free if the holder is refused
// or no id was needed, held by an id if that was accepted for a file.
func (r *rules) Suppose(op *bounds.Op) (bounds.Step[tenancy], bool) {
	e := op.Event
	switch refused := e.Outcome == history.Refused; {
	case refused && (e.Lease != history.None || e.Op == history.Break), !refused && e.Lease == history.None && e.Op < history.Acquire:
		return free()
	case !refused && r.file && e.Lease != history.None:
		return r.grant(tenancy{}, e.Lease, history.Infinite)
	}
	return impossible()
}

func anybodys(c bounds.Class) bool { return history.Token(c[1]) == somebody }

func ones(c bounds.Class) bool { return c[0] >= own }

// own marks the kind of a class of operations that act only under their own id.
const own = 1 << 8

// reads reports whether an operation changes nothing.
func reads(e *history.Event) bool { return e.Op == history.Read || e.Op == history.GetRange }
