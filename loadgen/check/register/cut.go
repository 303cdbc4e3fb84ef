package register

import "ifmatch/loadgen/history"

// cut is a place in an order behind which a Stream can forget.
//
// The place is exact if every order has the same chains before it, and none of them
// reaches it in a state that allows more. At other places an order is chosen, which
// may turn out to be the wrong one: then a failure to find an order proves nothing
// any more, while success still does.
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
		if c.need == unknown {
			s.floor = max(s.floor, a.spentAt(p))
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

// spentAt is when the unseen write was sent that the order takes for the maker of the chain at a place.
func (a *arrangement) spentAt(p int) int64 {
	if next := a.order[p]; next.spent >= 0 {
		return a.optional.at[next.spent][next.used[next.spent]-1]
	}
	return a.chains[a.order[p-1].chain].mayReplace
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
	if c.need == nowhere && k == c.from {
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
	return v == 0 || a.versions[v].tag != history.None && (a.versions[v].writer >= 0 || a.versions[v].writer == before)
}

// advances tells whether anything comes before a cut.
func (c *cut) advances(j *judge) bool {
	return c.place > 0 || c.place == 0 && (c.bound < 0 || c.bound > j.chains[0].from)
}
