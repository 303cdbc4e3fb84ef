package register

import (
	"slices"
	"sort"

	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// A step of the check that finds something wrong names events that have to do with it.
// What proves it is looked for among these and what is near them, in order of invocation.

// last is the last sent of some events.
func (j *judge) last(ops []int32) (n int) {
	for _, i := range ops {
		if int(i) < j.memory {
			n = max(n, int(i))
		}
	}
	return n
}

// near are events, so many that were sent before and after the last of them, and those
// that made, replaced, and showed first and last the versions that they are about.
func (j *judge) near(ops []int32, around int) []int32 {
	out := slices.Clone(ops)
	for i := max(0, j.last(ops)-around); i < min(j.memory, j.last(ops)+around); i++ {
		out = append(out, int32(i))
	}
	for _, i := range distinct(ops) {
		for _, tag := range []history.Token{j.ops[i].If, j.made(i)} {
			if v, ok := j.byTag.Get(0, uint64(tag)); ok {
				x := &j.versions[v]
				out = append(out, x.writer, x.shown, x.first, x.last, j.replacer(x.next))
			}
		}
	}
	return slices.DeleteFunc(distinct(out), func(i int32) bool { return effectOf(&j.ops[i]) == nothing })
}

// distinct sorts events, and leaves out what is none.
func distinct(ops []int32) []int32 {
	ops = slices.DeleteFunc(slices.Clone(ops), func(i int32) bool { return i < 0 })
	slices.Sort(ops)
	return slices.Compact(ops)
}

// made is the tag of the version that an event made or saw.
func (j *judge) made(i int32) history.Token {
	if j.ops[i].Outcome.Uncertain() {
		return j.versions[j.settled[i]].tag
	}
	return j.ops[i].Tag
}

// pick returns events. What joins them to those of other resources is left out: that no
// two are of one group.
func (j *judge) pick(ops []int32) []history.Event {
	out := make([]history.Event, len(ops))
	for n, i := range ops {
		out[n] = j.ops[i]
		out[n].Group = 0
	}
	return out
}

// impossible tells whether events contradict each other, be there others or not: few by
// the oracle, and many by the check.
func (j *judge) impossible(ops []int32) bool {
	if len(ops) <= shown {
		return !oracle.Possible(j.pick(ops))
	}
	return j.absurd(ops)
}

// absurd is impossible by the check.
func (j *judge) absurd(ops []int32) bool {
	few := newJudge(j.pick(ops), j.o)
	few.openWorld = true
	return few.sense() < never
}

// shrinkBudget is how many placements one try to make sense of less may take.
const shrinkBudget = 300_000

// sense judges, and tells until when everything makes sense.
func (j *judge) sense() int64 {
	until := int64(never)
	if j.chained() {
		if at, found, _ := j.solve(shrinkBudget); !found {
			until = at
		}
	}
	for _, x := range j.conflicts {
		until = min(until, j.ops[j.last(x.about)].Invoke)
	}
	return until
}

// least is a part of a list that fails, and of which nothing can be left out: the first
// that fails together with what is before it, and of that what is nearest. It is nil if
// the list does not fail, or if that would be too many to be shown.
func least(list []int32, fails func([]int32) bool) (part []int32) {
	for part = []int32{}; !fails(part); {
		n := sort.Search(len(list), func(n int) bool { return fails(slices.Concat(part, list[:n+1])) })
		if n == len(list) || len(part) > 2*shown {
			return nil
		}
		if part, list = append(part, list[n]), list[:n]; len(part) == 1 {
			list = slices.Clone(list)
			slices.Reverse(list)
		}
	}
	for k := 0; k < len(part); {
		if fewer := slices.Delete(slices.Clone(part), k, k+1); fails(fewer) {
			part = fewer
		} else {
			k++
		}
	}
	if len(part) > shown {
		return nil
	}
	return distinct(part)
}
