package register

import (
	"slices"

	"ifmatch/loadgen/history"
)

// build makes the chains (step 2) and the bounds of their versions (step 3). The
// chain of the state at the beginning is the first.
func (j *judge) build() {
	j.bounds = slices.Grow(j.bounds, len(j.versions)+len(j.heads))
	j.chains = append(slices.Grow(j.chains, len(j.heads)+1), j.beginning())
	for _, h := range j.heads {
		c := j.walk(h.version, h.op)
		switch {
		case h.op < 0:
		case j.ops[h.op].Op == history.Create:
			c.need = emptiness
		case j.ops[h.op].Op == history.Write, names(&j.ops[h.op]):
		default: // a delete or a replace of whatever is there
			c.need = presence
		}
		j.chains = append(j.chains, c)
	}
	for _, v := range j.wild {
		c := j.walk(v, -1)
		c.need = unknown
		j.chains = append(j.chains, c)
	}
}

// beginning makes the chain of the state at the beginning. That state is nothing, unless
// a Stream forgot a version that was current.
func (j *judge) beginning() chain {
	v := int32(slices.IndexFunc(j.versions, func(x version) bool { return x.writer == before }))
	if v < 0 && j.start.alive {
		v = j.newVersion(history.None)
		j.versions[v].writer, j.versions[v].born = before, always
	}
	if v >= 0 {
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

// walk follows a chain from its first version, or from a delete if v is 0.
func (j *judge) walk(v, op int32) chain {
	c := chain{from: int32(len(j.bounds)), first: never, last: always, lastRead: always, mayReplace: never, mayDelete: never}
	for v > 0 {
		x := &j.versions[v]
		b := bound{lower: max(x.born, c.lastRead), upper: x.firstSeen, version: v, op: op}
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

// narrow computes the floors and ceilings of a chain's bounds.
func (j *judge) narrow(b []bound) {
	floor, ceiling := int64(always), int64(never)
	for k := range b {
		floor = max(floor, b[k].lower)
		b[k].floor = floor
	}
	for k := len(b) - 1; k >= 0; k-- {
		ceiling = min(ceiling, b[k].upper)
		b[k].ceiling = ceiling
	}
}

// circle returns the events of versions that replaced each other in a circle, and so
// belong to no chain; nil if there is no circle.
func (j *judge) circle() (ops []int32) {
	in := make([]bool, len(j.versions))
	for k := range j.bounds {
		in[j.bounds[k].version] = true
	}
	for v := range j.versions {
		if x := &j.versions[v]; v == 0 || in[v] || x.writer == unwritten {
			continue
		}
		for p := int32(v); p > 0 && !in[p]; p = j.versions[p].next {
			in[p] = true
			ops = append(ops, j.versions[p].writer, j.versions[p].shown)
		}
		return ops
	}
	return nil
}
