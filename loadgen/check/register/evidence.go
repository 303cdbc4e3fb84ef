package register

import (
	"cmp"
	"slices"
	"sort"

	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// A step of the check that finds a conflict names events that relate to it. The proof is
// looked for among these events and those near them, in order of invocation.

// near returns the given events, as many around the last of them in both directions, and
// the events that made, replaced, and first and last showed the versions they name.
func (j *judge) near(ops []int32, around int) []int32 {
	out := slices.Clone(ops)
	for i := max(0, j.last(ops)-around); i < min(j.memory, j.last(ops)+around); i++ {
		out = append(out, int32(i))
	}
	for _, i := range distinct(ops) {
		for _, tag := range []history.Token{j.ops[i].If, j.made(i)} {
			if v := j.byTag.Get(0, uint64(tag)); v >= 0 {
				x := &j.versions[v]
				out = append(out, x.writer, x.shown, x.first, x.last, j.replacer(x.next))
			}
		}
	}
	return slices.DeleteFunc(distinct(out), func(i int32) bool { return effectOf(&j.ops[i]) == nothing })
}

// distinct sorts events and drops repeated ones and placeholders below zero.
func distinct(ops []int32) []int32 {
	return slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(ops))), func(i int32) bool { return i < 0 })
}

// made returns the tag of the version that an event made or saw.
func (j *judge) made(i int32) history.Token {
	return cmp.Or(j.ops[i].Tag, j.versions[j.settled[i]].tag)
}

// impossible reports whether events contradict each other whatever else happened. The
// oracle decides for a few events, the check itself for more. Their groups are cleared: the
// rest of a transaction or page is on other resources.
func (j *judge) impossible(ops []int32) bool {
	few := newJudge(make([]history.Event, len(ops)), j.o)
	for n, i := range ops {
		few.ops[n] = j.ops[i]
		few.ops[n].Group = 0
	}
	if few.openWorld = true; len(ops) <= shown {
		return !oracle.Possible(few.ops) || few.mislabelled()
	}
	few.decide()
	return few.soundUntil < never
}

// mislabelled reports whether an ETag stands for two lengths of an append blob, or a length has two.
func (j *judge) mislabelled() bool {
	for i, a := range j.ops {
		for _, b := range j.ops[:i] {
			shown := a.Outcome == history.Won && b.Outcome == history.Won && a.Lease != history.None && b.Lease != history.None
			if shown && j.o.Kind == AppendBlob && (a.Lease == b.Lease) != (a.Tag == b.Tag) {
				return true
			}
		}
	}
	return false
}

// shown is the most events of a proof.
const shown = 8

// least returns a part of a list that fails and none of which can be left out. It takes the
// first event that fails together with those before it, and then the nearest ones that are
// needed. It returns nil if the whole list does not fail, or if the part has too many events
// to show.
func least(list []int32, fails func([]int32) bool) (part []int32) {
	for part = []int32{}; !fails(part); {
		n := sort.Search(len(list), func(n int) bool { return fails(slices.Concat(part, list[:n+1])) })
		if n == len(list) || len(part) == shown {
			return nil
		}
		if part, list = append(part, list[n]), slices.Clone(list[:n]); len(part) == 1 {
			slices.Reverse(list)
		}
	}
	return distinct(part)
}

// flawed counts the answers around a conflict, up to 16, that contradict those before them.
func (c *certificate) flawed(around []int32) (wrong int64) {
	for ; c.proved && wrong < 16 && c.impossible(around); wrong++ {
		n := sort.Search(len(around)-1, func(n int) bool { return c.impossible(around[:n+1]) })
		around = slices.Delete(slices.Clone(around), n, n+1)
	}
	return wrong
}
