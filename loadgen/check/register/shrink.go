package register

import (
	"cmp"
	"slices"
	"sort"
)

// When no order was found, what that rests on is made small: the answers without
// which there would be one. Refusals, and what creates and deletes demand, can be left
// out one by one, which only ever allows more.

// disordered notes that no order was found. Of the answers that this rests on the last
// one is accused.
func (j *judge) disordered() {
	kept := j.essential()
	if len(kept) == 0 {
		for _, v := range j.wild[:min(1, len(j.wild))] {
			j.unwritten(v)
		}
		return
	}
	j.conflicts = append(j.conflicts, conflict{ops: append(kept, j.beside(kept[0])...), accused: kept[0], others: len(kept) - 1})
}

// essential is a small set of answers whose demands cannot be met together, the last
// answered first: the first of all answers that cannot be met with those before it, then
// the first of these that cannot be met with it, and so on.
func (j *judge) essential() (kept []int32) {
	rest := j.demanding()
	for len(kept) < shown && !j.only(kept).fails() {
		n := sort.Search(len(rest), func(n int) bool { return j.only(append(slices.Clip(kept), rest[:n]...)).fails() })
		if n == 0 {
			break // a search gave up
		}
		kept = append(kept, rest[n-1])
		rest = rest[:n-1]
	}
	return kept
}

// demanding are the events whose answers demand something that can be left out, in the
// order of their answers.
func (j *judge) demanding() (ops []int32) {
	for _, list := range [][]refusal{j.refusals, j.absents, j.presents} {
		for _, r := range list {
			ops = append(ops, r.op)
		}
	}
	for c := range j.chains {
		if x := &j.chains[c]; x.need == emptiness || x.need == presence {
			ops = append(ops, j.bounds[x.from].op)
		}
	}
	slices.SortFunc(ops, func(a, b int32) int { return cmp.Or(cmp.Compare(j.ops[a].Return, j.ops[b].Return), cmp.Compare(a, b)) })
	return ops
}

// only is a judge that makes no other demands than those of some events.
func (j *judge) only(kept []int32) *judge {
	demands := make(map[int32]bool, len(kept))
	for _, i := range kept {
		demands[i] = true
	}
	without := func(r refusal) bool { return !demands[r.op] }
	few := *j
	few.chains, few.refusals = slices.Clone(j.chains), slices.Clone(j.refusals)
	for i, r := range few.refusals {
		if without(r) {
			few.refusals[i].from = always // of no effect
		}
	}
	for c := range few.chains {
		if x := &few.chains[c]; (x.need == emptiness || x.need == presence) && !demands[j.bounds[x.from].op] {
			x.need = anything
		}
	}
	few.early, few.taken = dues(slices.DeleteFunc(slices.Clone(j.absents), without)), dues(slices.DeleteFunc(slices.Clone(j.presents), without))
	return &few
}

// fails tells whether there certainly is no order. Where that is as hard to tell as ever,
// it takes no longer than the search that failed.
func (j *judge) fails() bool {
	if j.straight() {
		return false
	}
	if j.forced() {
		return true
	}
	found, gaveUp := j.search(4*j.placed + 100_000)
	return !found && gaveUp == ""
}
