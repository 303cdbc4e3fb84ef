package selftest

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"ifmatch/loadgen/history"
)

// near is how many events of a resource, before and after an event, are searched for those that
// make its falsification certain.
const near = 2000

// around are the events of the same resource near an event.
func (s *scene) around(i int) iter.Seq[*history.Event] {
	unit := s.unit(i)
	at, _ := slices.BinarySearch(unit, i)
	return func(yield func(*history.Event) bool) {
		for _, k := range unit[max(0, at-near):min(len(unit), at+near)] {
			if !yield(&s.h.Events[k]) {
				return
			}
		}
	}
}

// secondHolder grants an acquire that was refused, although another client used the same lease
// before and after.
func (s *scene) secondHolder(i int, e *history.Event) flip {
	holds := func(o *history.Event) bool {
		return o.Outcome == history.Won && o.Lease != history.None && o.Lease != e.Lease && (o.Op == history.Acquire || o.Op == history.Renew)
	}
	before := map[history.Token]bool{}
	for o := range s.around(i) {
		if holds(o) && o.Return < e.Invoke {
			before[o.Lease] = true
		}
	}
	for o := range s.around(i) {
		if holds(o) && o.Op == history.Renew && o.Invoke > e.Return && before[o.Lease] {
			return s.one(i, func(to *history.Event) { grant(to, 201) })
		}
	}
	return none
}

// early delivers a message again right after its delivery to somebody else.
func (s *scene) early(i int, e *history.Event) flip {
	if e.Value == 0 || e.Got < 2 {
		return none
	}
	var first *history.Event
	for o := range s.around(i) {
		switch {
		case o.Value != e.Value:
		case o.Op == history.Update:
			return none
		case o.Op == history.Get && o.Outcome == history.Won && o.Got == e.Got-1:
			first = o
		}
	}
	if first == nil {
		return none
	}
	hidden := float64(first.Arg-int64(cmp.Or(s.o.Early, time.Second))) / cmp.Or(s.o.Rate, 1)
	at := first.Return + 1
	if first.Return == history.Open || at+1 >= first.Invoke+int64(hidden) {
		return none
	}
	return s.one(i, func(to *history.Event) { to.Intended, to.Invoke, to.Return = at, at, at+1 })
}

// removed delivers a message after its removal was acknowledged.
func (s *scene) removed(i int, e *history.Event) flip {
	if e.Value == 0 {
		return none
	}
	for o := range s.around(i) {
		if o.Op == history.Remove && o.Outcome == history.Won && o.Value != 0 && o.Value != e.Value && o.Return < e.Invoke {
			return s.one(i, func(to *history.Event) { to.Value = o.Value })
		}
	}
	return none
}

// oldReceipt accepts a receipt that was refused, although the message had been delivered again
// under a newer one.
func (s *scene) oldReceipt(i int, e *history.Event) flip {
	if e.Value == 0 || e.If == history.None {
		return none
	}
	issued := history.Open
	for o := range s.around(i) {
		if o.Value == e.Value && o.Tag == e.If && o.Outcome == history.Won && (o.Op == history.Get || o.Op == history.Put || o.Op == history.Update) {
			issued = o.Return
			break
		}
	}
	for o := range s.around(i) {
		if o.Value == e.Value && o.Op == history.Get && o.Outcome == history.Won && o.Tag != e.If && o.Invoke > issued && o.Return < e.Invoke {
			return s.one(i, func(to *history.Event) { grant(to, 204) })
		}
	}
	return none
}
