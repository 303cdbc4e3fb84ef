package register

import "slices"

// When no order was found, what that rests on is made small: the answers without
// which there would be one. Refusals, and what creates and deletes demand, can be left
// out one by one, which only ever allows more. Such a demand goes by its event.

// Bounds on the work of making a failure small.
const (
	shrinkSolves = 150
	shrinkBudget = 300_000 // placements of one solve
	shrinkMargin = 64      // chains on either side of where the search got stuck
)

// disordered notes that no order was found; the search got as far as the chain stuck.
// Accused is, of the answers that this rests on, the one without which an order gets
// furthest; of equals a demand, and then the one that was answered last. A write that
// nobody saw may as well have been dropped.
func (j *judge) disordered(stuck int) {
	kept := j.latestFirst(j.essential(stuck))
	if len(kept) == 0 {
		for _, v := range j.wild[:min(1, len(j.wild))] {
			j.unwritten(v)
		}
		return
	}
	c := conflict{accused: kept[0], others: len(kept) - 1}
	all, far := j.demands(always, never), int64(always)
	var rivals []int32
	for _, i := range kept[:min(shown, len(kept))] {
		rest := slices.DeleteFunc(slices.Clone(all), func(k int32) bool { return k == i })
		if at := j.only(rest).reaches(); at > far {
			c.accused, far = i, at
		}
		rivals = append(rivals, j.rivals(i)...)
	}
	accused := c.accused
	for _, i := range rivals {
		if v, _ := j.byTag.Get(0, uint64(j.ops[i].Tag)); v == 0 || j.versions[v].touched() {
			continue
		}
		events := slices.Clone(j.ops)
		events[i] = weakest(deaf(events[i]))
		if without := j.again(events); without.chained() {
			if at := without.reaches(); at > far {
				c.accused, c.unseen, far = i, true, at
			}
		}
	}
	for _, i := range slices.Concat([]int32{c.accused, accused}, j.rivals(accused), kept, j.beside(accused)) {
		if i >= 0 && len(c.ops) < shown/2 && !slices.Contains(c.ops, i) {
			c.ops = append(c.ops, i)
		}
	}
	j.conflicts = append(j.conflicts, c)
}

// rivals are the writes next to one that demands something, as far as they begin chains.
func (j *judge) rivals(of int32) (ops []int32) {
	at := slices.IndexFunc(j.chains, func(c chain) bool { return c.demanding() && j.bounds[c.from].op == of })
	for k := max(1, at-1); at > 0 && k <= min(at+1, len(j.chains)-1); k++ {
		if i := j.bounds[j.chains[k].from].op; k != at && i >= 0 && effectOf(&j.ops[i]) == wrote {
			ops = append(ops, i)
		}
	}
	return ops
}

// reaches is up to when there is an order of the chains, as far as that is found out.
func (j *judge) reaches() int64 {
	reached, found, _ := j.solve(shrinkBudget)
	if found {
		return never
	}
	return j.chains[min(reached, len(j.chains)-1)].begins()
}

// essential is a small set of demands that cannot be met together.
func (j *judge) essential(stuck int) []int32 {
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
func (j *judge) nearby(stuck int) []int32 {
	for margin := shrinkMargin; margin < len(j.chains); margin *= 8 {
		from := j.chains[max(0, stuck-margin)].begins()
		to := j.chains[min(len(j.chains)-1, stuck+margin)].begins()
		if kept := j.demands(from, to); j.only(kept).fails() {
			return kept
		}
	}
	return j.demands(always, never)
}

// demands are those made at a time.
func (j *judge) demands(from, to int64) (ops []int32) {
	for _, list := range [][]refusal{j.refusals, j.absents, j.presents} {
		for _, r := range list {
			if r.to >= from && r.from <= to {
				ops = append(ops, r.op)
			}
		}
	}
	for c := range j.chains {
		if x := &j.chains[c]; x.demanding() && x.begins() >= from && x.begins() <= to {
			ops = append(ops, j.bounds[x.from].op)
		}
	}
	return ops
}

// only is a judge that makes no other demands than these.
func (j *judge) only(kept []int32) *judge {
	few, stays := *j, map[int32]bool{}
	for _, i := range kept {
		stays[i] = true
	}
	few.chains = slices.Clone(j.chains)
	for c := range few.chains {
		if x := &few.chains[c]; x.demanding() && !stays[j.bounds[x.from].op] {
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

// fails tells whether there certainly is no order.
func (j *judge) fails() bool {
	_, found, gaveUp := j.solve(shrinkBudget)
	return !found && gaveUp == ""
}
