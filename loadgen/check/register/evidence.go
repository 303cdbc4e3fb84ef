package register

import (
	"cmp"
	"slices"
	"sort"

	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// A step of the check that finds something wrong names events that have to do with it.
// What proves it is looked for among these, the events that made and showed their
// versions, and what happened at the time.

// shown is how many events a certificate has that proves itself, and half of that one that
// does not.
const shown = 8

// vicinity is how many events before and after a conflict are taken to have been around.
const vicinity = 1024

// certificate is a violation: events, by number, of which one is accused.
type certificate struct {
	*judge
	conflict
	ops      []int32         // in order of invocation
	original []history.Event // what was recorded, of which judge.ops may believe less
	instead  history.Event   // what is believed of the accused
	whole    bool            // the events alone do not prove it
}

// showing are the events that made some bounds and showed their versions first.
func (j *judge) showing(from, to int32) (ops []int32) {
	for k := max(0, from); k < min(to, int32(len(j.bounds))); k++ {
		ops = append(ops, j.bounds[k].op, j.versions[j.bounds[k].version].first)
	}
	return ops
}

// related adds to events those that made and replaced the versions that they are about,
// and those that showed one of them first, or first after another event.
func (j *judge) related(ops []int32) []int32 {
	ops = j.answered(ops)
	out := slices.Clone(ops)
	for _, i := range ops {
		for _, tag := range []history.Token{j.ops[i].If, j.made(i)} {
			v, ok := j.byTag.Get(0, uint64(tag))
			if !ok {
				continue
			}
			x := &j.versions[v]
			if out = append(out, x.writer, x.first, x.shown); x.next != 0 {
				out = append(out, j.replacer(x.next))
			}
			for _, k := range ops {
				out = append(out, j.sighted(tag, j.ops[k].Return))
			}
		}
	}
	return j.answered(out)
}

// sighted is the first answered of the events that were sent after a moment and saw a
// tag; below zero if there is none.
func (j *judge) sighted(tag history.Token, after int64) int32 {
	if j.sights == nil {
		j.sights = map[history.Token][]int32{}
		for i := range j.ops[:j.memory] {
			if e := &j.ops[i]; effectOf(e) == sight {
				j.sights[e.Tag] = append(j.sights[e.Tag], int32(i))
			}
		}
	}
	found := int32(-1)
	for _, i := range j.sights[tag] {
		if e := &j.ops[i]; e.Invoke > after && e.Tag == tag && effectOf(e) == sight && (found < 0 || e.Return < j.ops[found].Return) {
			found = i
		}
	}
	return found
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

// around is what was sent before and after some events had been answered, and what is
// related to them.
func (j *judge) around(ops []int32) []int32 {
	if j.invoked == nil {
		for i := range j.ops[:j.memory] {
			j.invoked = append(j.invoked, int32(i))
		}
		slices.SortFunc(j.invoked, func(a, b int32) int { return cmp.Or(cmp.Compare(j.ops[a].Invoke, j.ops[b].Invoke), cmp.Compare(a, b)) })
	}
	at := j.completed(ops)
	n := sort.Search(len(j.invoked), func(k int) bool { return j.ops[j.invoked[k]].Invoke > at })
	return j.answered(slices.Concat(j.related(ops), j.invoked[max(0, n-vicinity):min(len(j.invoked), n+vicinity)]))
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

// pick returns events, one of them replaced.
func (j *judge) pick(ops []int32, replaced int32, by *history.Event) (out []history.Event) {
	for _, i := range ops {
		if i == replaced {
			out = append(out, *by)
		} else {
			out = append(out, j.ops[i])
		}
	}
	return out
}

// impossible tells whether events contradict each other, be there others or not: few by
// the oracle, and many by the check.
func (j *judge) impossible(ops []int32) bool {
	if len(ops) <= shown {
		return !oracle.Possible(j.pick(ops, -1, nil))
	}
	return len(j.among(j.pick(ops, -1, nil)).conflicts) > 0
}

// among is what the check says of events if there may be others.
func (j *judge) among(events []history.Event) *judge {
	few := newJudge(events, j.o)
	few.openWorld = true
	few.decide()
	return few
}

// least is a part of a list that fails, and of which nothing can be left out: the first
// that fails together with what is before it, and of that again the first. It is empty if
// the list does not fail, and gives up on what is too many to be shown.
func least(list []int32, fails func([]int32) bool) (part []int32) {
	if !fails(list) {
		return nil
	}
	for len(list) > 0 && len(part) <= 2*shown && !fails(part) {
		n := sort.Search(len(list)-1, func(n int) bool { return fails(slices.Concat(part, list[:n+1])) })
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
	return part
}

// beside is the event answered before another, and the one after it, of those that show
// the resource or change it.
func (j *judge) beside(of int32) []int32 {
	was, is := int32(-1), int32(-1)
	for i := range j.ops {
		switch e := &j.ops[i]; {
		case effectOf(e) != sight && effectOf(e) != wrote:
		case e.Return < j.ops[of].Return && (was < 0 || e.Return > j.ops[was].Return):
			was = int32(i)
		case e.Return > j.ops[of].Return && (is < 0 || e.Return < j.ops[is].Return):
			is = int32(i)
		}
	}
	return []int32{was, is}
}
