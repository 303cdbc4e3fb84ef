package bounds

import (
	"cmp"
	"slices"
)

// explain finds the worlds in which o ends as it did, and reports whether there are any.
func (s *Search[S]) explain(o *Op) bool {
	if !o.Changes && len(s.worlds) == 1 && s.settled(s.worlds[0], o) {
		return true
	}
	s.next, s.tries, s.cells = s.next[:0], 0, 0
	for n, w := range s.worlds {
		if k := slices.Index(w.taken, o); k >= 0 {
			v := *w
			v.taken = slices.Delete(slices.Clone(w.taken), k, k+1)
			s.keep(&v)
			continue
		}
		s.fitIn(w, o, s.limits.tried*s.effort*(n+1)/len(s.worlds))
	}
	if len(s.next) == 0 {
		return false
	}
	s.worlds, s.next = s.next, s.worlds
	s.choose(o)
	for k, w := range s.worlds {
		s.worlds[k] = s.shorten(w)
	}
	return true
}

// choose gives up worlds if there are too many. It keeps those in which the fewest changes
// under way can no longer take effect: an answer that is late may have taken effect long
// before, and nothing else tells. Then it keeps those that need the fewest operations of unknown
// outcome, which are the likeliest. Among these it keeps those with the fewest operations
// taken, which leave the most open.
func (s *Search[S]) choose(o *Op) {
	if most := s.limits.worlds * s.effort; len(s.worlds) > most {
		late := map[*world[S]]int{}
		for _, w := range s.worlds {
			for _, p := range s.feed.changes.open(o.from()) {
				if p != o && !w.took(p) && s.machine.Late(w.now, p) {
					late[w]++
				}
			}
		}
		slices.SortStableFunc(s.worlds, func(a, b *world[S]) int {
			return cmp.Or(cmp.Compare(late[a], late[b]), cmp.Compare(len(a.used), len(b.used)), cmp.Compare(len(a.taken), len(b.taken)))
		})
		clear(s.worlds[most:])
		s.worlds = s.worlds[:most]
		s.short = true
	}
}

// keep adds a world to those that go on, unless another one allows as much.
func (s *Search[S]) keep(w *world[S]) {
	for k := 0; k < len(s.next); k++ {
		if s.next[k].covers(w) {
			return
		}
		if v := w.union(s.next[k]); v != nil {
			// A world kept beside either may be covered by both together.
			s.next = slices.Delete(s.next, k, k+1)
			w, k = v, -1
		}
	}
	if s.room(w) || len(s.next) == 0 {
		s.next = append(s.next, w)
	}
}

// push adds a world to those still to be looked at.
func (s *Search[S]) push(w *world[S]) {
	if s.room(w) {
		s.queue = append(s.queue, w)
	}
}

// room reports whether there is room for another world. All worlds found count, including
// those dropped since. That is simpler, and few are dropped.
func (s *Search[S]) room(w *world[S]) bool {
	if s.cells += len(w.zone.m); s.cells <= s.limits.cells {
		return true
	}
	s.short = true
	return false
}

// fitIn finds every way in which o fits into a world: within a state that overlaps it, or
// after changes that may have come before it, the fewest first. It gives up after so many tries, so that each world has its share.
func (s *Search[S]) fitIn(w *world[S], o *Op, most int) {
	s.queue = append(s.queue[:0], w)
	s.tried = s.tried[:0]
	root := w
	for k := 0; k < len(s.queue); k++ {
		w := s.queue[k]
		if slices.ContainsFunc(s.tried, func(v *world[S]) bool { return v.covers(w) }) {
			continue
		}
		if s.tries++; s.tries > most || s.tries%64 == 0 && s.watch.Over() {
			s.short = true
			return
		}
		if s.full {
			s.retraced += 1 + len(s.tried) + len(s.next) // the world is compared with each of these
		}
		s.tried = append(s.tried, w)
		// If an operation that never changes anything fits, that settles it. An operation that
		// may change something may be needed for its effect elsewhere.
		if !o.Changes && s.settled(w, o) {
			s.keep(w)
			continue
		}
		// After changes placed before o, o is not put into an earlier state: the changes would
		// not have to come before o then.
		first := len(w.spans)
		if w == root {
			first = 0
		}
		s.within(w, o, first)
		if step, ok := s.machine.Apply(w.now, o); ok && !same(w.present(), step) {
			for _, v := range w.stepped(o, step) {
				s.keep(v)
			}
		}
		s.before(w, o)
	}
}

// settled reports whether o fits into a world without narrowing it.
func (s *Search[S]) settled(w *world[S], o *Op) bool {
	from, until := o.from(), o.until()
	for k := len(w.spans); k >= 0; k-- {
		if k > 0 && w.zone.max(k) > until {
			continue // this state may have begun after the operation
		}
		if k < len(w.spans) {
			if w.zone.min(k+1) < from {
				if w.zone.max(k+1) < from {
					return false // all earlier states ended before the operation, too
				}
				continue
			}
		} else if from > w.floor && !s.lasts(w, o) {
			continue
		}
		if s.fits(w.span(k), o) {
			w.finds(o, k)
			return true
		}
	}
	return false
}

// lasts reports whether nothing can end the present state before o was invoked.
func (s *Search[S]) lasts(w *world[S], o *Op) bool {
	t := o.from()
	if w.running && w.zone.min(w.timer()) < t {
		return false
	}
	if slices.ContainsFunc(s.feed.changes.open(t), func(p *Op) bool { return p != o && !w.took(p) }) {
		return false
	}
	if s.lazy {
		w.floor = t // from now on nothing can, not even an operation of unknown outcome
		return true
	}
	return !s.maybe(w, t, func(*Op, Step[S]) bool { return false })
}

// within narrows a world so that o falls into one of its states, from the first given, in
// every possible way.
func (s *Search[S]) within(w *world[S], o *Op, first int) {
	for k := first; k <= len(w.spans); k++ {
		if !s.fits(w.span(k), o) {
			continue
		}
		v := w.copied()
		if k > 0 && !v.zone.atMost(k, o.until()) {
			continue
		}
		if k < len(w.spans) {
			if !v.zone.atLeast(k+1, o.from()) {
				continue
			}
		} else if v = v.lasting(o.from()); v == nil {
			continue
		}
		v.finds(o, k)
		s.keep(v)
	}
}

// before lets each event that may change the state before o returns take effect next.
func (s *Search[S]) before(w *world[S], o *Op) {
	t := o.until()
	if w.running && w.zone.min(w.timer()) <= t {
		if v := w.copied(); v.zone.atMost(v.timer(), t) {
			s.push(v.expired(s.machine.Expire(w.now)))
		}
	}
	for _, p := range s.feed.changes.open(t) {
		if p == o || w.took(p) || s.later(w, p, o, t) {
			continue
		}
		if step, ok := s.machine.Apply(w.now, p); ok && !same(w.present(), step) {
			for _, v := range w.stepped(p, step) {
				if v.zone.atMost(v.start(), t) {
					v.taken = append(slices.Clip(w.taken), p)
					s.push(v)
				}
			}
		}
	}
	if s.lazy {
		return
	}
	s.maybe(w, t, func(p *Op, step Step[S]) bool {
		for _, v := range w.stepped(p, step) {
			if v.zone.atMost(v.start(), t) {
				v.used = append(slices.Clip(w.used), p)
				s.push(v)
			}
		}
		return true
	})
}

// later reports whether p need not be tried next, because another operation that would do
// the same, and must do it no later, can go first.
func (s *Search[S]) later(w *world[S], p, o *Op, t int64) bool {
	if p.Class == (Class{}) {
		return false
	}
	first := true // p is the first in the list
	for _, q := range s.feed.changes.open(t) {
		if q == p {
			first = false
		}
		if q.Class != p.Class || q == p || q.from() > p.from() || q.until() > p.until() || q != o && w.took(q) {
			continue
		}
		if q.from() != p.from() || q.until() != p.until() || q == o || first {
			return true
		}
	}
	return false
}

// maybe calls visit for the Maybes invoked by t that could change the state of a world,
// until visit returns false. It reports whether there were any.
func (s *Search[S]) maybe(w *world[S], t int64, visit func(*Op, Step[S]) bool) bool {
	found := false
	for _, pool := range s.pools() {
		for _, c := range pool.classes {
			p := c.first(w.used)
			if p == nil || p.Event.Invoke > t {
				continue
			}
			if step, ok := s.machine.Apply(w.now, p); ok && !same(w.present(), step) {
				found = true
				if !visit(p, step) {
					return true
				}
			}
		}
	}
	return found
}

// fits reports whether o may end as it did in a state without changing it. An end of the
// clock that comes sooner anyway is no change.
func (s *Search[S]) fits(in span[S], o *Op) bool {
	step, ok := s.machine.Apply(in.state, o)
	return ok && same(in, step)
}

func same[S comparable](in span[S], step Step[S]) bool {
	return step.Next == in.state && (step.Clock == Keep || step.Clock == Cut && in.slack <= step.Hi)
}
