package bounds

import (
	"slices"

	"ifmatch/loadgen/history"
)

// A world is one way in which everything so far may have happened: an order of the
// changes, and all instants that this order leaves possible.
//
// Its zone has one variable, in order, for every boundary between two states that an
// operation may still ask about. If the clock is running, the last variable is the
// instant at which it runs out.
type world[S comparable] struct {
	now     S
	spans   []span[S] // states that have ended, oldest first; their ends are the boundaries
	cut     bool      // the clock was last set by a Cut
	zone    zone
	running bool
	floor   int64          // the present state lasts at least until this time
	taken   []*Op          // operations that certainly took effect and have not returned
	used    []*Op          // Maybes that took effect
	by      *history.Event // operation that brought the present state about; nil: the clock, or the beginning
	clock   *history.Event // operation that last set or stopped the clock
	lapses  int            // how often the clock has run out
	past    *past          // how it came about; nil: nobody asks
}

// span is a state that has ended. slack is how long its clock could run from its beginning
// on, if a Cut had set the clock.
type span[S comparable] struct {
	state S
	slack int64
}

// present is the present state as a span.
func (w *world[S]) present() span[S] {
	s := span[S]{w.now, far}
	if w.running && w.cut {
		s.slack = w.zone.at(w.timer(), w.start())
	}
	return s
}

// span is the k-th state; the last is the present one.
func (w *world[S]) span(k int) span[S] {
	if k < len(w.spans) {
		return w.spans[k]
	}
	return w.present()
}

// start is the index of the variable for the beginning of the present state; 0 if the
// search began in it.
func (w *world[S]) start() int { return len(w.spans) }

func (w *world[S]) timer() int { return len(w.spans) + 1 }

func (w *world[S]) took(o *Op) bool { return slices.Contains(w.taken, o) || slices.Contains(w.used, o) }

func copies[S comparable](worlds []*world[S]) []*world[S] {
	var out []*world[S]
	for _, w := range worlds {
		out = append(out, new(*w))
	}
	return out
}

// copied is a copy of the world whose zone may be changed. Lists are never changed in place.
func (w *world[S]) copied() *world[S] {
	out := *w
	out.zone = w.zone.clone()
	return &out
}

// stepped returns the world after op took effect at some instant, in zero, one or two
// variants.
func (w *world[S]) stepped(op *Op, step Step[S]) []*world[S] {
	var out []*world[S]
	if step.Clock == Cut {
		if w.running {
			// The clock ends when it was going to, within the requested span ...
			kept := Step[S]{Next: step.Next, Clock: Keep}
			if v := w.changed(op, kept, false); v != nil && v.zone.limit(v.timer(), v.start(), step.Hi) {
				if v.past != nil {
					v.past.clock, v.past.hi = Cut, step.Hi
				}
				out = append(out, v)
			}
		}
		// ... or sooner.
		step.Clock = Set
		if v := w.changed(op, step, w.running); v != nil && (len(out) == 0 || !out[0].zone.covers(v.zone)) {
			out = append(out, v)
		}
		for _, v := range out {
			v.cut = true
		}
		return out
	}
	if v := w.changed(op, step, false); v != nil {
		out = append(out, v)
	}
	return out
}

// changed is the world after op; nil if there is none. With sooner, its clock runs out no
// later than the one before it.
func (w *world[S]) changed(op *Op, step Step[S], sooner bool) *world[S] {
	last, b := w.start(), w.start()+1
	v := *w
	v.zone = w.zone.with(b)
	z := v.zone
	ok := z.atLeast(b, max(op.from(), w.floor))
	if until := op.until(); ok && until != history.Open {
		ok = z.atMost(b, until)
	}
	if ok && last > 0 {
		ok = z.limit(last, b, 0)
	}
	if ok && w.running { // the clock had not run out
		ok = z.limit(b, b+1, 0)
	}
	if !ok {
		return nil
	}
	v.spans = append(slices.Clip(w.spans), w.present())
	v.now, v.by = step.Next, op.Event
	v.cut = w.cut && step.Clock == Keep
	if step.Clock == Set || step.Clock == Stop {
		v.running = step.Clock == Set
		v.clock = op.Event
		old := b + 1
		if step.Clock == Set {
			v.zone = v.zone.with(b + 1)
			old++
			if !v.zone.limit(b, b+1, -step.Lo) || !v.zone.limit(b+1, b, step.Hi) {
				return nil
			}
		}
		if w.running {
			if sooner && !v.zone.limit(b+1, old, 0) {
				return nil
			}
			v.zone = v.zone.without(old)
		}
	}
	v.floor = v.zone.min(b)
	v.past = w.past.then(past{op: op, found: -1, clock: step.Clock, lo: step.Lo, hi: step.Hi, sooner: sooner})
	return &v
}

// expired is the world after its clock has run out.
func (w *world[S]) expired(next S) *world[S] {
	v := *w
	v.spans = append(slices.Clip(w.spans), w.present())
	v.now, v.by, v.running = next, nil, false
	v.lapses++
	v.past = w.past.then(past{found: -1})
	v.floor = v.zone.min(v.start())
	return &v
}

// lasting is the world in which the present state lasts until t. It is w itself if that is
// known already, and nil if it is impossible.
func (w *world[S]) lasting(t int64) *world[S] {
	if t <= w.floor {
		return w
	}
	v := w.copied()
	v.floor = t
	if v.running && !v.zone.atLeast(v.timer(), t) {
		return nil
	}
	return v
}

// forget drops the states that ended before every operation that is still to be explained.
func (w *world[S]) forget(before int64) {
	for len(w.spans) > 1 && w.zone.max(1) < before {
		w.drop()
	}
}

func (w *world[S]) drop() {
	w.zone = w.zone.without(1)
	w.spans = w.spans[1:]
}

// alike reports whether two worlds differ only in their instants and in the Maybes used.
func (w *world[S]) alike(v *world[S]) bool {
	return w.now == v.now && w.running == v.running && w.cut == v.cut && len(w.spans) == len(v.spans) && len(w.taken) == len(v.taken) &&
		slices.Equal(w.spans, v.spans) && within(w.taken, v.taken)
}

// covers reports whether w allows everything that v allows.
func (w *world[S]) covers(v *world[S]) bool {
	return w.floor <= v.floor && w.alike(v) && within(w.used, v.used) && w.zone.covers(v.zone)
}

// union is a world that allows what w and v allow, and nothing else; nil if no single
// world does.
func (w *world[S]) union(v *world[S]) *world[S] {
	if w.covers(v) {
		return w
	}
	if w.past != nil || !w.alike(v) || len(w.used) != len(v.used) || !within(w.used, v.used) {
		return nil
	}
	// The floors do not matter if the present state began after them.
	s := w.start()
	if w.floor != v.floor && (w.floor > w.zone.min(s) || v.floor > v.zone.min(s)) {
		return nil
	}
	z, ok := w.zone.union(v.zone)
	if !ok {
		return nil
	}
	out := *w
	out.zone = z
	out.floor = min(w.floor, v.floor)
	return &out
}

func within(a, b []*Op) bool {
	return !slices.ContainsFunc(a, func(o *Op) bool { return !slices.Contains(b, o) })
}

func (w *world[S]) trace() Trace[S] {
	t := Trace[S]{State: w.now, By: w.by, Clock: w.clock, Running: w.running, Since: [2]int64{-far, far}, Until: [2]int64{-far, far}}
	if s := w.start(); s > 0 {
		t.Since = [2]int64{w.zone.min(s), w.zone.max(s)}
	}
	if w.running {
		t.Until = [2]int64{w.zone.min(w.timer()), w.zone.max(w.timer())}
	}
	return t
}

// past is the last thing that happened in a world, and what came before it: the change that brought the present state about,
// or an operation that found a state. It is kept only if the order is asked for; nil: it is not.
type past struct {
	before *past
	op     *Op   // nil: the clock ran out
	number int32 // how many changes there were
	found  int32 // the operation changed nothing: how many changes came before the state that it found; below zero: it made a change
	clock  Clock // what the change did to the clock, and how long that runs
	lo, hi int64
	sooner bool // the clock runs out no later than the one before
}

func (p *past) then(next past) *past {
	if p == nil {
		return nil
	}
	if next.before, next.number = p, p.number; next.found < 0 {
		next.number++
	}
	return &next
}
