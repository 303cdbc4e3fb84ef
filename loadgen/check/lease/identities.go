package lease

import (
	"maps"
	"slices"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// checker is one check under way.
type checker struct {
	rules  *rules
	search *bounds.Search[tenancy]
	ids    identities
	sights sights
	loose  bool // acquires of unknown outcome are distinguished less: see few
	sure   bool // no operation is of unknown outcome
	res    finding.Result
	gaveUp int
}

// identities is, for each lease id, the latest Return of an answered operation that names
// it. After that, operations of unknown outcome under the id no longer matter, unless it
// holds the lease already.
type identities map[history.Token]int64

// few is how many acquires of unknown outcome are at most distinguished by everything
// known about their ids. If there are more, those whose ids nobody used stand for each
// other, and a refusal under such an id says nothing.
const few = 8

// name notes the ids that an operation names.
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

// learn finds the acquires of unknown outcome whose id nobody names again; if c.loose,
// whose id nobody uses.
func (c *checker) learn(ops []history.Event) {
	c.sure = !slices.ContainsFunc(ops, func(e history.Event) bool { return bounds.Unsure(&e) })
	named := map[history.Token]int{}
	for k := range ops {
		switch e := &ops[k]; {
		case !bounds.Unsure(e):
		case e.Op == history.Acquire && e.Lease != history.None:
			named[e.Lease] = 0
		case e.Op < history.Acquire && e.Value != 0:
			c.sights.values[e.Value] = nil
		}
	}
	c.loose = len(named) > few
	if len(named) == 0 {
		return
	}
	for k := range ops {
		e := &ops[k]
		if c.loose && (e.Outcome == history.Refused || bounds.Unsure(e) && e.Op != history.Acquire && e.Op != history.Change) {
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

// class is the class of operations of unknown outcome that may stand for each other: in
// every state they have the same effect whenever they take it. Under a nameless id they
// act for somebody who holds the lease, and for nobody else: see oneself.
func (c *checker) class(e *history.Event) bounds.Class {
	class := exactly(e)
	if e.Op != history.Change && c.rules.isNameless(e.Lease) {
		id := somebody
		class[1] = int64(id)
	}
	return class
}

// exactly is the class of operations that would do the same under the same id.
func exactly(e *history.Event) bounds.Class {
	kind, id := int64(e.Op), int64(e.Lease)
	switch e.Op {
	case history.Acquire:
		return bounds.Class{kind, id, e.Arg}
	case history.Renew, history.Release, history.Delete:
		return bounds.Class{kind, id}
	case history.Change:
		return bounds.Class{kind, id, int64(e.Next)}
	case history.Break:
		return bounds.Class{kind, 0, e.Arg}
	}
	return bounds.Class{int64(history.Write)}
}

// oneself is a second copy of an operation that acts for somebody. The copy acts only
// where its own id is known to hold the lease, or to have held it last. If one operation
// could do both, it could stand in for another, do what that one could not, and be missing
// for its own id.
func oneself(e *history.Event) *bounds.Op {
	class := exactly(e)
	class[0] += own
	return &bounds.Op{Event: e, Maybe: true, Changes: true, Class: class}
}

// forget drops the ids that no answered operation names any more.
func (c *checker) forget(now int64) {
	maps.DeleteFunc(c.ids, func(_ history.Token, until int64) bool { return until < now })
}

// tidy forgets the operations of unknown outcome under ids that cannot come back, and those
// invoked before the horizon. It reports whether there were any of the latter. Everything
// that returned before now has been explained. Operations invoked after settled stay,
// because their id may still be named.
func (c *checker) tidy(now, settled, horizon int64) (dropped bool) {
	c.unname(horizon)
	alive := map[history.Token]bool{history.None: true}
	for _, t := range c.search.States() {
		alive[t.id] = true
	}
	coming := func(id history.Token) bool { return c.ids[id] >= now || alive[id] }
	// dormant are ids that only an operation of unknown outcome can bring about.
	dormant := map[history.Token]bool{}
	var forgotten []*bounds.Op
	for op := range c.search.Maybes() {
		switch e := op.Event; {
		case e.Op == history.Change:
			dormant[e.Next] = true
		case e.Op != history.Acquire || anybodys(op.Class) || ones(op.Class):
		case coming(e.Lease) || e.Invoke >= settled || c.rules.isNameless(e.Lease):
			dormant[e.Lease] = true
		default:
			forgotten = append(forgotten, op)
		}
	}
	for _, op := range forgotten { // nobody will name the id again
		e := op.Event
		if c.rules.isNameless(e.Lease) {
			dormant[e.Lease] = true // another operation under the same id acts for somebody already
			continue
		}
		c.rules.nameless[e.Lease] = e.Invoke
		c.search.Reclass(op, c.class(e))
		c.search.Add(oneself(e))
	}
	c.search.Prune(func(op *bounds.Op) bool {
		e := op.Event
		switch {
		case e.Invoke < horizon:
			dropped = true
			return true
		case e.Invoke >= settled, anybodys(op.Class), coming(e.Lease), dormant[e.Lease]:
			return false
		case ones(op.Class):
			return true
		}
		return e.Op != history.Acquire && !c.rules.isNameless(e.Lease) && !(e.Op == history.Change && alive[e.Next])
	})
	return dropped
}

// unname forgets the ids that were proposed before the horizon, unless somebody may still
// stand for one of them.
func (c *checker) unname(horizon int64) {
	for _, t := range c.search.Roots() {
		if t.id == somebody {
			return
		}
	}
	horizon = min(horizon, c.search.Earliest())
	maps.DeleteFunc(c.rules.nameless, func(_ history.Token, invoke int64) bool { return invoke < horizon })
}
