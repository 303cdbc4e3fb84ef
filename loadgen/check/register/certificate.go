package register

import (
	"cmp"
	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
	"slices"
)

// certificate is a violation: events, by number, of which one is accused.
type certificate struct {
	*judge
	original []history.Event // what was recorded, of which judge.ops may believe less
	context  []int32         // the events of the conflict, and who made the versions that they are about
	ops      []int32         // in order of invocation
	culprit  int32
	instead  history.Event // what is believed of it
	foreign  history.Token // the version that nobody wrote, if it is about that
	unseen   bool          // nobody ever saw what the culprit wrote
	others   int           // answers that can only not be explained together with the culprit's
	whole    bool          // the events alone do not prove it
}

// latestFirst sorts events by when they were answered, and leaves out what is none.
func (j *judge) latestFirst(ops []int32) []int32 {
	ops = slices.DeleteFunc(slices.Clone(ops), func(i int32) bool { return i < 0 })
	slices.SortFunc(ops, func(a, b int32) int { return cmp.Or(cmp.Compare(j.ops[b].Return, j.ops[a].Return), cmp.Compare(a, b)) })
	return slices.Compact(ops)
}

// makers are the writes that made the versions which events named, and who saw them
// first.
func (j *judge) makers(of []int32) (ops []int32) {
	for _, i := range of {
		if v, ok := j.byTag.Get(0, uint64(j.ops[i].If)); ok {
			ops = append(ops, j.versions[v].writer, j.seeing(v))
		}
	}
	return ops
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

// minimal leaves out events, the last answered first, while the rest is impossible.
func (j *judge) minimal(ops []int32) []int32 {
	for k := 0; k < len(ops); {
		if fewer := slices.Delete(slices.Clone(ops), k, k+1); !oracle.Possible(j.pick(fewer, -1, nil)) {
			ops = fewer
		} else {
			k++
		}
	}
	return ops
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

// deaf is an event as if it had not been answered.
func deaf(e history.Event) history.Event {
	e.Outcome, e.Return = history.Unknown, history.Open
	return e
}

// weakest is the least that an event can mean: nothing, or of a write that took effect
// that it did so whatever was there.
func weakest(e history.Event) history.Event {
	switch effect := effectOf(&e); {
	case effect != wrote && effect != may:
		e.Outcome = history.Wrong
	case e.Op == history.Delete:
		e.Outcome, e.Return, e.If = history.Unknown, history.Open, history.None
	default:
		e.Op, e.If = history.Write, history.None
	}
	return e
}
