package register

import (
	"slices"
	"sort"

	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// A step of the check that finds a conflict names events that relate to it. The proof is
// looked for among these events and those near them, in order of invocation.

// last returns the event that was sent last.
func (j *judge) last(ops []int32) (n int) {
	for _, i := range ops {
		if int(i) < j.memory {
			n = max(n, int(i))
		}
	}
	return n
}

// near returns the given events, as many around the last of them in both directions, and
// the events that made, replaced, and first and last showed the versions they name.
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

// distinct sorts events and drops repeated ones and placeholders below zero.
func distinct(ops []int32) []int32 {
	ops = slices.DeleteFunc(slices.Clone(ops), func(i int32) bool { return i < 0 })
	slices.Sort(ops)
	return slices.Compact(ops)
}

// made returns the tag of the version that an event made or saw.
func (j *judge) made(i int32) history.Token {
	if j.ops[i].Outcome.Uncertain() {
		return j.versions[j.settled[i]].tag
	}
	return j.ops[i].Tag
}

// pick copies events by index. It clears their group: the rest of a transaction or page is
// on other resources.
func (j *judge) pick(ops []int32) []history.Event {
	out := make([]history.Event, len(ops))
	for n, i := range ops {
		out[n] = j.ops[i]
		out[n].Group = 0
	}
	return out
}

// impossible reports whether events contradict each other whatever else happened. The
// oracle decides for a few events, the check itself for more.
func (j *judge) impossible(ops []int32) bool {
	if len(ops) <= shown {
		return !oracle.Possible(j.pick(ops))
	}
	return j.absurd(ops)
}

// absurd is impossible, as decided by the check.
func (j *judge) absurd(ops []int32) bool {
	few := newJudge(j.pick(ops), j.o)
	few.openWorld = true
	return few.sense() < never
}

// shrinkBudget is how many placements one attempt on a reduced history may take.
const shrinkBudget = 300_000

// sense judges the events and returns the time until which they make sense: never if all do.
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

// least returns a part of a list that fails and none of which can be left out. It takes the
// first event that fails together with those before it, and then the nearest ones that are
// needed. It returns nil if the whole list does not fail, or if the part has too many events
// to show.
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
