package register

import (
	"ifmatch/loadgen/history"
)

// bound is the moment at which one version, or with a delete nothing, became
// current. Every observation of versions together says lower <= moment <= upper
// for each bound, and that the moments of a chain ascend (step 3).
type bound struct {
	lower   int64
	upper   int64
	ceiling int64 // the least upper of this bound and all later ones of its chain
	floor   int64 // the greatest lower of this bound and all earlier ones of its chain
	version int32 // 0: nothing
	op      int32 // what made it; below zero: no event
	final   bool  // the last of its chain
}

// need is what a chain's first write requires of the state before it.
type need uint8

const (
	anything need = iota
	emptiness
	presence
	nowhere // nothing comes before: the state at the beginning
	unknown // the effect of some write of unknown outcome must be spent on it
)

// chain is a sequence of versions each of which replaced the one before by name:
// in any order of the operations it is one contiguous block (step 2).
type chain struct {
	from, to   int32 // its bounds
	refused    int32 // first of its refusals in judge.refusals, which are sorted by bound
	refusals   int32 // how many
	need       need
	ends       bool  // the last bound is a delete
	first      int64 // earliest Return of all its operations
	last       int64 // latest Invoke of all its operations
	lastRead   int64 // latest Invoke of what saw the last version
	mayReplace int64 // earliest Invoke of the unseen updates of the last version; never: none
	mayDelete  int64 // the same of deletes
}

// forward tells whether some operation of the chain returned before another was
// invoked, so that the chain was certainly current from first to last.
func (c *chain) forward() bool { return c.first < c.last }

// beginnings of the zones of chains, by which the canonical order goes.
func (c *chain) begins() int64 { return min(c.first, c.last) }

// build makes the chains (step 2) and the bounds of their versions (step 3). The
// chain of the state at the beginning is the first.
func (j *judge) build() {
	j.bounds = make([]bound, 0, len(j.versions)+len(j.heads))
	j.chains = append(make([]chain, 0, len(j.heads)+1), j.beginning())
	for _, h := range j.heads {
		if h.op < 0 && j.versions[h.version].writer == excused {
			if h = j.behind(h.version); h.version == 0 && h.op < 0 {
				continue
			}
		}
		c := j.walk(h.version, h.op)
		switch {
		case h.op < 0:
		case j.ops[h.op].Op == history.Create:
			if j.o.flaw != ignoreEmpty {
				c.need = emptiness
			}
		case j.ops[h.op].Op == history.Write, names(&j.ops[h.op]):
		default: // delete, or replace, whatever is there
			if j.o.flaw != ignoreFull {
				c.need = presence
			}
		}
		j.chains = append(j.chains, c)
	}
	for _, v := range j.wild {
		c := j.walk(v, -1)
		c.need = unknown
		j.chains = append(j.chains, c)
	}
}

// behind is what replaced an excused version by name. The version itself is left
// out: it was reported, and is no part of any order.
func (j *judge) behind(v int32) head {
	switch next := j.versions[v].next; {
	case next < 0:
		return head{op: ^next}
	case next > 0:
		return head{op: j.versions[next].writer, version: next}
	}
	return head{op: -1}
}

// beginning is the chain of the state that was found at the beginning: nothing,
// unless somebody saw a version that was there before.
func (j *judge) beginning() chain {
	for v := range j.versions {
		if j.versions[v].writer == before {
			c := j.walk(int32(v), -1)
			c.need, c.first = nowhere, always
			return c
		}
	}
	if j.occupied || j.start.alive {
		v := j.newVersion(history.None)
		j.versions[v].writer, j.versions[v].born = before, always
		c := j.walk(v, -1)
		c.need, c.first = nowhere, always
		return c
	}
	j.bounds = append(j.bounds, bound{lower: always, upper: always, ceiling: always, floor: always, op: -1, final: true})
	return chain{
		to: 1, need: nowhere, ends: true, first: always, last: always, lastRead: always,
		mayReplace: never, mayDelete: never,
	}
}

// walk follows a chain from its head. A head without a version is a delete.
func (j *judge) walk(v, op int32) chain {
	c := chain{from: int32(len(j.bounds)), first: never, last: always, lastRead: always, mayReplace: never, mayDelete: never}
	for v > 0 {
		x := &j.versions[v]
		b := bound{lower: max(x.born, c.lastRead), upper: x.firstSeen, version: v, op: op}
		if j.o.flaw == ignoreLower {
			b.lower = x.born
		}
		if j.o.flaw == ignoreUpper && op >= 0 {
			b.upper = j.returned(op)
		}
		if x.writer == before {
			b.lower, b.upper = always, always
		}
		j.bounds = append(j.bounds, b)
		c.first = min(c.first, x.firstSeen)
		c.last = max(c.last, x.born, x.lastRead)
		c.lastRead = x.lastRead
		switch {
		case x.next == 0:
			v = -1
		case x.next < 0:
			v, op = 0, ^x.next
		default:
			v = x.next
			op = j.versions[v].writer
		}
	}
	if v == 0 {
		e := &j.ops[op]
		j.bounds = append(j.bounds, bound{lower: max(e.Invoke, c.lastRead), upper: e.Return, op: op})
		c.first, c.last = min(c.first, e.Return), max(c.last, e.Invoke)
		c.ends, c.lastRead = true, always
	}
	c.to = int32(len(j.bounds))
	j.bounds[c.to-1].final = true
	j.narrow(j.bounds[c.from:c.to])
	return c
}

// returned is when a write's effect was certain: never, if its outcome is unknown.
func (j *judge) returned(op int32) int64 {
	if e := &j.ops[op]; !e.Outcome.Uncertain() {
		return e.Return
	}
	return never
}

// narrow makes floors and ceilings of a chain's bounds.
func (j *judge) narrow(b []bound) {
	floor, ceiling := int64(always), int64(never)
	for k := range b {
		floor = max(floor, b[k].lower)
		b[k].floor = floor
	}
	for k := len(b) - 1; k >= 0; k-- {
		if ceiling = min(ceiling, b[k].upper); j.o.flaw == ignoreSuffix {
			ceiling = b[k].upper
		}
		b[k].ceiling = ceiling
	}
}

// visited counts the versions that are part of a chain; the others form circles.
func (j *judge) visited() int {
	n := 0
	for k := range j.bounds {
		if j.bounds[k].version > 0 {
			n++
		}
	}
	return n
}

// written counts the versions that exist.
func (j *judge) written() int {
	n := 0
	for v := 1; v < len(j.versions); v++ {
		if w := j.versions[v].writer; w != unwritten && w != excused {
			n++
		}
	}
	return n
}
