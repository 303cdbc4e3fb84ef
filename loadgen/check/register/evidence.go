package register

import (
	"cmp"
	"slices"
	"sort"

	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// A step of the check that finds something wrong names events that have to do with it.
// What proves it is looked for among these and what is near them.

// shown is how many events a certificate has at most.
const shown = 8

// vicinity is how many events before and after a conflict are taken to have been around,
// where little else is wrong.
const vicinity = 512

// showing are the events that made some bounds and showed their versions first.
func (j *judge) showing(from, to int32) (ops []int32) {
	for k := max(0, from); k < min(to, int32(len(j.bounds))); k++ {
		ops = append(ops, j.bounds[k].op, j.versions[j.bounds[k].version].first)
	}
	return ops
}

// near are events, those that made, replaced, and showed first and last the versions that
// they are about, and so many that were sent before and after they were answered.
func (j *judge) near(ops []int32, around int) []int32 {
	n := j.when(ops)
	out := slices.Concat(ops, j.invoked[max(0, n-around):min(len(j.invoked), n+around)])
	for _, i := range j.answered(ops) {
		for _, tag := range []history.Token{j.ops[i].If, j.made(i)} {
			if v, ok := j.byTag.Get(0, uint64(tag)); ok {
				x := &j.versions[v]
				out = append(out, x.writer, x.shown, x.first, x.last, j.replacer(x.next))
			}
		}
	}
	return j.answered(out)
}

// when is how many events had been sent when the answers were in that show a conflict.
func (j *judge) when(ops []int32) int {
	if j.invoked == nil {
		for i := range j.ops[:j.memory] {
			j.invoked = append(j.invoked, int32(i))
		}
		slices.SortFunc(j.invoked, func(a, b int32) int { return cmp.Or(cmp.Compare(j.ops[a].Invoke, j.ops[b].Invoke), cmp.Compare(a, b)) })
	}
	at := j.completed(ops)
	return sort.Search(len(j.invoked), func(k int) bool { return j.ops[j.invoked[k]].Invoke > at })
}

// beside are the last answered event before another, and the first after it, of those that
// show the resource or change it; below zero if there is none.
func (j *judge) beside(of int32) (was, is int32) {
	was, is = -1, -1
	for i := range j.ops[:j.memory] {
		switch e := &j.ops[i]; {
		case int32(i) == of || effectOf(e) != sight && effectOf(e) != wrote:
		case e.Return < j.ops[of].Return && (was < 0 || e.Return > j.ops[was].Return):
			was = int32(i)
		case e.Return > j.ops[of].Return && (is < 0 || e.Return < j.ops[is].Return):
			is = int32(i)
		}
	}
	return was, is
}

// completed is when the answers are in that show a conflict.
func (j *judge) completed(ops []int32) int64 {
	at := int64(always)
	for _, i := range ops {
		if i >= 0 && !j.ops[i].Outcome.Uncertain() {
			at = max(at, j.ops[i].Return)
		}
	}
	return at
}

// made is the tag of the version that an event made or saw.
func (j *judge) made(i int32) history.Token {
	if j.ops[i].Outcome.Uncertain() {
		return j.versions[j.settled[i]].tag
	}
	return j.ops[i].Tag
}

// answered sorts events by when they were answered, and leaves out what is none.
func (j *judge) answered(ops []int32) []int32 {
	ops = slices.DeleteFunc(slices.Clone(ops), func(i int32) bool { return i < 0 })
	slices.SortFunc(ops, func(a, b int32) int { return cmp.Or(cmp.Compare(j.ops[a].Return, j.ops[b].Return), cmp.Compare(a, b)) })
	return slices.Compact(ops)
}

// pick returns events, one of them replaced. What joins them to those of other resources
// is left out: that no two are of one group.
func (j *judge) pick(ops []int32, replaced int32, by *history.Event) []history.Event {
	out := make([]history.Event, len(ops))
	for n, i := range ops {
		if out[n] = j.ops[i]; i == replaced {
			out[n] = *by
		}
		out[n].Group = 0
	}
	return out
}

// impossible tells whether events contradict each other, be there others or not: few by
// the oracle, and many by the check.
func (j *judge) impossible(ops []int32) bool {
	if len(ops) <= shown {
		return !oracle.Possible(j.pick(ops, -1, nil))
	}
	return j.among(j.pick(ops, -1, nil)).sense() < never
}

// among judges events, beside which there may be others.
func (j *judge) among(events []history.Event) *judge {
	few := newJudge(events, j.o)
	few.openWorld = true
	return few
}

// sense judges, and tells until when everything makes sense.
func (j *judge) sense() int64 {
	until := int64(never)
	if j.chained() {
		if reached, found, _ := j.solve(shrinkBudget); !found {
			until = j.chains[min(reached, len(j.chains)-1)].begins()
		}
	}
	for _, x := range j.conflicts {
		until = min(until, j.completed(x.ops))
	}
	return until
}

// least is a part of a list that fails, and of which nothing can be left out: the first
// that fails together with what is before it, and of that again the first. It is nil if
// the list does not fail, or if that would be too many to be shown.
func least(list []int32, fails func([]int32) bool) (part []int32) {
	for part = []int32{}; !fails(part); {
		n := sort.Search(len(list), func(n int) bool { return fails(slices.Concat(part, list[:n+1])) })
		if n == len(list) || len(part) > 2*shown {
			return nil
		}
		part = append(part, list[n])
		list = list[:n]
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
	return part
}
