package bounds

import "slices"

// Operations of unknown outcome are seldom needed to explain what was seen, but
// all that they may have done multiplies. So the search goes on without them as
// long as it can, with whatever worlds that leaves, and uses one only where
// nothing else helps. Worlds found that way explain the history as well as any
// others. Only when an operation fits into none of them, the way is gone over
// again from where nothing had been left out, now with all possibilities: what is
// told to be impossible then is.

// mostEffort is how much more than that of the search.
const mostEffort = 16

// begin notes the worlds before something is left out, unless something was
// before.
func (s *Search[S]) begin(worlds []*world[S]) {
	if s.trail.base != nil {
		return
	}
	s.trail = trail[S]{certain: true, base: copies(worlds), prior: slices.Clone(s.recent)}
}

// retrace goes over the way again, up to o. It is false if that shows o to be
// impossible, or comes to no end.
func (s *Search[S]) retrace(o *Op) bool {
	if len(s.trail.log) > s.limits.lost || s.weary() {
		s.giveUp(o, Failure[S]{Op: o, Before: []Trace[S]{s.worlds[0].trace()}, Doubt: true})
		return false
	}
	t := &s.trail
	if !t.certain {
		for k := range 2 * len(t.marks) { // the newest first, then with more effort
			m := t.marks[len(t.marks)-1-k%len(t.marks)]
			effort := s.effort * (1 + 3*(k/len(t.marks)))
			if sub, failure := s.again(effort, m.worlds, nil, append(slices.Clip(t.went[m.at:]), o)); failure == nil {
				s.worlds = sub.worlds
				return true
			}
		}
	}
	var failure *Failure[S]
	for effort := s.effort; effort <= mostEffort*s.effort; effort *= 4 {
		var sub *Search[S]
		sub, failure = s.again(effort, t.base, t.maybes, append(slices.Clip(t.log), o))
		if failure == nil {
			s.adopt(sub)
			return true
		}
		if !failure.Doubt || s.weary() {
			break
		}
	}
	// What has been explained is not impossible: if that is said of it, no more is known.
	failure.Doubt = failure.Doubt || failure.Op != o
	s.giveUp(o, *failure)
	return false
}

// weary tells that ways were gone over again for so long that no more is: what cannot
// be explained then stays undecided. Else clocks that are known within seconds, or very
// many operations of unknown outcome, could cost hours.
func (s *Search[S]) weary() bool { return s.toil > s.limits.toil }

// again is a search over a way that leaves nothing out, as far as it came. It
// begins in the worlds of base, with more Maybes than the search has.
func (s *Search[S]) again(effort int, base []*world[S], maybes, way []*Op) (*Search[S], *Failure[S]) {
	var failure *Failure[S]
	sub := s.over(effort, base, maybes, way, func(f Failure[S]) { failure = &f })
	s.run(sub, way, func(int) bool {
		if failure == nil && s.weary() {
			failure = &Failure[S]{Op: way[len(way)-1], Before: []Trace[S]{s.worlds[0].trace()}, Doubt: true}
		}
		return failure == nil
	})
	return sub, failure
}

// over is a search that is to go over a way, with nothing left out.
func (s *Search[S]) over(effort int, base []*world[S], maybes, way []*Op, fail func(Failure[S])) *Search[S] {
	sub := &Search[S]{
		machine: s.machine, fail: fail, shared: s.shared, effort: effort, limits: s.limits, full: true, anchored: s.anchored, recent: slices.Clone(s.recent),
	}
	for o := range s.own.all {
		sub.own.Add(o)
	}
	for _, r := range s.trail.retired {
		sub.own.Add(r.op)
	}
	for _, o := range maybes {
		sub.own.Add(o)
	}
	sub.worlds = copies(base)
	for _, o := range s.feed.changes.open(way[len(way)-1].until()) {
		if !slices.Contains(way, o) {
			sub.feed.add(o)
		}
	}
	for _, o := range way {
		sub.feed.add(o)
	}
	sub.feed.sort()
	return sub
}

// run explains a way by a search made for it, as long as more is true before each
// operation and after the last.
func (s *Search[S]) run(sub *Search[S], way []*Op, more func(k int) bool) {
	low, worn := s.feed.oldest(s.watermark), s.toil
	for k, o := range way {
		if !more(k) {
			return
		}
		sub.close(o)
		s.toil = worn + sub.toil
		sub.feed.close(o)
		before := sub.feed.oldest(low)
		sub.remember(o, before)
		for _, w := range sub.worlds {
			w.forget(before)
		}
	}
	more(len(way))
}

// adopt goes on with the worlds of a search that left nothing out.
func (s *Search[S]) adopt(sub *Search[S]) {
	s.worlds = sub.worlds
	if !s.trail.certain {
		s.guesses++
	}
	if !sub.doubtful { // else something was left out again, and it is not known when
		s.endTrail()
	}
}

// endTrail forgets the way. What was pruned on it may matter after all in the
// worlds that were found, and is the caller's to prune again. What fell on neither
// side of its beginning may still come next, unless all worlds are beyond it.
func (s *Search[S]) endTrail() {
	for _, r := range s.trail.retired {
		s.own.Add(r.op)
	}
	for _, o := range s.trail.maybes {
		s.own.Add(o)
	}
	s.trail = trail[S]{}
	low := s.worlds[0].floor
	for _, w := range s.worlds {
		low = min(low, w.floor)
	}
	s.own.Prune(func(o *Op) bool { return o.until() < low })
}

// went notes that o has been explained, or not.
func (s *Search[S]) went(o *Op, ok bool) {
	t := &s.trail
	if !ok || t.base == nil {
		return
	}
	t.log, t.went = append(t.log, o), append(t.went, o)
	if len(t.went)%s.limits.short == 0 {
		t.marks = append(t.marks, mark[S]{len(t.went), copies(s.worlds)})
	}
	switch n := len(t.log); {
	case n%s.limits.short == 0 && n >= s.limits.long:
		s.cut()
	case n&(n-1) == 0 && n >= 64 && t.certain && s.earliest() > o.until() && !s.weary():
		// It was only that too much happened at once, which is over by now.
		if sub, failure := s.again(4*s.effort, t.base, t.maybes, t.log); failure == nil && !sub.doubtful {
			s.adopt(sub)
		}
	}
}

// cut lets the way begin at the last operation, but for the newest, that tells
// the state by itself and returned before everything in flight was invoked.
func (s *Search[S]) cut() {
	t := &s.trail
	low := s.feed.oldest(s.watermark)
	for k := len(t.log) - s.limits.short; k > 0; k-- {
		a := t.log[k]
		step, ok := s.machine.Force(a)
		if !ok || a.until() >= low {
			continue
		}
		base := (&world[S]{now: s.worlds[0].now, zone: nowhere(), floor: -far}).stepped(a, step)
		if len(base) == 0 {
			continue
		}
		var log, about, prior []*Op
		for _, o := range t.prior {
			if o.until() >= a.from() {
				about = append(about, perhaps(o))
				prior = append(prior, o)
			}
		}
		for j, o := range t.log {
			switch {
			case j == k || o.until() < a.from():
			case o.from() > a.until():
				log = append(log, o)
			case o.Changes:
				about = append(about, perhaps(o))
				prior = append(prior, o)
			}
		}
		t.retired = slices.DeleteFunc(t.retired, func(r retired) bool { return r.at < a.from() })
		t.base, t.log, t.prior, t.maybes, t.certain = base, log, append(prior, a), about, false
		if drop := len(t.marks) - 4; drop > 0 {
			t.marks = slices.Delete(t.marks, 0, drop)
		}
		if len(t.marks) > 0 {
			first := t.marks[0].at
			t.went = slices.Delete(t.went, 0, first)
			for k := range t.marks {
				t.marks[k].at -= first
			}
		}
		return
	}
}
