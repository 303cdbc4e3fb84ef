package lease

import (
	"maps"
	"slices"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// identities knows for every lease id until when an operation that was answered
// names it. After that, nothing of unknown outcome under the id can matter, unless
// it is held already.
type identities map[history.Token]int64

// few is up to how many acquires of unknown outcome are told apart by all that
// is known of their ids. If there are more, those whose ids nobody used in the
// end stand for each other, and what is refused under such an id says nothing.
const few = 8

// name takes in an operation that is to be explained.
func (c *checker) name(op *bounds.Op) {
	e := op.Event
	if c.sure || op.Maybe || c.loose && e.Outcome == history.Refused {
		return
	}
	for _, id := range []history.Token{e.Lease, e.Next} {
		if id != history.None {
			c.ids[id] = max(c.ids[id], e.Return)
		}
	}
}

// learn finds the acquires of unknown outcome whose id nobody names again, or
// nobody uses.
func (c *checker) learn(ops []history.Event) {
	c.sure = !slices.ContainsFunc(ops, func(e history.Event) bool { return unsure(&e) })
	named := map[history.Token]int{}
	for k := range ops {
		if e := &ops[k]; e.Op == history.Acquire && unsure(e) && e.Lease != history.None {
			named[e.Lease] = 0
		}
	}
	c.loose = len(named) > few
	if len(named) == 0 {
		return
	}
	for k := range ops {
		e := &ops[k]
		if c.loose && (e.Outcome == history.Refused || unsure(e) && e.Op != history.Acquire) {
			continue
		}
		for _, id := range []history.Token{e.Lease, e.Next} {
			if n, ok := named[id]; ok {
				named[id] = n + 1
			}
		}
	}
	for id, n := range named {
		if n == 1 {
			c.rules.nameless[id] = 0
		}
	}
}

// class tells which operations of unknown outcome may stand for each other:
// those that would have the same effect whenever they took it.
func (c *checker) class(e *history.Event) bounds.Class {
	kind := int64(e.Op)
	id := e.Lease
	if c.rules.isNameless(id) {
		id = somebody
	}
	switch e.Op {
	case history.Acquire:
		return bounds.Class{kind, int64(id), e.Arg}
	case history.Renew, history.Release, history.Delete:
		return bounds.Class{kind, int64(id)}
	case history.Change:
		return bounds.Class{kind, int64(id), int64(e.Next)}
	case history.Break:
		return bounds.Class{kind, 0, e.Arg}
	}
	return bounds.Class{int64(history.Write)}
}

// forget drops the ids that nothing can bring about any more.
func (c *checker) forget(now int64) {
	maps.DeleteFunc(c.ids, func(_ history.Token, until int64) bool { return until < now })
}

// again is the class of an acquire of unknown outcome that may have been repeated
// under an id that is held: a nameless one is not told from others unless its id is.
func again(e *history.Event) bounds.Class {
	return bounds.Class{int64(history.Acquire), int64(e.Lease), e.Arg}
}

// tidy forgets the operations of unknown outcome under ids that cannot come
// back, and those invoked before the horizon, and tells whether there were any
// of the latter. Everything that returned before now has been explained. What was
// invoked after settled stays, because its id may not have been heard of yet.
func (c *checker) tidy(now, settled, horizon int64) (dropped bool) {
	alive := map[history.Token]bool{history.None: true}
	for _, t := range c.search.States() {
		alive[t.id] = true
	}
	maps.DeleteFunc(c.rules.nameless, func(id history.Token, invoke int64) bool {
		return invoke < horizon && !alive[somebody]
	})
	coming := func(id history.Token) bool { return c.ids[id] >= now || alive[id] }
	// Ids that only an operation of unknown outcome can bring about.
	dormant := map[history.Token]bool{}
	var forgotten []*bounds.Op
	for op := range c.search.Maybes() {
		switch e := op.Event; {
		case e.Op == history.Change:
			dormant[e.Next] = true
		case e.Op != history.Acquire || c.rules.isNameless(e.Lease):
		case coming(e.Lease) || e.Invoke >= settled:
			dormant[e.Lease] = true
		default:
			forgotten = append(forgotten, op)
		}
	}
	for _, op := range forgotten { // nobody will name the id again
		c.rules.nameless[op.Event.Lease] = op.Event.Invoke
		c.search.Reclass(op, c.class(op.Event))
	}
	c.search.Prune(func(op *bounds.Op) bool {
		e := op.Event
		if e.Invoke < horizon {
			dropped = true
			return true
		}
		return e.Invoke < settled && (e.Op != history.Acquire || op.Class == again(e)) && !coming(e.Lease) && !dormant[e.Lease] && (e.Op == history.Acquire || !c.rules.isNameless(e.Lease)) &&
			!(e.Op == history.Change && alive[e.Next])
	})
	return dropped
}
