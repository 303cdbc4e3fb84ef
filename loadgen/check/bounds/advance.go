package bounds

import (
	"ifmatch/loadgen/history"
	"math"
	"slices"
)

// Advance explains every operation that returned before the watermark. No operation added
// later may be invoked before it. Advance stops after limit operations, and reports
// whether it explained all of them.
func (s *Search[S]) Advance(watermark int64, limit int) bool {
	s.feed.sort()
	s.watermark = watermark
	for range limit {
		o := s.feed.next(watermark)
		if o == nil {
			return true
		}
		s.explained = o.until()
		s.spend(o)
		s.feed.close(o)
		low := s.feed.oldest(watermark)
		s.remember(o, low)
		for _, w := range s.worlds {
			w.forget(low)
		}
	}
	return false
}

// spend explains an operation that returns, unless the limit is reached: then nothing is known of it.
func (s *Search[S]) spend(o *Op) {
	if s.ended {
		return
	}
	s.watch = s.Limit.Start()
	s.close(o)
	if !s.watch.Hard() {
		return
	}
	s.watch.Stop()
	if s.ended = s.watch.Over(); s.ended {
		s.fail(Failure[S]{Op: o, Before: []Trace[S]{s.worlds[0].trace()}, Unproved: true})
	}
}

// remember keeps a change for as long as it may overlap another operation.
func (s *Search[S]) remember(o *Op, low int64) {
	if !o.Changes {
		return
	}
	if len(s.recent) >= 16 && len(s.recent) == cap(s.recent) {
		s.recent = slices.DeleteFunc(s.recent, func(p *Op) bool { return p.until() < low })
	}
	s.recent = append(s.recent, o)
}

// Finish explains what is left.
func (s *Search[S]) Finish() { s.Advance(history.Open, math.MaxInt) }

// close explains an operation that returns.
func (s *Search[S]) close(o *Op) {
	if o.Event.Invoke <= s.anchored {
		return // its possible effect is among the Maybes
	}
	s.short = false
	if s.full || s.trail.base == nil && s.earliest() > o.until() {
		ok := s.explain(o)
		switch {
		case s.short && !s.full: // from here on something is left out
			before := s.worlds
			if ok {
				before = s.next
			}
			s.tape.torn = true
			s.begin(before)
			s.went(o, ok || s.retrace(o))
			return
		case s.short:
			s.unproved = true
		}
		if !ok {
			s.failed(o)
			return
		}
		s.tape.note(o, s.worlds)
		return
	}
	s.tape.torn = true
	s.begin(s.worlds)
	s.lazy = true
	ok := s.explain(o)
	s.lazy = false
	s.went(o, ok || s.explain(o) || s.retrace(o))
}

// failed reports an operation that fits nowhere, and goes on from the state that it leaves
// behind.
func (s *Search[S]) failed(o *Op) {
	defer func() { s.tape.rewind(s.worlds) }()
	f, earlier := s.culprit(o)
	if earlier {
		s.fail(f)
		return
	}
	s.giveUp(o, f)
}

// force goes on from the state that an impossible operation leaves behind, and reports
// whether the operation tells that state. Operations that overlap it may have taken effect
// before or after it, and are not judged. No operation of unknown outcome counts as used,
// because it was used in one world only.
func (s *Search[S]) force(o *Op) bool {
	step, ok := s.machine.Force(o)
	if !ok {
		return false
	}
	worlds := s.fresh().stepped(o, step)
	if len(worlds) == 0 {
		return false
	}
	s.worlds = append(worlds, s.worlds...) // or it did nothing
	s.unproved = false
	s.anchored = o.until()
	for _, p := range s.recent {
		if p.until() >= o.from() {
			s.own.Add(perhaps(p))
		}
	}
	for _, p := range s.feed.changes.open(o.until()) {
		if p != o {
			s.own.Add(perhaps(p))
		}
	}
	s.endTrail()
	return true
}

// giveUp reports that an operation could not be explained. It goes on from the state that
// the operation leaves behind, or from the known states and the one that it suggests, so
// that consequences of one mistake are not reported as further mistakes. If the operation
// does not tell the state and the failure is in doubt, the operation becomes a Maybe.
// Leaving it out would claim that it had no effect.
func (s *Search[S]) giveUp(o *Op, f Failure[S]) {
	s.fail(f)
	if s.force(o) {
		return
	}
	if step, ok := s.machine.Suppose(o); ok && !s.strict {
		base := s.fresh()
		base.taken = s.worlds[0].taken // operations in flight may have come before it, as far as they were needed
		s.worlds = append(slices.Clip(s.worlds), base.stepped(o, step)...)
	}
	if f.Unproved && o.Changes {
		s.own.Add(perhaps(o))
	}
}

// fresh is a world of which only the number of lapses is known.
func (s *Search[S]) fresh() *world[S] {
	return &world[S]{now: s.worlds[0].now, zone: nowhere(), floor: -far, lapses: s.worlds[0].lapses}
}
