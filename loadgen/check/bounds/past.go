package bounds

import (
	"cmp"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Record lets a search that nothing was added to keep the order that it finds, for Order. It then keeps more worlds side by side.
func (s *Search[S]) Record() { s.worlds[0].past = &past{} }

// finds notes that an operation found the k-th state that a world remembers.
func (w *world[S]) finds(o *Op, k int) {
	if w.past != nil {
		w.past = w.past.then(past{op: o, found: w.past.number - int32(len(w.spans)-k)})
	}
}

// Order is the order that was found, each change and each answer at a moment. An end of the clock has no event. It is nil if none
// was recorded, or something was given up.
func (s *Search[S]) Order() []finding.Placed {
	var way []*past
	for p := s.worlds[0].past; p != nil && p.before != nil; p = p.before {
		way = append(way, p)
	}
	slices.Reverse(way)
	a := &instants{}
	for _, p := range way {
		if p.found < 0 {
			a.change(p)
		} else {
			a.find(p)
		}
	}
	if s.worlds[0].past == nil || s.ended || !a.solve() {
		return nil
	}
	return a.order(way)
}

// order sorts what happened by state: the change that brings it about, and then the answers that found it.
func (i *instants) order(way []*past) []finding.Placed {
	type moment struct {
		state, answers int32
		finding.Placed
	}
	all := make([]moment, 0, len(way))
	for _, p := range way {
		m := moment{p.found, 1, finding.Placed{At: -far}}
		if p.found < 0 {
			m.state, m.answers = p.number, 0
		}
		if p.op != nil {
			m.Event, m.At = p.op.Event, p.op.from()
		}
		if m.state > 0 {
			m.At = max(m.At, i.least[i.starts[m.state-1]])
		}
		all = append(all, m)
	}
	slices.SortStableFunc(all, func(a, b moment) int {
		return cmp.Or(cmp.Compare(a.state, b.state), cmp.Compare(a.answers, b.answers), cmp.Compare(a.At, b.At))
	})
	out := make([]finding.Placed, len(all))
	for k, m := range all {
		out[k] = m.Placed
	}
	return out
}

// instants is a system of differences for a given order: the beginnings of its states, and the ends of its clocks.
type instants struct {
	least, most []int64
	after       []difference
	starts      []int // by state, without the first: its beginning
	floor       int64 // the next state begins no sooner
	timer       int   // when the clock runs out, + 1; 0: it does not run
}

// difference says that a is at least b + c.
type difference struct {
	a, b int
	c    int64
}

func (i *instants) variable(least, most int64) int {
	i.least, i.most = append(i.least, least), append(i.most, most)
	return len(i.least) - 1
}

func (i *instants) atLeast(a, b int, c int64) { i.after = append(i.after, difference{a, b, c}) }

// change adds a state.
func (i *instants) change(p *past) {
	b := i.timer - 1
	if p.op != nil {
		b = i.variable(p.op.from(), p.op.until())
	}
	i.least[b] = max(i.least[b], i.floor)
	if n := len(i.starts); n > 0 {
		i.atLeast(b, i.starts[n-1], 0)
	}
	i.starts, i.floor = append(i.starts, b), -far
	if p.op == nil {
		i.timer = 0
		return
	}
	old := i.timer - 1
	if old >= 0 {
		i.atLeast(old, b, 0)
	}
	switch p.clock {
	case Stop:
		i.timer = 0
	case Cut: // it runs on, but not for longer
		i.atLeast(b, old, -p.hi)
	case Set:
		t := i.variable(-far, history.Open)
		i.atLeast(t, b, p.lo)
		i.atLeast(b, t, -p.hi)
		if p.sooner {
			i.atLeast(old, t, 0)
		}
		i.timer = t + 1
	}
}

// find adds an answer: its state had begun when it was given, and had not ended when it was asked for.
func (i *instants) find(p *past) {
	n, from := int(p.found), p.op.from()
	if n > 0 {
		i.most[i.starts[n-1]] = min(i.most[i.starts[n-1]], p.op.until())
	}
	switch {
	case n < len(i.starts):
		i.least[i.starts[n]] = max(i.least[i.starts[n]], from)
	default:
		i.floor = max(i.floor, from)
		if i.timer > 0 {
			i.least[i.timer-1] = max(i.least[i.timer-1], from)
		}
	}
}

// solve finds the least solution.
func (i *instants) solve() bool {
	raise := func(d difference) bool {
		ok := i.least[d.b] > -far && i.least[d.a] < i.least[d.b]+d.c
		if ok {
			i.least[d.a] = i.least[d.b] + d.c
		}
		return ok
	}
	for raised := true; raised; {
		raised = false
		for _, d := range i.after {
			raised = raise(d) || raised
		}
		for _, d := range slices.Backward(i.after) {
			raised = raise(d) || raised
		}
		for k, t := range i.least {
			if t > i.most[k] {
				return false
			}
		}
	}
	return true
}
