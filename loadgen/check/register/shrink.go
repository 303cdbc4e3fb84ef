package register

import "slices"

// When no order was found, what that rests on is made small: the answers without
// which there would be one. Refusals, and what creates and deletes demand, can be left
// out one by one, which only ever allows more.

// Bounds on the work of making a failure small.
const (
	shrinkSolves = 150
	shrinkBudget = 300_000
	shrinkMargin = 64 // chains on either side of where the search got stuck
)

// demand is something that can be left out.
type demand struct {
	kind  demandKind
	index int // in refusals, absents, presents or chains
	op    int32
}

type demandKind uint8

const (
	demand412 demandKind = iota
	demand404
	demand409
	demandState // of a chain's first write: nothing there, or something
)

// disordered notes that no order was found; the search got as far as the chain stuck.
// Of the answers that it rests on the last one is accused.
func (j *judge) disordered(stuck int) {
	kept := j.essential(stuck)
	if len(kept) == 0 {
		for _, v := range j.wild[:min(1, len(j.wild))] {
			j.unwritten(v)
		}
		return
	}
	c := conflict{accused: kept[0].op}
	for _, d := range kept {
		c.ops = append(c.ops, d.op)
		if j.ops[d.op].Return > j.ops[c.accused].Return {
			c.accused = d.op
		}
	}
	c.others = len(kept) - 1
	c.ops = append(c.ops, j.beside(c.accused)...)
	j.conflicts = append(j.conflicts, c)
}

// essential is a small set of demands that cannot be met together.
func (j *judge) essential(stuck int) []demand {
	kept := j.nearby(stuck)
	solves := shrinkSolves
	for size := (len(kept) + 1) / 2; size > 0; size /= 2 {
		for again := true; again && solves > 0; {
			again = false
			for at := 0; at < len(kept) && solves > 0; solves-- {
				fewer := slices.Concat(kept[:at], kept[min(at+size, len(kept)):])
				if j.only(fewer).fails() {
					kept, again = fewer, size == 1
					continue
				}
				at += size
			}
		}
	}
	return kept
}

// nearby is the demands of the time in which the search got stuck, as far as they
// cannot be met by themselves; otherwise more, in the end all of them.
func (j *judge) nearby(stuck int) []demand {
	for margin := shrinkMargin; margin < len(j.chains); margin *= 8 {
		from := j.chains[max(0, stuck-margin)].begins()
		to := j.chains[min(len(j.chains)-1, stuck+margin)].begins()
		if kept := j.between(from, to); j.only(kept).fails() {
			return kept
		}
	}
	return j.between(always, never)
}

// between is the demands made at a time.
func (j *judge) between(from, to int64) (d []demand) {
	for kind, list := range [][]refusal{j.refusals, j.absents, j.presents} {
		for i, r := range list {
			if r.to >= from && r.from <= to {
				d = append(d, demand{demandKind(kind), i, r.op})
			}
		}
	}
	for c := range j.chains {
		x := &j.chains[c]
		if (x.need == emptiness || x.need == presence) && x.begins() >= from && x.begins() <= to {
			d = append(d, demand{demandState, c, j.bounds[x.from].op})
		}
	}
	return d
}

// only is a judge that makes no other demands than these.
func (j *judge) only(kept []demand) *judge {
	few := *j
	few.chains = slices.Clone(j.chains)
	few.refusals = slices.Clone(j.refusals)
	for i := range few.refusals {
		few.refusals[i].from = always // of no effect
	}
	for c := range few.chains {
		if n := few.chains[c].need; n == emptiness || n == presence {
			few.chains[c].need = anything
		}
	}
	var absents, presents []refusal
	for _, d := range kept {
		switch d.kind {
		case demand412:
			few.refusals[d.index] = j.refusals[d.index]
		case demand404:
			absents = append(absents, j.absents[d.index])
		case demand409:
			presents = append(presents, j.presents[d.index])
		case demandState:
			few.chains[d.index].need = j.chains[d.index].need
		}
	}
	few.early, few.taken = dues(absents), dues(presents)
	return &few
}

// fails tells whether there certainly is no order.
func (j *judge) fails() bool {
	if _, ok := j.straight(); ok {
		return false
	}
	if j.forced() {
		return true
	}
	found, gaveUp, _ := j.search(shrinkBudget)
	return !found && gaveUp == ""
}
