package register

import (
	"slices"
	"sort"

	"ifmatch/loadgen/history"
)

// When no order was found, what that rests on is made small: the answers without which
// there would be one. Refusals, and what creates and deletes demand, can be left out one
// by one, which only ever allows more. Such a demand goes by its event.

// shrinkBudget is how many placements one try with fewer demands may take.
const shrinkBudget = 300_000

// disordered notes that no order was found, by the answers that this rests on. A write
// beside them that nobody saw may as well have been dropped.
func (j *judge) disordered() {
	all := j.demands()
	fails := func(few []int32) bool { return j.only(few).fails() }
	kept := least(all, fails)
	if !fails(kept) { // or it takes too long to find out
		kept = all
	}
	if len(kept) == 0 {
		for _, v := range j.wild[:min(1, len(j.wild))] {
			j.unwritten(v)
		}
		return
	}
	x := conflict{accused: -1, ops: kept[:min(shown, len(kept))], disorder: true, others: len(kept) - 1}
	for _, i := range kept[:len(x.ops)] {
		x.ops = append(x.ops, j.rivals(i)...)
	}
	j.conflicts = append(j.conflicts, x)
}

// rivals are the writes next to an answer that demands something, as far as they begin
// chains, the closest first.
func (j *judge) rivals(of int32) (ops []int32) {
	at := sort.Search(len(j.chains), func(c int) bool { return j.chains[c].begins() > j.ops[of].Return })
	for _, k := range []int{at - 1, at - 2, at, at - 3} {
		if k < 1 || k == len(j.chains) {
			continue
		}
		if i := j.bounds[j.chains[k].from].op; i != of && i >= 0 && effectOf(&j.ops[i]) == wrote && !j.versions[j.bounds[j.chains[k].from].version].touched() {
			ops = append(ops, i)
		}
	}
	return ops
}

// reaches is up to when there is an order if an event is replaced, as far as that is
// found out.
func (j *judge) reaches(replaced int32, by *history.Event) int64 {
	events := slices.Clone(j.ops)
	events[replaced] = *by
	without := j.again(events)
	if !without.chained() {
		return always
	}
	reached, found, _ := without.solve(shrinkBudget)
	if found {
		return never
	}
	return without.chains[min(reached, len(without.chains)-1)].begins()
}

// fails tells whether there certainly is no order.
func (j *judge) fails() bool {
	_, found, gaveUp := j.solve(shrinkBudget)
	return !found && gaveUp == ""
}

// demands are what the answers demand of the order, the first answered first.
func (j *judge) demands() (ops []int32) {
	for _, list := range [][]refusal{j.refusals, j.absents, j.presents} {
		for _, r := range list {
			ops = append(ops, r.op)
		}
	}
	for c := range j.chains {
		if x := &j.chains[c]; x.demanding() {
			ops = append(ops, j.asking(x))
		}
	}
	return j.answered(ops)
}

// asking is the answer by which the first write of a chain took effect: its own, or what
// showed that.
func (j *judge) asking(c *chain) int32 {
	if b := &j.bounds[c.from]; !j.ops[b.op].Outcome.Uncertain() {
		return b.op
	}
	return j.seeing(j.bounds[c.from].version)
}

// only is a judge that makes no other demands than these.
func (j *judge) only(kept []int32) *judge {
	few, stays := *j, map[int32]bool{}
	for _, i := range kept {
		stays[i] = true
	}
	few.chains = slices.Clone(j.chains)
	for c := range few.chains {
		if x := &few.chains[c]; x.demanding() && !stays[j.asking(x)] {
			x.need = anything
		}
	}
	few.refusals = slices.Clone(j.refusals)
	for i := range few.refusals {
		if r := &few.refusals[i]; !stays[r.op] {
			r.from = always // of no effect
		}
	}
	left := func(list []refusal) []due {
		return dues(slices.DeleteFunc(slices.Clone(list), func(r refusal) bool { return !stays[r.op] }))
	}
	few.early, few.taken = left(j.absents), left(j.presents)
	return &few
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
