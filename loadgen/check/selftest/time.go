package selftest

import (
	"time"

	"ifmatch/loadgen/history"
)

// near is how many events of a resource before and after one are looked at for
// what makes its falsification certain.
const near = 2000

// around calls do for the events of the same resource about an event, until do
// returns false.
func (s *scene) around(i int, do func(k int, e *history.Event) bool) {
	unit := s.units[s.unitOf[s.h.Events[i].Key]]
	at := 0
	for lo, hi := 0, len(unit); lo < hi; { // binary search
		if mid := (lo + hi) / 2; unit[mid] < i {
			lo, at = mid+1, mid+1
		} else {
			hi, at = mid, mid
		}
	}
	for _, k := range unit[max(0, at-near):min(len(unit), at+near)] {
		if k != i && !do(k, &s.h.Events[k]) {
			return
		}
	}
}

// secondHolder grants a lease that was refused, although another client used the
// same lease before and after.
func (s *scene) secondHolder(i int, e *history.Event) (flip, bool) {
	if e.Op != history.Acquire || e.Outcome != history.Refused {
		return none, false
	}
	before := map[history.Token]bool{}
	held := false
	holds := func(o *history.Event) bool {
		return o.Outcome == history.Won && o.Lease != history.None && o.Lease != e.Lease && (o.Op == history.Acquire || o.Op == history.Renew)
	}
	s.around(i, func(_ int, o *history.Event) bool {
		if holds(o) && o.Return < e.Invoke {
			before[o.Lease] = true
		}
		return true
	})
	s.around(i, func(_ int, o *history.Event) bool {
		held = holds(o) && o.Op == history.Renew && o.Invoke > e.Return && before[o.Lease]
		return !held
	})
	if !held {
		return none, false
	}
	to := *e
	to.Outcome, to.Status, to.Code = history.Won, 201, 0
	return one(i, to)
}

// early gives a message out again as soon as somebody else had been given it.
func (s *scene) early(i int, e *history.Event) (flip, bool) {
	if e.Op != history.Get || e.Outcome != history.Won || e.Value == 0 || e.Got < 2 {
		return none, false
	}
	var first *history.Event
	updated := false
	s.around(i, func(_ int, o *history.Event) bool {
		if o.Value == e.Value {
			updated = updated || o.Op == history.Update
			if o.Op == history.Get && o.Outcome == history.Won && o.Got == e.Got-1 {
				first = o
			}
		}
		return true
	})
	if first == nil || updated {
		return none, false
	}
	tolerance := int64(s.o.Early)
	if tolerance == 0 {
		tolerance = int64(time.Second)
	}
	rate := s.o.Rate
	if rate == 0 {
		rate = 1
	}
	to := *e
	to.Invoke = first.Return + 1
	to.Intended, to.Return = to.Invoke, to.Invoke+1
	hidden := first.Invoke + int64(float64(first.Arg-tolerance)/rate)
	if first.Return == history.Open || to.Return >= hidden {
		return none, false
	}
	return one(i, to)
}

// removed gives out a message after its removal was acknowledged.
func (s *scene) removed(i int, e *history.Event) (flip, bool) {
	if e.Op != history.Get || e.Outcome != history.Won || e.Value == 0 {
		return none, false
	}
	var f flip
	ok := false
	s.around(i, func(_ int, o *history.Event) bool {
		if o.Op == history.Remove && o.Outcome == history.Won && o.Value != 0 && o.Value != e.Value && o.Return < e.Invoke {
			to := *e
			to.Value = o.Value
			f, ok = one(i, to)
		}
		return !ok
	})
	return f, ok
}

// oldReceipt accepts a receipt that was refused, although the message had been
// given out again under a newer one.
func (s *scene) oldReceipt(i int, e *history.Event) (flip, bool) {
	if e.Op != history.Remove || e.Outcome != history.Lost || e.Value == 0 || e.If == history.None {
		return none, false
	}
	issued := history.Open
	s.around(i, func(_ int, o *history.Event) bool {
		if o.Value == e.Value && o.Tag == e.If && o.Outcome == history.Won && (o.Op == history.Get || o.Op == history.Put || o.Op == history.Update) {
			issued = o.Return
		}
		return issued == history.Open
	})
	newer := false
	s.around(i, func(_ int, o *history.Event) bool {
		newer = o.Value == e.Value && o.Op == history.Get && o.Outcome == history.Won && o.Tag != e.If && o.Invoke > issued && o.Return < e.Invoke
		return !newer
	})
	if !newer {
		return none, false
	}
	to := *e
	to.Outcome, to.Status, to.Code = history.Won, 204, 0
	return one(i, to)
}
