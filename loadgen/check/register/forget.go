package register

import (
	"time"

	"ifmatch/loadgen/history"
)

// A Stream forgets behind a place in an order of the chains. All that was before it
// is over, whatever is still to come; what must be known of it is the state there.
//
// The place is exact if every order has the same chains before it, and none of them
// reaches it in a state that allows more. At other places an order is chosen, which
// may turn out to be the wrong one: then a failure to find an order proves nothing
// any more, while success still does.

// patience is how long after it was sent an unanswered overwrite, create or delete
// may still take effect. An update of a version cannot once that is replaced.
const patience = int64(5 * time.Minute)

// cut is a place in an order.
type cut struct {
	place int   // in the order
	bound int32 // of the chain there, which is current; -1: the chain is over
	state state
	used  [kinds]int32 // unseen writes that took effect before
	exact bool
}

// arrangement is an order that satisfies everything, and what is known of it.
type arrangement struct {
	*judge
	order  []placing
	limits []int64 // least first of each chain and all after it
	lasts  []int64 // least last of each chain and all after it
	over   []bool  // by chain: something that must follow it has taken effect
}

func (j *judge) arrange(watermark int64) *arrangement {
	a := &arrangement{judge: j, order: j.path, over: j.over(watermark)}
	if j.path == nil {
		for c := range j.chains {
			a.order = append(a.order, placing{chain: int32(c), spent: -1})
		}
	}
	n := len(a.order)
	a.limits, a.lasts = make([]int64, n+1), make([]int64, n+1)
	a.limits[n], a.lasts[n] = never, never
	for k := n - 1; k >= 0; k-- {
		a.limits[k], a.lasts[k] = a.limits[k+1], a.lasts[k+1]
		if c := a.order[k].chain; c >= 0 {
			a.limits[k] = min(a.limits[k], j.chains[c].first)
			a.lasts[k] = min(a.lasts[k], j.chains[c].last)
		}
	}
	return a
}

// over tells which chains must precede one that took effect before a moment: a later
// sight of them is a violation.
func (j *judge) over(moment int64) []bool {
	last, second, at := int64(always), int64(always), -1
	for c := range j.chains {
		x := &j.chains[c]
		if x.first >= moment {
			continue
		}
		switch {
		case x.last > last:
			last, second, at = x.last, last, c
		case x.last > second:
			second = x.last
		}
	}
	out := make([]bool, len(j.chains))
	for c := range j.chains {
		after := last
		if c == at {
			after = second
		}
		out[c] = j.chains[c].first < after
	}
	return out
}

// cuts finds the last place at which a Stream can forget exactly, and the last at
// which it can forget at all.
func (a *arrangement) cuts(watermark int64) (exact, any cut) {
	exact.place, any.place = -1, -1
	s, before := origin, int64(always) // the greatest first of the chains before
	certain := true                    // no unseen write was placed
	over := !a.awaited()               // all chains before are over
	var used [kinds]int32
	for p, next := range a.order {
		if next.chain < 0 {
			s, certain, used = next.state, false, next.used
			continue
		}
		c := &a.chains[next.chain]
		if a.open(next.chain) {
			if c.need != unknown {
				break // it may turn out to continue any other
			}
			certain = certain && a.continues(p, &s)
			used = next.used
		}
		settled := (p == 0 || before < c.last) && c.first < a.lasts[p+1] && c.first < watermark
		if a.o.flaw == hasty {
			settled = c.first < watermark
		}
		if c.need == unknown {
			s.floor = max(s.floor, next.state.floor)
		}
		for k := c.from; k < c.to; k++ {
			if !a.placeBound(&s, c, k, a.limits[p+1]) {
				return exact, any
			}
			if !settled || s.latest >= watermark || !a.nameable(k) {
				continue
			}
			any = cut{p, k, s, used, certain && a.greatest(&s, c, k, a.limits[p+1])}
			if any.exact {
				exact = any
			}
		}
		s.floor = max(s.floor, c.lastRead)
		before = max(before, c.first)
		over = over && a.over[next.chain] && c.last < watermark
		if over && s.latest < watermark && !a.goesOn(p) {
			any = cut{p, -1, s, used, false}
		}
	}
	return exact, any
}

// goesOn tells whether the chain after a place is made by an update of the one there.
func (a *arrangement) goesOn(p int) bool {
	if p+1 == len(a.order) {
		return false
	}
	next := a.order[p+1]
	return next.chain >= 0 && next.spent < 0 && a.chains[next.chain].need == unknown
}

// awaited tells whether a version was seen that an update not yet told of may have
// made, of whatever chain, before the watermark.
func (a *arrangement) awaited() bool {
	for c := range a.chains {
		if v := a.bounds[a.chains[c].from].version; v > 0 && a.versions[v].writer == coming && a.versions[v].born < a.horizon {
			return true
		}
	}
	return false
}

// continues tells whether a version whose writer is unknown is made by an unseen
// update of the chain before it in the order, and that is as good as any other write
// for it: it cannot be of use later, and was sent early enough to delay nothing.
func (a *arrangement) continues(p int, s *state) bool {
	next := a.order[p]
	if next.spent >= 0 || p == 0 || a.order[p-1].chain < 0 {
		return false
	}
	return a.chains[a.order[p-1].chain].mayReplace <= max(s.floor, a.chains[next.chain].last)
}

// open tells whether it is not known where a chain's first version comes from, so
// that it may turn out to continue another chain.
func (j *judge) open(c int32) bool {
	x := &j.chains[c]
	v := j.bounds[x.from].version
	return x.need == unknown || v > 0 && j.versions[v].writer == coming
}

// greatest tells whether no order of what comes before a bound allows more than the
// state that was reached there.
func (a *arrangement) greatest(s *state, c *chain, k int32, limit int64) bool {
	if c.need == nowhere && k == c.from || a.o.flaw == careless {
		return true
	}
	if s.latest < min(a.bounds[k].ceiling, limit) {
		return false
	}
	return a.lifeLimit(!s.alive, s.lifeLatest) == a.lifeLimit(!s.alive, s.latest)
}

// nameable tells whether the version of a bound can be recognised later, by its tag
// and by its contents.
func (a *arrangement) nameable(k int32) bool {
	v := a.bounds[k].version
	return v == 0 || a.tells(a.versions[v].tag) && (a.versions[v].writer >= 0 || a.versions[v].writer == before)
}

// unrefused tells whether nothing is left, nor can come, that could make one order of
// the chains better than another: no refusal, and nothing that is created or deleted.
func (j *judge) unrefused() bool {
	if len(j.refusals)+len(j.early)+len(j.taken) > 0 || j.start.due != never {
		return false
	}
	for c := range j.chains {
		x := &j.chains[c]
		if x.need == emptiness || x.need == presence || x.need == unknown || c > 0 && x.ends {
			return false
		}
	}
	return true
}

// forget drops what is over. It settles for an order only when it must.
func (s *Stream) forget(j *judge, watermark int64) {
	a := j.arrange(watermark)
	exact, any := a.cuts(watermark)
	switch {
	case exact.advances(j):
		s.drop(a, exact, watermark)
	case any.advances(j) && (j.unrefused() || len(s.retained) > s.o.Retain/8):
		if !j.unrefused() {
			s.settled = "the order of some concurrent writes was settled before all was known that may depend on it: check the recorded history"
		}
		s.drop(a, any, watermark)
	}
}

// advances tells whether anything comes before a cut.
func (c *cut) advances(j *judge) bool {
	return c.place > 0 || c.place == 0 && (c.bound < 0 || c.bound > j.chains[0].from)
}

// drop forgets what comes before a cut.
func (s *Stream) drop(a *arrangement, c cut, watermark int64) {
	j := a.judge
	keep := j.keepers()
	for p := c.place; p < len(a.order); p++ {
		if a.order[p].chain < 0 {
			continue
		}
		x := &j.chains[a.order[p].chain]
		for k := x.from; k < x.to; k++ {
			if p > c.place || c.bound >= 0 && k > c.bound {
				keep.bound(k)
			}
		}
	}
	current := s.begin(j, c)
	keep.current = current
	life := min(s.start.lifeLatest, s.start.floor)
	goneAfter, thereAfter := life, s.start.floor
	if !c.state.alive {
		goneAfter, thereAfter = s.start.floor, life
	}
	spent := s.spend(j, c)
	s.filter(j, keep, func(i int32, e *history.Event, v int32) bool {
		switch effectOf(e) {
		case sawGone:
			return e.Invoke > goneAfter
		case sawThere:
			return e.Invoke > thereAfter
		case sawOther:
			return v == current && v != 0 && e.Invoke > s.start.latest || e.Invoke >= watermark
		case may:
			return !spent[i] && (v == current && v != 0 || (!names(e) || v == 0) && e.Invoke > watermark-patience)
		}
		return false
	})
}

// begin takes the state at a cut for the beginning of what is retained. It returns
// the version that is current there, 0 if that need not be known.
func (s *Stream) begin(j *judge, c cut) int32 {
	s.start = carried{op: -1, alive: c.state.alive, latest: c.state.latest, floor: c.state.floor, due: never, lifeLatest: c.state.lifeLatest}
	s.known = true
	if c.bound < 0 {
		s.start.due, s.made = c.state.due, false
		return 0
	}
	b := &j.bounds[c.bound]
	if b.version == 0 {
		s.made = false
		return 0
	}
	x := &j.versions[b.version]
	s.start.tag, s.start.value = x.tag, x.value
	s.start.floor = max(s.start.floor, x.lastRead)
	switch {
	case b.op >= 0:
		s.maker, s.made = j.ops[b.op], true
		s.maker.Tag = x.tag // it may not have been told
	case j.start.op < 0:
		s.made = false
	}
	return b.version
}

// spend finds the unseen writes that an order used before a cut. Should one of them
// be seen later, it was another order.
func (s *Stream) spend(j *judge, c cut) map[int32]bool {
	spent := map[int32]bool{}
	for kind, n := range c.used {
		for _, i := range j.optional.ops[kind][:n] {
			spent[i] = true
			if v := j.ops[i].Value; v != 0 {
				if s.spent == nil {
					s.spent = map[uint64]bool{}
				}
				s.spent[v] = true
			}
		}
	}
	return spent
}
