package register

import (
	"cmp"
	"slices"
	"sort"
)

// index finds events by the version that they are about, and by time.
type index struct {
	versions     int     // that there were when it was made
	sights       []int32 // by version: the last event that saw it; below zero: none
	names        []int32 // by version: the last write that replaced it by name, or may have
	sight, named []int32 // by event: the one before it of the same kind and version
	invoked      []int32 // events by Invoke
}

// indexed is the index, made anew if there are more versions.
func (j *judge) indexed() *index {
	x := &j.index
	if x.sight != nil && x.versions == len(j.versions) {
		return x
	}
	none := func(n int) []int32 { return slices.Repeat([]int32{-1}, n) }
	x.versions, x.sights, x.names = len(j.versions), none(len(j.versions)), none(len(j.versions))
	x.sight, x.named = none(j.memory), none(j.memory)
	for i := range j.ops[:j.memory] {
		e := &j.ops[i]
		effect := effectOf(e)
		if v, ok := j.byTag.Get(0, uint64(e.Tag)); ok && effect == sight {
			x.sight[i], x.sights[v] = x.sights[v], int32(i)
		}
		if v, ok := j.byTag.Get(0, uint64(e.If)); ok && names(e) && (effect == wrote || effect == may) {
			x.named[i], x.names[v] = x.names[v], int32(i)
		}
	}
	return x
}

// sightsOf are the events that saw a version.
func (j *judge) sightsOf(v int32) (ops []int32) {
	x := j.indexed()
	for i := x.sights[v]; i >= 0; i = x.sight[i] {
		ops = append(ops, i)
	}
	return ops
}

// seeing is the first answered of the events that saw a version, or replaced it by
// name; below zero if there is none.
func (j *judge) seeing(v int32) int32 {
	x, found := j.indexed(), int32(-1)
	first := func(i int32, next []int32) {
		for ; i >= 0; i = next[i] {
			if found < 0 || j.ops[i].Return < j.ops[found].Return {
				found = i
			}
		}
	}
	first(x.sights[v], x.sight)
	first(x.names[v], x.named)
	return found
}

// around are the events under way in a time, and some from before it: at most one
// more than limit.
func (j *judge) around(from, to int64, limit int) []int32 {
	x := j.indexed()
	if x.invoked == nil {
		for i := range j.ops[:j.memory] {
			x.invoked = append(x.invoked, int32(i))
		}
		slices.SortFunc(x.invoked, func(a, b int32) int { return cmp.Or(cmp.Compare(j.ops[a].Invoke, j.ops[b].Invoke), cmp.Compare(a, b)) })
	}
	after := func(t int64) int {
		return sort.Search(len(x.invoked), func(k int) bool { return j.ops[x.invoked[k]].Invoke > t })
	}
	const slower = 256 // that were sent before, and may not have been answered
	first, last := max(0, after(from)-slower), after(to)
	return x.invoked[first:min(last, first+limit+1)]
}
