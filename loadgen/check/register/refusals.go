package register

import (
	"cmp"
	"slices"
	"sort"

	"ifmatch/loadgen/history"
)

// attach gives each chain the 412s on its versions (step 5). It drops those that the
// chain's own bounds explain: the version had not been written when the request was sent,
// or had been replaced when the answer came. If the bounds contradict a 412, attach
// reports it at once, because no order of the chains can explain it.
func (j *judge) attach() {
	at := make([]int32, len(j.versions)) // by version: its bound + 1
	for k := range j.bounds {
		at[j.bounds[k].version] = int32(k) + 1
	}
	at[0] = 0
	open := j.refusals[:0]
	for _, r := range j.refusals {
		k := at[r.version] - 1
		if k < 0 || r.from <= j.bounds[k].floor {
			continue
		}
		if b := &j.bounds[k]; !b.final && r.to >= j.bounds[k+1].ceiling {
			continue
		}
		r.version = k // from here on version is the bound, by which they are sorted
		open = append(open, r)
	}
	j.refusals = open
	slices.SortFunc(j.refusals, func(a, b refusal) int {
		return cmp.Or(cmp.Compare(a.version, b.version), cmp.Compare(a.from, b.from), cmp.Compare(a.op, b.op))
	})
	n, rest := 0, j.refusals[:0]
	for c := range j.chains {
		c := &j.chains[c]
		c.refused = int32(len(rest))
		for ; n < len(j.refusals) && j.refusals[n].version < c.to; n++ {
			if r := j.refusals[n]; !j.contradicted(c, &r) {
				rest = append(rest, r)
			}
		}
		c.refusals = int32(len(rest)) - c.refused
	}
	j.refusals = rest
	dues(j.absents)
	dues(j.presents)
	j.attachUnseen(at)
}

// contradicted reports whether the version of a 412 was seen before the request was sent,
// and was still current after the answer. If so, it notes the conflict.
func (j *judge) contradicted(c *chain, r *refusal) bool {
	b := &j.bounds[r.version]
	until := max(b.floor, c.lastRead)
	if !b.final {
		until = j.bounds[r.version+1].floor
	}
	if b.ceiling >= r.from || until <= r.to {
		return false
	}
	from, to := min(r.version, c.to-2)+1, r.version+1
	for from > c.from && j.bounds[from].lower <= r.to && (!b.final || c.lastRead <= r.to) {
		from--
	}
	for j.bounds[to-1].upper >= r.from {
		to++
	}
	j.clash(append(j.showing(max(c.from, from-1), to), r.op)...)
	return true
}

// attachUnseen sorts the unseen writes of unknown outcome. A write that names a version did
// not take effect if another write replaced that version by name, or if nobody saw it.
func (j *judge) attachUnseen(at []int32) {
	for _, i := range j.mays {
		e := &j.ops[i]
		if names(e) {
			k := at[max(0, j.byTag.Get(0, uint64(e.If)))] - 1
			if k < 0 {
				continue
			}
			switch c := &j.chains[j.chainOf(k)]; {
			case !j.bounds[k].final || c.ends:
			case e.Op == history.Delete:
				c.mayDelete = min(c.mayDelete, e.Invoke)
			default:
				c.mayReplace = min(c.mayReplace, e.Invoke)
			}
			continue
		}
		kind := overwrite
		switch {
		case e.Op == history.Create:
			kind = creation
		case e.Op == history.Delete:
			kind = deletion
		case e.Op == history.Swap && e.If == history.None:
			kind = replacing
		}
		j.optional[kind] = append(j.optional[kind], i)
	}
	for _, ops := range j.optional {
		slices.SortFunc(ops, func(a, b int32) int { return cmp.Or(cmp.Compare(j.ops[a].Invoke, j.ops[b].Invoke), cmp.Compare(a, b)) })
	}
}

// chainOf returns the index of the chain of a bound. The chains must still be in the order
// in which they were built.
func (j *judge) chainOf(k int32) int {
	return sort.Search(len(j.chains), func(c int) bool { return j.chains[c].to > k })
}

// dues prepares refusals that demand the end of a whole life, or of a whole gap between two
// lives: each that begins before from must be over by to. deadline then finds the strictest
// in logarithmic time.
func dues(d []refusal) {
	slices.SortFunc(d, func(a, b refusal) int { return cmp.Compare(a.from, b.from) })
	for k := len(d) - 2; k >= 0; k-- {
		d[k].to = min(d[k].to, d[k+1].to)
	}
}

// deadline is the time by which a life or a gap that began at a moment must be over.
func deadline(d []refusal, began int64) int64 {
	if k := sort.Search(len(d), func(k int) bool { return d[k].from > began }); k < len(d) {
		return d[k].to
	}
	return never
}
