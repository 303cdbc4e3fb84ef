package register

import (
	"cmp"
	"slices"

	"ifmatch/loadgen/history"
)

// cut is a place in an order after which a Stream can forget what came before.
//
// The place is exact if every order has the same chains before it, and none of them
// reaches it in a state that allows more. At any other place the Stream settles for
// one order, which may be the wrong one. From then on a failure to find an order proves
// nothing any more, while success still does.
type cut struct {
	index int   // index in the order
	bound int32 // the bound of the chain there that is current; -1: the chain is over
	state state
	used  [kinds]int32 // unseen writes that the order used before it
	exact bool
}

// arrangement is an order that satisfies everything, prepared for finding cuts.
type arrangement struct {
	*judge
	order  []placing
	limits []int64 // for each place, the least first of its chain and all after it
	lasts  []int64 // for each place, the least last of its chain and all after it
	over   []bool  // by chain: a chain that must follow it has taken effect
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

// over reports, for each chain, whether it must precede another chain that took effect
// before a moment. An event that sees such a chain later is a violation.
func (j *judge) over(moment int64) []bool {
	var begun []int // the chains that took effect before, the one that ended last first
	for c := range j.chains {
		if j.chains[c].first < moment {
			begun = append(begun, c)
		}
	}
	slices.SortFunc(begun, func(a, b int) int { return cmp.Compare(j.chains[b].last, j.chains[a].last) })
	out := make([]bool, len(j.chains))
	for c := range j.chains {
		k := slices.IndexFunc(begun, func(other int) bool { return other != c })
		out[c] = k >= 0 && j.chains[c].first < j.chains[begun[k]].last
	}
	return out
}

// cuts finds the last exact cut, and the last cut of any kind. An index below zero means
// that there is none.
func (a *arrangement) cuts(watermark int64) (exact, any cut) {
	exact.index, any.index = -1, -1
	s, before := origin, int64(always) // before: the greatest first of the chains before
	certain := true                    // no unseen write was placed before
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
				break // this chain may still turn out to continue any other
			}
			certain = certain && a.continues(p, &s)
			used = next.used
		}
		settled := (p == 0 || before < c.last) && c.first < a.lasts[p+1] && c.first < watermark
		if c.need == unknown {
			s.floor = max(s.floor, a.spentAt(p))
		}
		for k := c.from; k < c.to; k++ {
			if !a.putBound(&s, c, k, a.limits[p+1]) {
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

// spentAt is when the unseen write that makes the chain at a place was sent.
func (a *arrangement) spentAt(p int) int64 {
	if next := a.order[p]; next.spent >= 0 {
		return a.ops[a.optional[next.spent][next.used[next.spent]-1]].Invoke
	}
	return a.chains[a.order[p-1].chain].mayReplace
}

// goesOn reports whether an update of the chain at a place makes the chain after it.
func (a *arrangement) goesOn(p int) bool {
	if p+1 == len(a.order) {
		return false
	}
	next := a.order[p+1]
	return next.chain >= 0 && next.spent < 0 && a.chains[next.chain].need == unknown
}

// awaited reports whether a version seen so far may have been made before the watermark
// by a write that is still to be delivered, so that it may continue any chain.
func (a *arrangement) awaited() bool {
	return slices.ContainsFunc(a.chains, func(c chain) bool {
		v := a.bounds[c.from].version
		return v > 0 && a.versions[v].writer == coming && a.versions[v].born < a.horizon
	})
}

// continues reports whether the order uses an unseen update of the chain before to make
// a version whose writer is unknown, and no other write would serve better. The update
// cannot be used later, and was sent early enough to delay nothing.
func (a *arrangement) continues(p int, s *state) bool {
	next := a.order[p]
	if next.spent >= 0 || p == 0 || a.order[p-1].chain < 0 {
		return false
	}
	return a.chains[a.order[p-1].chain].mayReplace <= max(s.floor, a.chains[next.chain].last)
}

// open reports whether the writer of a chain's first version is unknown, so that the
// chain may turn out to continue another one.
func (j *judge) open(c int32) bool {
	x := &j.chains[c]
	v := j.bounds[x.from].version
	return x.need == unknown || v > 0 && j.versions[v].writer == coming
}

// greatest reports whether no order of the chains before a bound allows more than the
// state reached there.
func (a *arrangement) greatest(s *state, c *chain, k int32, limit int64) bool {
	if c.need == nowhere && k == c.from {
		return true
	}
	if s.latest < min(a.bounds[k].ceiling, limit) {
		return false
	}
	return a.lifeLimit(!s.alive, s.lifeLatest) == a.lifeLimit(!s.alive, s.latest)
}

// nameable reports whether a later event can be recognised as showing the version of a
// bound, by its tag and by its contents.
func (a *arrangement) nameable(k int32) bool {
	v := a.bounds[k].version
	return v == 0 || a.versions[v].tag != history.None && (a.versions[v].writer >= 0 || a.versions[v].writer == before)
}

// advances reports whether anything comes before a cut.
func (c *cut) advances(j *judge) bool {
	return c.index > 0 || c.index == 0 && (c.bound < 0 || c.bound > j.chains[0].from)
}
