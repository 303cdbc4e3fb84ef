package lease

import (
	"maps"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// sights are the events that saw versions of the resource. A lease and these versions are
// one object. So a write took effect before any answer that showed its version was read,
// and after the last request was sent that found the version it replaced.
type sights struct {
	first, last    map[history.Token]*history.Event // by version, the event that showed it: answered first, sent last
	made, replaced map[history.Token]*bounds.Op     // the writes to be explained, by the versions that they made and named
	values         map[uint64]*history.Event        // by contents of unanswered writes, the event that saw them first
}

func newSights() sights {
	type seen = map[history.Token]*history.Event
	return sights{seen{}, seen{}, map[history.Token]*bounds.Op{}, map[history.Token]*bounds.Op{}, map[uint64]*history.Event{}}
}

// tells reports whether the answer to an operation says anything about versions.
func tells(e *history.Event) bool {
	return e.Op <= history.Append && e.Outcome == history.Won && e.Flags&history.Torn == 0
}

// see takes in a read.
func (s *sights) see(e *history.Event) {
	whole := e.Op == history.Read && tells(e) && e.Tag != history.None
	part := e.Op == history.GetRange && e.Outcome == history.Won && e.Flags&history.Torn == 0
	if !whole && !part {
		return
	}
	if old, waited := s.values[e.Value]; waited && (old == nil || e.Return < old.Return) {
		s.values[e.Value] = e
	}
	if part { // other parts may be older, or newer
		return
	}
	if old := s.first[e.Tag]; old == nil || e.Return < old.Return {
		s.first[e.Tag] = e
		narrow(s.made[e.Tag], e)
	}
	if old := s.last[e.Tag]; old == nil || e.Invoke > old.Invoke {
		s.last[e.Tag] = e
		after(s.replaced[e.Tag], e)
	}
}

// take takes in a write. A tag that comes back, or sights that contradict the times of the
// write, are left to the check of versions.
func (s *sights) take(op *bounds.Op) {
	e := op.Event
	if e.Op == history.Read || !tells(e) {
		return
	}
	if e.Tag != history.None {
		if s.made[e.Tag] != nil {
			op.By, s.made[e.Tag].By = nil, nil
			s.made[e.Tag] = &bounds.Op{Event: &history.Event{Invoke: history.Open}} // which nothing narrows
			return
		}
		s.made[e.Tag] = op
		narrow(op, s.first[e.Tag])
	}
	if e.If != history.None && e.Op != history.Append {
		s.replaced[e.If] = op
		after(op, s.last[e.If])
	}
}

// of is the event that first saw what an unanswered write wrote; nil if none is known.
func (s *sights) of(e *history.Event) *history.Event {
	if seen := s.values[e.Value]; !reads(e) && seen != nil && seen.Return >= e.Invoke {
		return seen
	}
	return nil
}

// narrow notes that a write took effect before an answer that showed its version.
func narrow(op *bounds.Op, seen *history.Event) {
	if op == nil || seen == nil || seen.Value != 0 && seen.Value != op.Event.Value || op.By != nil && op.By.Return <= seen.Return {
		return
	}
	if seen.Return >= op.Event.Invoke && seen.Return < op.Event.Return {
		op.By = seen
	}
}

// after notes that a write took effect after a request was sent.
func after(op *bounds.Op, seen *history.Event) {
	if op != nil && seen != nil && seen.Invoke <= op.Event.Return && seen.Invoke > op.Event.Invoke && (op.After == nil || seen.Invoke > op.After.Invoke) {
		op.After = seen
	}
}

// forget drops the events that can narrow nothing any more. Events still to come were sent
// at the watermark or later.
func (s *sights) forget(watermark int64) {
	over := func(_ history.Token, e *history.Event) bool { return e.Return < watermark }
	maps.DeleteFunc(s.first, over)
	maps.DeleteFunc(s.last, over)
	done := func(_ history.Token, op *bounds.Op) bool { return op.Event.Return < watermark }
	maps.DeleteFunc(s.made, done)
	maps.DeleteFunc(s.replaced, done)
}
