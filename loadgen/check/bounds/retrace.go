package bounds

import "slices"

// Operations of unknown outcome are seldom needed to explain what was seen, but their
// possible effects multiply. So the search goes on without them as long as it can, with the
// worlds that this leaves. It uses one only where nothing else helps. Worlds found that way
// explain the history as well as any others. If an operation fits into none of them, the
// way is retraced from where nothing had been left out, now with all possibilities. An
// operation found impossible then is impossible.

// mostEffort is how many times the effort of the search a retrace may take: as much as the limit allows, if there is one.
const (
	mostEffort = 16
	limited    = 1024
)

func (s *Search[S]) most() int {
	if s.Limit == nil {
		return mostEffort * s.effort
	}
	return limited * s.effort
}

// begin notes the worlds before something is left out for the first time.
func (s *Search[S]) begin(worlds []*world[S]) {
	if s.trail.base != nil {
		return
	}
	s.trail = trail[S]{certain: true, base: copies(worlds), prior: slices.Clone(s.recent)}
}

// retrace explains the way again, up to o. It is false if o turns out to be impossible, or
// if it gave up.
func (s *Search[S]) retrace(o *Op) bool {
	if len(s.trail.log) > s.limits.lost || s.weary() {
		s.giveUp(o, Failure[S]{Op: o, Before: []Trace[S]{s.worlds[0].trace()}, Unproved: true})
		return false
	}
	t := &s.trail
	var failure *Failure[S]
	for effort := s.effort; effort <= s.most(); effort *= 4 {
		var sub *Search[S]
		sub, failure = s.again(effort, t.base, t.maybes, append(slices.Clip(t.log), o))
		if failure == nil {
			s.adopt(sub)
			return true
		}
		if !failure.Unproved || s.weary() {
			break
		}
	}
	// An operation that was explained is possible. If the failure names one, nothing is proved.
	failure.Unproved = failure.Unproved || failure.Op != o
	s.giveUp(o, *failure)
	return false
}

// weary reports that so much was retraced that nothing more is: an operation that does not
// fit then stays undecided. Without this limit, clocks known only within seconds, or very
// many operations of unknown outcome, could cost hours.
func (s *Search[S]) weary() bool {
	if s.Limit == nil {
		return s.retraced > s.limits.retraceLimit
	}
	return s.watch.Over()
}

// again searches a way with nothing left out, from the worlds of base and with extra
// Maybes. It returns the search, as far as it came, and its failure; nil if there is none.
func (s *Search[S]) again(effort int, base []*world[S], maybes, way []*Op) (*Search[S], *Failure[S]) {
	var failure *Failure[S]
	sub := s.over(effort, base, maybes, way, func(f Failure[S]) { failure = &f })
	s.run(sub, way, func(int) bool {
		if failure == nil && s.weary() {
			failure = &Failure[S]{Op: way[len(way)-1], Before: []Trace[S]{s.worlds[0].trace()}, Unproved: true}
		}
		return failure == nil
	})
	return sub, failure
}

// over makes a search that is ready to explain a way, with nothing left out.
func (s *Search[S]) over(effort int, base []*world[S], maybes, way []*Op, fail func(Failure[S])) *Search[S] {
	sub := &Search[S]{
		machine: s.machine, Lenient: s.Lenient, fail: fail, shared: s.shared, effort: effort, limits: s.limits, full: true, anchored: s.anchored, recent: slices.Clone(s.recent),
		watch: s.watch,
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

// run explains a way by a search made for it, as long as more is true before each operation
// and after the last.
func (s *Search[S]) run(sub *Search[S], way []*Op, more func(k int) bool) {
	low, worn := s.feed.oldest(s.watermark), s.retraced
	for k, o := range way {
		if !more(k) {
			return
		}
		sub.close(o)
		s.retraced = worn + sub.retraced
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
	if !sub.unproved { // otherwise something was left out again, and it is not known when
		s.endTrail()
	}
}

// endTrail forgets the way. Operations pruned on it may matter in the worlds that were
// found, so they are added again, and the caller has to prune them again. Operations that
// overlapped its beginning may still take effect, unless all worlds are past them.
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

// went adds o to the way if it was explained.
func (s *Search[S]) went(o *Op, ok bool) {
	t := &s.trail
	if !ok || t.base == nil {
		return
	}
	t.log = append(t.log, o)
	switch n := len(t.log); {
	case n%s.limits.short == 0 && n >= s.limits.long:
		s.cut()
	case n&(n-1) == 0 && n >= 64 && t.certain && s.earliest() > o.until() && !s.weary():
		// Something was left out only because too much happened at once, and that is over.
		if sub, failure := s.again(4*s.effort, t.base, t.maybes, t.log); failure == nil && !sub.unproved {
			s.adopt(sub)
		}
	}
}

// cut moves the beginning of the way to the last operation, apart from the newest ones,
// that tells the state by itself and returned before everything in flight was invoked.
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
		return
	}
}
