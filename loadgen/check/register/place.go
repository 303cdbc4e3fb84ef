package register

import "sort"

// state is what matters of an order of chains after some of them were placed: the
// greatest solution of the constraints so far (step 5).
type state struct {
	latest  int64 // latest moment at which the newest bound can be
	floor   int64 // earliest moment at which the next one can be
	due     int64 // when the current version must be gone, because of 412s; never: may stay
	lifeDue int64 // when the life, or the gap between lives, must be over, because of 404s and refused creates
	alive   bool

	// For explanations: the newest bound, and the one that began the life or the
	// gap, with its latest moment.
	newest, life int32
	lifeLatest   int64
}

// done tells whether nothing is left to be ended.
func (s *state) done() bool { return s.due == never && s.lifeDue == never }

// dominates tells whether every continuation of t is one of s too. The newest
// bound's moment does not matter any more: what follows from it is in the two due
// times.
func (s *state) dominates(t *state) bool {
	return s.alive == t.alive && s.due >= t.due && s.lifeDue >= t.lifeDue && s.floor <= t.floor
}

// origin is the state before anything.
var origin = state{latest: always, floor: always, due: never, lifeDue: never, newest: -1, life: -1, lifeLatest: always}

// place puts a chain behind what was placed before. limit is the earliest time at
// which something not yet placed is known to have taken effect.
func (j *judge) place(s *state, c *chain, limit int64) bool {
	_, ok := j.placeUpTo(s, c, limit)
	return ok
}

// placeUpTo is place, and returns the bound at which it failed.
func (j *judge) placeUpTo(s *state, c *chain, limit int64) (failed int32, ok bool) {
	if !j.meets(s, c, limit) {
		return c.from, false
	}
	for k := c.from; k < c.to; k++ {
		if !j.placeBound(s, c, k, limit) {
			return k, false
		}
	}
	s.floor = max(s.floor, c.lastRead)
	return 0, true
}

// meets tells whether a state is what the chain's first write requires. If that may
// take effect after the horizon, an operation still to come may bring it about.
func (j *judge) meets(s *state, c *chain, limit int64) bool {
	switch {
	case j.horizon < never && min(j.bounds[c.from].ceiling, limit) >= j.horizon:
		return true
	case c.need == emptiness:
		return !s.alive
	case c.need == presence:
		return s.alive
	}
	return true
}

// placeBound puts the bound k of a chain behind what was placed before.
func (j *judge) placeBound(s *state, c *chain, k int32, limit int64) bool {
	b := &j.bounds[k]
	gone := b.version == 0
	latest := min(s.due, b.ceiling, limit)
	if j.o.flaw == ignoreSuffix {
		latest = min(s.due, b.upper)
	}
	initial := c.need == nowhere && k == c.from
	turns := gone == s.alive || initial // a life begins or ends
	if turns {
		latest = min(latest, s.lifeDue)
	}
	began := latest
	if initial {
		latest, began = j.start.latest, j.start.lifeLatest
		s.floor = max(s.floor, j.start.floor)
	}
	s.floor = max(s.floor, b.lower)
	if s.floor > latest && !initial || j.o.flaw == touching && s.floor == latest && s.floor != always {
		return false
	}
	s.latest, s.due, s.alive, s.newest = latest, never, !gone, k
	s.due = j.due(c, k, latest)
	if initial {
		s.due = min(s.due, j.pressing(j.start.due))
	}
	if turns {
		s.lifeDue, s.life, s.lifeLatest = j.lifeDue(gone, began), k, began
	}
	return true
}

// due is when the version of the bound k must be gone, if that bound is no later
// than a moment, because of 412s.
func (j *judge) due(c *chain, k int32, latest int64) int64 {
	due := int64(never)
	list := j.refusals[c.refused : c.refused+c.refusals]
	if len(list) == 0 {
		return due
	}
	for n := sort.Search(len(list), func(n int) bool { return list[n].version >= k }); n < len(list) && list[n].version == k; n++ {
		if r := &list[n]; r.from > latest || j.o.flaw == touching412 && r.from == latest {
			due = min(due, r.to)
		}
	}
	return j.pressing(due)
}

// pressing forgets a due time that an operation still to come can keep.
func (j *judge) pressing(due int64) int64 {
	if due >= j.horizon && j.o.flaw != impatient {
		return never
	}
	return due
}

// lifeDue is when a life that began at a moment must end, or with gone a gap.
func (j *judge) lifeDue(gone bool, began int64) int64 {
	return j.pressing(j.lifeLimit(gone, began))
}

// lifeLimit is lifeDue whatever is still to come.
func (j *judge) lifeLimit(gone bool, began int64) int64 {
	if gone {
		return deadline(j.taken, began)
	}
	return deadline(j.early, began)
}

// straight places the chains in their canonical order. It returns the first chain
// and bound that do not fit, or done.
func (j *judge) straight() (s state, failedChain int, failedBound int32, ok bool) {
	limits := j.limits()
	s = origin
	for c := range j.chains {
		if j.chains[c].need == unknown {
			return s, c, j.chains[c].from, false
		}
		if k, ok := j.placeUpTo(&s, &j.chains[c], limits[c+1]); !ok {
			return s, c, k, false
		}
	}
	return s, len(j.chains), 0, s.done()
}

// limits are the least first of each chain and all that follow it.
func (j *judge) limits() []int64 {
	l := make([]int64, len(j.chains)+1)
	l[len(j.chains)] = never
	for c := len(j.chains) - 1; c >= 0; c-- {
		if l[c] = min(l[c+1], j.chains[c].first); j.o.flaw == ignoreSuffix {
			l[c] = never
		}
	}
	return l
}
