package register

import (
	"slices"
	"sort"
)

// When no order was found, what that rests on is made small: the answers without which
// there would be one. Refusals, and what creates and deletes demand, can be left out one
// by one, which only ever allows more. Such a demand goes by its event.

// shrinkBudget is how many placements one try with fewer demands may take.
const shrinkBudget = 300_000

// disordered notes that no order was found, by the answers that this rests on.
func (j *judge) disordered() {
	var all []int32
	j.only(func(i int32) bool { all = append(all, i); return true })
	kept := least(j.answered(all), func(few []int32) bool {
		_, found, gaveUp := j.only(func(i int32) bool { return slices.Contains(few, i) }).solve(shrinkBudget)
		return !found && gaveUp == ""
	})
	switch {
	case kept == nil: // or it takes too long to find out
		kept = j.answered(all)
		kept = kept[:min(shown, len(kept))]
	case len(kept) == 0 && len(j.wild) > 0:
		j.unwritten(j.wild[0])
		return
	}
	for _, i := range slices.Clone(kept) {
		kept = append(kept, j.rivals(i)...)
	}
	j.clash(kept...)
}

// rivals are the writes next to an answer that nobody saw, as far as they begin chains:
// they may as well have been dropped.
func (j *judge) rivals(of int32) (ops []int32) {
	at := sort.Search(len(j.chains), func(c int) bool { return j.chains[c].begins() > j.ops[of].Return })
	for _, c := range j.chains[max(1, at-3):min(at+1, len(j.chains))] {
		if b := &j.bounds[c.from]; b.op >= 0 && effectOf(&j.ops[b.op]) == wrote && !j.versions[b.version].touched() {
			ops = append(ops, b.op)
		}
	}
	return ops
}

// only is a judge that demands of the order only what some answers demand.
func (j *judge) only(stays func(int32) bool) *judge {
	few := *j
	few.chains = slices.Clone(j.chains)
	for c := range few.chains {
		if x := &few.chains[c]; (x.need == emptiness || x.need == presence) && !stays(j.asking(x)) {
			x.need = anything
		}
	}
	left := func(list []refusal) []refusal {
		list = slices.Clone(list)
		for i := range list {
			if r := &list[i]; !stays(r.op) {
				r.to = never
			}
		}
		return list
	}
	few.refusals, few.early, few.taken = left(j.refusals), dues(left(j.absents)), dues(left(j.presents))
	return &few
}

// asking is the answer by which the first write of a chain took effect: its own, or what
// showed that.
func (j *judge) asking(c *chain) int32 {
	if b := &j.bounds[c.from]; !j.ops[b.op].Outcome.Uncertain() {
		return b.op
	}
	return j.seeing(j.bounds[c.from].version)
}

// unwritten accuses whoever saw a version that nobody wrote.
func (j *judge) unwritten(v int32) {
	if i := j.seeing(v); i >= 0 {
		j.conflicts = append(j.conflicts, conflict{ops: []int32{i}, accused: i, foreign: j.versions[v].tag})
	}
}

// seeing is the first answered of the events that saw a version, or else the one that
// replaced it by name; below zero if there is none.
func (j *judge) seeing(v int32) int32 {
	x := &j.versions[v]
	if x.first < 0 && x.next != 0 {
		return j.replacer(x.next)
	}
	return x.first
}
