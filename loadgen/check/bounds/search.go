package bounds

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"ifmatch/loadgen/history"
)

// The limits of a search of effort 1. Histories without operations of unknown
// outcome stay far below them.
const (
	maxWorlds = 16  // kept between two operations
	maxTried  = 256 // looked at for one operation
	maxSpans  = 12  // past states kept in a world, whatever the effort
)

// Search explains the operations on one object, in the order of their return.
type Search[S comparable] struct {
	machine Machine[S]
	fail    func(Failure[S])
	shared  *Pool
	own     Pool
	worlds  []*world[S]
	feed    feed
	// explained is the return of the last operation.
	explained int64
	// doubtful: a world was given up, so that a failure proves nothing until the
	// state is known again.
	doubtful bool
	// blurred is the latest end of a past state that was forgotten early.
	blurred int64
	tried   []*world[S]
	tries   int
	stack   []*world[S]
	next    []*world[S]
	effort  int
	// full: nothing is left out. Else lazy tells whether what is of unknown outcome
	// is, for now.
	full, lazy bool
	trail      trail[S]
	guesses    int   // times that the search went on from more than what may have happened
	watermark  int64 // of the Advance under way
	bug        bug
}

// New begins a search in a known state. Failures are told as they are found.
// The Maybes of shared, which may be nil, may take effect on several objects.
// Effort says how many possibilities are kept side by side before some are given
// up; the time that the search takes grows faster than it.
func New[S comparable](m Machine[S], initial S, shared *Pool, effort int, fail func(Failure[S])) *Search[S] {
	w := &world[S]{now: initial, zone: nowhere(), floor: -far}
	return &Search[S]{machine: m, fail: fail, shared: shared, worlds: []*world[S]{w}, blurred: -far, effort: effort}
}

// Add takes operations, in any order as long as none was invoked before a
// watermark already passed.
func (s *Search[S]) Add(ops ...*Op) {
	for _, o := range ops {
		if o.Maybe {
			s.own.Add(o)
			continue
		}
		s.feed.add(o)
	}
}

// Advance explains everything that returned before the watermark: no operation
// added later was invoked before it. It stops after limit operations, and tells
// whether it came to the end.
func (s *Search[S]) Advance(watermark int64, limit int) bool {
	s.feed.sort()
	s.watermark = watermark
	for range limit {
		o := s.feed.next(watermark)
		if o == nil {
			return true
		}
		s.explained = o.Event.Return
		s.close(o)
		s.feed.close(o)
		low := s.feed.oldest(watermark)
		for _, w := range s.worlds {
			w.forget(low)
		}
	}
	return false
}

// Finish explains what is left.
func (s *Search[S]) Finish() { s.Advance(history.Open, math.MaxInt) }

// Explained is the return of the last operation that was explained.
func (s *Search[S]) Explained() int64 { return s.explained }

// Maybes are the operations of unknown outcome that were added, as far as they
// were not pruned.
func (s *Search[S]) Maybes() iter.Seq[*Op] { return s.own.all }

// Reclass moves an operation of unknown outcome to another class.
func (s *Search[S]) Reclass(o *Op, c Class) {
	s.own.Prune(func(p *Op) bool { return p == o })
	o.Class = c
	s.own.Add(o)
}

// Prune drops the Maybes for which dead is true: the caller takes it that they
// do not take effect any more.
func (s *Search[S]) Prune(dead func(*Op) bool) {
	drop := func(op *Op) bool {
		if !dead(op) {
			return false
		}
		if s.trail.base != nil {
			s.trail.retired = append(s.trail.retired, retired{op, s.explained})
		}
		return true
	}
	s.own.Prune(drop)
	for _, w := range s.worlds {
		if slices.ContainsFunc(w.used, dead) {
			w.used = slices.DeleteFunc(slices.Clone(w.used), dead)
		}
	}
}

// Guesses is how often the search went on from more than what may have happened:
// then it proves no history valid.
func (s *Search[S]) Guesses() int { return s.guesses }

// Idle tells whether every operation has been explained.
func (s *Search[S]) Idle() bool { return s.feed.empty() }

// States lists the states that the object may be in, or was in while an
// operation was in flight that is still to be explained.
func (s *Search[S]) States() []S {
	var out []S
	for _, w := range s.worlds {
		out = append(append(out, w.spans...), w.now)
	}
	return out
}

// Lapses is how often the clock ran out, in one of the worlds that explain the
// history.
func (s *Search[S]) Lapses() int { return s.worlds[0].lapses }

// close explains an operation that returns.
func (s *Search[S]) close(o *Op) {
	if s.full || s.trail.base == nil && s.earliest() > o.Event.Return {
		if !s.explain(o) {
			s.failed(o)
		}
		return
	}
	s.begin()
	s.lazy = true
	ok := s.explain(o)
	s.lazy = false
	if ok || s.explain(o) || s.retrace(o) {
		if s.trail.base != nil {
			s.went(o)
		}
	}
}

// earliest is when the first Maybe was invoked.
func (s *Search[S]) earliest() int64 {
	t := s.own.earliest()
	if s.shared != nil {
		t = min(t, s.shared.earliest())
	}
	return t
}

// explain finds the worlds in which o ends as it did; false if there are none.
func (s *Search[S]) explain(o *Op) bool {
	if !o.Changes && len(s.worlds) == 1 && s.settled(s.worlds[0], o) {
		return true
	}
	s.next, s.tries = s.next[:0], 0
	for _, w := range s.worlds {
		if k := slices.Index(w.taken, o); k >= 0 {
			v := *w
			v.taken = slices.Delete(slices.Clone(w.taken), k, k+1)
			s.keep(&v)
			continue
		}
		s.place(w, o)
	}
	if len(s.next) == 0 {
		return false
	}
	s.worlds, s.next = s.next, s.worlds
	s.choose()
	for _, w := range s.worlds {
		s.shorten(w)
	}
	return true
}

// choose gives up worlds if there are too many. Those are kept that need the
// fewest operations of unknown outcome: they are the likeliest.
func (s *Search[S]) choose() {
	if most := maxWorlds * s.effort; len(s.worlds) > most {
		slices.SortStableFunc(s.worlds, func(a, b *world[S]) int { return cmp.Compare(len(a.used), len(b.used)) })
		clear(s.worlds[most:])
		s.worlds = s.worlds[:most]
		s.doubtful = true
	}
}

// keep adds a world to those that go on, unless another allows as much.
func (s *Search[S]) keep(w *world[S]) {
	for k := 0; k < len(s.next); k++ {
		if s.next[k].covers(w) {
			return
		}
		if v := w.union(s.next[k]); v != nil {
			// What was kept next to either may be covered by both together.
			s.next = slices.Delete(s.next, k, k+1)
			w, k = v, -1
		}
	}
	s.next = append(s.next, w)
}

// place finds every way in which o fits into a world: within a state that
// overlaps it, or after changes that may have come before it.
func (s *Search[S]) place(w *world[S], o *Op) {
	s.stack = append(s.stack[:0], w)
	s.tried = s.tried[:0]
	root := w
	for len(s.stack) > 0 {
		w := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if slices.ContainsFunc(s.tried, func(v *world[S]) bool { return v.covers(w) }) {
			continue
		}
		if s.tries++; s.tries > maxTried*s.effort {
			s.doubtful = true
			return
		}
		s.tried = append(s.tried, w)
		// Where an operation that never changes anything fits in, it costs nothing. One
		// that does may be wanted for its effect elsewhere.
		if !o.Changes && s.settled(w, o) {
			s.keep(w)
			continue
		}
		// After changes that came before o, o does not fall into an earlier state:
		// then they need not have come before it.
		first := len(w.spans)
		if w == root {
			first = 0
		}
		s.within(w, o, first)
		if step, ok := s.machine.Apply(w.now, o); ok && !pure(w.now, step) {
			for _, v := range w.stepped(o, step, nil) {
				s.keep(v)
			}
		}
		s.before(w, o)
	}
}

// settled tells whether o fits into a world without narrowing it.
func (s *Search[S]) settled(w *world[S], o *Op) bool {
	e := o.Event
	for k := len(w.spans); k >= 0; k-- {
		if k > 0 && w.zone.max(k) > e.Return {
			continue // may have begun after the operation
		}
		if k < len(w.spans) {
			if w.zone.min(k+1) < e.Invoke {
				if w.zone.max(k+1) < e.Invoke {
					return false // all earlier ones ended before the operation, too
				}
				continue
			}
		} else if e.Invoke > w.floor && !s.lasts(w, o) {
			continue
		}
		if s.fits(s.state(w, k), o) {
			return true
		}
	}
	return false
}

// lasts tells whether nothing can end the present state before o was invoked.
func (s *Search[S]) lasts(w *world[S], o *Op) bool {
	t := o.Event.Invoke
	if w.running && w.zone.min(w.timer()) < t {
		return false
	}
	for _, p := range s.feed.open(t) {
		if p != o && !p.closed && !w.took(p) {
			return false
		}
	}
	if s.lazy {
		w.floor = t // from now on nothing can, whatever is of unknown outcome
		return true
	}
	return !s.maybe(w, t, func(*Op, Step[S]) bool { return false })
}

// within narrows a world so that o falls into one of its states, from the
// first given, in every possible way.
func (s *Search[S]) within(w *world[S], o *Op, first int) {
	e := o.Event
	for k := first; k <= len(w.spans); k++ {
		if !s.fits(s.state(w, k), o) {
			continue
		}
		v := w.copied()
		if k > 0 && !v.zone.atMost(k, e.Return) {
			continue
		}
		if k < len(w.spans) {
			if !v.zone.atLeast(k+1, e.Invoke) {
				continue
			}
		} else if v = v.lasting(e.Invoke); v == nil {
			continue
		}
		s.keep(v)
	}
}

// before lets everything that may change the state before o returns take
// effect next.
func (s *Search[S]) before(w *world[S], o *Op) {
	t := o.Event.Return
	if w.running && w.zone.min(w.timer()) <= t && s.bug != bugNoLapse {
		if v := w.copied(); v.zone.atMost(v.timer(), t) {
			s.stack = append(s.stack, v.expired(s.machine.Expire(w.now)))
		}
	}
	for _, p := range s.feed.open(t) {
		if p == o || p.closed || w.took(p) {
			continue
		}
		if step, ok := s.machine.Apply(w.now, p); ok && !pure(w.now, step) {
			for _, v := range w.stepped(p, step, nil) {
				if v.zone.atMost(v.start(), t) {
					v.taken = append(slices.Clip(w.taken), p)
					s.stack = append(s.stack, v)
				}
			}
		}
	}
	if s.lazy || s.bug == bugNoMaybe {
		return
	}
	s.maybe(w, t, func(p *Op, step Step[S]) bool {
		for _, v := range w.stepped(p, step, nil) {
			if v.zone.atMost(v.start(), t) {
				v.used = append(slices.Clip(w.used), p)
				s.stack = append(s.stack, v)
			}
		}
		return true
	})
}

// maybe visits the Maybes invoked by t that could change the state of a world,
// until visit is false. It tells whether there were any.
func (s *Search[S]) maybe(w *world[S], t int64, visit func(*Op, Step[S]) bool) bool {
	found := false
	for _, pool := range []*Pool{&s.own, s.shared} {
		if pool == nil {
			continue
		}
		for _, c := range pool.classes {
			p := c.first(w.used)
			if p == nil || p.Event.Invoke > t {
				continue
			}
			if step, ok := s.machine.Apply(w.now, p); ok && !pure(w.now, step) {
				found = true
				if !visit(p, step) {
					return true
				}
			}
		}
	}
	return found
}

// state is the k-th state of a world; the last is the present one.
func (s *Search[S]) state(w *world[S], k int) S {
	if k < len(w.spans) {
		return w.spans[k]
	}
	return w.now
}

// fits tells whether o may end as it did in a state without changing it.
func (s *Search[S]) fits(state S, o *Op) bool {
	step, ok := s.machine.Apply(state, o)
	return ok && pure(state, step)
}

func pure[S comparable](now S, step Step[S]) bool { return step.Next == now && step.Clock == Keep }

// shorten forgets the oldest states of a world that remembers too many, because
// one operation lasted very long.
func (s *Search[S]) shorten(w *world[S]) {
	for len(w.spans) > maxSpans {
		s.blurred = max(s.blurred, w.zone.max(1))
		w.drop()
	}
}

// failed reports an operation that fits nowhere, and goes on from the state
// that it leaves behind.
func (s *Search[S]) failed(o *Op) {
	f := Failure[S]{Op: o, Doubt: s.doubtful || o.Event.Invoke <= s.blurred}
	for _, w := range s.worlds {
		f.Before = append(f.Before, w.trace())
	}
	s.fail(f)
	s.force(o)
}

// force goes on from the state that an impossible operation leaves behind.
func (s *Search[S]) force(o *Op) {
	step, ok := s.machine.Force(o)
	if !ok {
		return
	}
	old := s.worlds[0]
	base := &world[S]{now: old.now, zone: nowhere(), floor: -far, taken: old.taken, used: old.used, lapses: old.lapses}
	if worlds := base.stepped(o, step, nil); len(worlds) > 0 {
		s.worlds = worlds
		s.doubtful = false
		s.trail = trail[S]{}
	}
}
