package queue

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// remembered is how many removed messages a stream remembers, to distinguish one that comes
// back from one that was never put. Both are violations.
const remembered = 1 << 16

// Stream is Check for a history that is still growing. Its memory depends on how
// many messages are in the queue, not on how long the run takes.
type Stream struct {
	c       *checker
	lives   map[uint64]*life
	dirty   map[uint64]bool // messages with operations to explain
	removed map[uint64]*life
	recent  []uint64 // the keys of removed, oldest first
	purged  int64
	dropped bool
}

// NewStream begins a check.
func NewStream(timing bounds.Timing) *Stream {
	return &Stream{c: newChecker(timing), lives: map[uint64]*life{}, dirty: map[uint64]bool{}, removed: map[uint64]*life{}}
}

// Add takes events of the queue in any order, but none invoked before a watermark that was
// marked. It keeps no reference to the slice.
func (s *Stream) Add(events []history.Event) {
	for k := range events {
		if !about(&events[k]) {
			continue
		}
		e := events[k]
		s.c.note(&e)
		if e.Value == 0 {
			continue
		}
		op, ok := s.c.op(&e)
		if !ok {
			continue
		}
		m := s.life(e.Value)
		s.c.add(m, &op)
		s.dirty[e.Value] = true
	}
}

// life finds or begins the check of a message.
func (s *Stream) life(value uint64) *life {
	m := cmp.Or(s.lives[value], s.removed[value])
	if m == nil {
		m = s.c.life(true)
	}
	s.lives[value] = m
	return m
}

// Mark tells the stream that no event added later was invoked before the watermark.
func (s *Stream) Mark(watermark int64) {
	// The answer that showed the queue to be empty must find every message as it was then.
	to := watermark
	if e := s.c.drain.last(); e != nil {
		to = min(to, e.Invoke)
	}
	old := watermark - int64(bounds.Horizon)
	for _, value := range slices.Sorted(maps.Keys(s.dirty)) {
		m := s.lives[value]
		m.search.Advance(to, math.MaxInt)
		if m.search.Idle() {
			delete(s.dirty, value)
			s.retire(value, m)
		}
	}
	s.c.order.advance(watermark)
	if watermark != history.Open && old > s.purged+int64(bounds.Horizon)/10 {
		s.purge(old)
	}
}

// retire puts away a message that was removed, so that no operation on it is expected.
func (s *Stream) retire(value uint64, m *life) {
	if !m.only(gone) {
		return
	}
	delete(s.lives, value)
	if s.removed[value] != nil {
		return
	}
	s.c.end(m)
	s.removed[value] = m
	if s.recent = append(s.recent, value); len(s.recent) > remembered {
		delete(s.removed, s.recent[0])
		s.recent = s.recent[1:]
	}
}

// purge forgets the operations of unknown outcome invoked before old.
func (s *Stream) purge(old int64) {
	s.purged = old
	dead := func(op *bounds.Op) bool {
		if op.Event.Invoke >= old {
			return false
		}
		s.dropped = true
		return true
	}
	for _, m := range s.removed {
		m.search.Prune(dead)
	}
	maps.DeleteFunc(s.lives, func(value uint64, m *life) bool {
		m.search.Prune(dead)
		// A put that was never answered and never seen did not happen.
		return m.search.Idle() && m.put != nil && m.put.Invoke < old && m.only(absent)
	})
	s.c.unknown.Prune(dead)
}

// only reports whether a message can be in no other place.
func (m *life) only(at where) bool {
	return !slices.ContainsFunc(m.search.Now(), func(state message) bool { return state.where != at })
}

// Close ends the check, and returns its result.
func (s *Stream) Close() finding.Result {
	for _, value := range slices.Sorted(maps.Keys(s.lives)) {
		s.c.finish(s.lives[value])
	}
	r := s.c.result()
	if s.dropped {
		r.Assume(bounds.Forgetting)
	}
	return r
}
