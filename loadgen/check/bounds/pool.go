package bounds

import (
	"cmp"
	"maps"
	"slices"

	"ifmatch/loadgen/history"
)

// Pool holds operations of unknown outcome. Each may take effect once on an object, at
// any time from its invocation on, or up to its By.
type Pool struct {
	classes []*class
	byClass map[Class]*class
}

// class is the operations of a pool that may stand for each other, by invocation. None
// has a latest time, so an earlier one can do whatever a later one can. It is enough to
// look at the first that is unused.
type class struct {
	ops []*Op
}

// Add puts an operation into the pool.
func (p *Pool) Add(o *Op) {
	if o.Class == (Class{}) || o.until() != history.Open {
		p.classes = append(p.classes, &class{ops: []*Op{o}})
		return
	}
	c := p.byClass[o.Class]
	if c == nil {
		if p.byClass == nil {
			p.byClass = map[Class]*class{}
		}
		c = &class{}
		p.byClass[o.Class] = c
		p.classes = append(p.classes, c)
	}
	k, _ := slices.BinarySearchFunc(c.ops, o, func(a, b *Op) int { return cmp.Compare(a.Event.Invoke, b.Event.Invoke) })
	c.ops = slices.Insert(c.ops, k, o)
}

// Prune drops the operations for which dead is true.
func (p *Pool) Prune(dead func(*Op) bool) {
	p.classes = slices.DeleteFunc(p.classes, func(c *class) bool {
		c.ops = slices.DeleteFunc(c.ops, dead)
		return len(c.ops) == 0
	})
	maps.DeleteFunc(p.byClass, func(_ Class, c *class) bool { return len(c.ops) == 0 })
}

// earliest is when the first operation was invoked; history.Open if there is none.
func (p *Pool) earliest() int64 {
	t := history.Open
	for _, c := range p.classes {
		t = min(t, c.ops[0].Event.Invoke)
	}
	return t
}

// all calls visit for each operation, until it returns false.
func (p *Pool) all(visit func(*Op) bool) {
	for _, c := range p.classes {
		for _, o := range c.ops {
			if !visit(o) {
				return
			}
		}
	}
}

// first is the first operation that is not among those used; nil if there is none.
func (c *class) first(used []*Op) *Op {
	for _, o := range c.ops {
		if !slices.Contains(used, o) {
			return o
		}
	}
	return nil
}
