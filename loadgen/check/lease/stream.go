package lease

import (
	"math"
	"time"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// settling is how long an operation of unknown outcome is kept under an id that nobody
// holds, because the acquire may still become known.
const settling = time.Minute

// Stream is Check for a history that is still growing. Its memory depends on the number of
// operations in flight, not on the length of the run. If it is Invalid, Check is Invalid
// too. Among acquires of unknown outcome it may miss a violation that Check finds, because
// it cannot know which ids will be named again.
type Stream struct {
	c       *checker
	dropped bool // operations of unknown outcome were dropped at the horizon
	named   bool // an acquire of unknown outcome proposed an id
	wrote   bool // a write was not answered
}

// NewStream begins a check.
func NewStream(o Options) *Stream {
	s := &Stream{c: newChecker(o)}
	s.c.loose = true
	return s
}

// Add takes events of the key in any order, but none invoked before a watermark that was
// marked. It keeps no reference to the slice.
func (s *Stream) Add(events []history.Event) {
	for k := range events {
		if reads(&events[k]) {
			s.c.sights.see(new(events[k]))
		}
		if _, ok := s.c.op(&events[k]); !ok {
			continue
		}
		e := events[k] // moves to the heap only if it is kept
		proposed := e.Op == history.Acquire && bounds.Unsure(&e) && e.Lease != history.None
		again := proposed && s.c.rules.isNameless(e.Lease)
		s.named = s.named || proposed
		s.wrote = s.wrote || e.Op < history.Acquire && bounds.Unsure(&e)
		if proposed && !again {
			s.c.rules.nameless[e.Lease] = e.Invoke
		}
		op, _ := s.c.op(&e)
		if again { // the id may be granted twice
			op.Class = exactly(&e)
		}
		s.c.take(&op)
		if op.Maybe && anybodys(op.Class) {
			s.c.search.Add(oneself(&e))
		}
	}
}

// Mark tells the stream that no event added later was invoked before the watermark.
func (s *Stream) Mark(watermark int64) {
	s.c.search.Advance(watermark, math.MaxInt)
	if watermark == history.Open {
		return
	}
	if s.c.tidy(watermark, watermark-int64(settling), watermark-int64(bounds.Horizon)) {
		s.dropped = true
	}
	s.c.forget(watermark)
	s.c.sights.forget(watermark)
}

// Close ends the check, and returns its result.
func (s *Stream) Close() finding.Result {
	s.c.search.Finish()
	r := s.c.result()
	if r.State == finding.Valid && s.named {
		r.Assume("acquires that were not answered stand for each other until an answer names their ids: what only the id would tell is seen in the recorded history")
	}
	if r.State == finding.Valid && s.wrote {
		r.Assume("a write that was not answered may have found any state of the lease, regardless of when its contents were first seen: the recorded history is checked for that")
	}
	if r.Operations > 0 && s.dropped {
		r.Assume(bounds.Forgetting)
	}
	return r
}
