package lease

import (
	"maps"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// identities knows for every lease id until when an operation may bring it
// about: after that, nothing of unknown outcome under the id can matter.
type identities map[history.Token]int64

// note takes in an operation that is to be explained.
func (ids identities) note(op *bounds.Op) {
	e := op.Event
	switch {
	case e.Outcome == history.Refused:
	case e.Op == history.Acquire:
		ids[e.Lease] = max(ids[e.Lease], e.Return)
	case e.Op == history.Change:
		ids[e.Next] = max(ids[e.Next], e.Return)
	}
}

// learn finds the acquires of unknown outcome whose id is never named again.
func (c *checker) learn(ops []history.Event) {
	named := map[history.Token]int{}
	for k := range ops {
		if e := &ops[k]; e.Op == history.Acquire && unsure(e) {
			named[e.Lease] = 0
		}
	}
	if len(named) == 0 {
		return
	}
	for k := range ops {
		e := &ops[k]
		for _, id := range []history.Token{e.Lease, e.Next} {
			if n, ok := named[id]; ok {
				named[id] = n + 1
			}
		}
	}
	for id, n := range named {
		if n == 1 && id != history.None {
			c.rules.nameless[id] = 0
		}
	}
}

// class tells which operations of unknown outcome may stand for each other:
// those that would have the same effect whenever they took it.
func (c *checker) class(e *history.Event) bounds.Class {
	kind := int64(e.Op)
	switch e.Op {
	case history.Acquire:
		if !c.rules.isNameless(e.Lease) {
			return bounds.Class{kind, int64(e.Lease), e.Arg}
		}
		return bounds.Class{-kind, 0, e.Arg}
	case history.Renew, history.Release, history.Delete:
		return bounds.Class{kind, int64(e.Lease)}
	case history.Change:
		return bounds.Class{kind, int64(e.Lease), int64(e.Next)}
	case history.Break:
		return bounds.Class{kind, 0, e.Arg}
	}
	return bounds.Class{int64(history.Write)}
}

// tidy forgets the operations of unknown outcome under ids that cannot come
// back, and those invoked before the horizon, and tells whether there were any
// of the latter. Everything that returned before now has been explained.
func (c *checker) tidy(now, horizon int64) (dropped bool) {
	alive := map[history.Token]bool{history.None: true}
	for _, t := range c.search.States() {
		alive[t.id] = true
	}
	for id, until := range c.ids {
		if until < now && !alive[id] {
			delete(c.ids, id)
		}
	}
	maps.DeleteFunc(c.rules.nameless, func(id history.Token, invoke int64) bool {
		return invoke < horizon && !alive[somebody]
	})
	c.search.Prune(func(op *bounds.Op) bool {
		e := op.Event
		if e.Invoke < horizon {
			dropped = true
			return true
		}
		if e.Op == history.Acquire || alive[e.Lease] || e.Op == history.Change && alive[e.Next] {
			return false
		}
		_, coming := c.ids[e.Lease]
		return !coming
	})
	return dropped
}
