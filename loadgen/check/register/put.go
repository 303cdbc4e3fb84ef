package register

import "sort"

// putChain puts a chain after those placed before, and reports whether it fits. limit is the
// earliest time by which something not yet placed has certainly taken effect.
func (j *judge) putChain(s *state, c *chain, limit int64) bool {
	if !j.meets(s, c, limit) {
		return false
	}
	for k := c.from; k < c.to; k++ {
		if !j.putBound(s, c, k, limit) {
			return false
		}
	}
	s.floor = max(s.floor, c.lastRead)
	return true
}

// meets reports whether a state is what the chain's first write requires. If that write
// may take effect after the horizon, an operation still to come may bring the state about.
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

// putBound puts bound k of a chain after those placed before, and reports whether it fits.
func (j *judge) putBound(s *state, c *chain, k int32, limit int64) bool {
	b := &j.bounds[k]
	s.floor = max(s.floor, b.lower)
	if c.need == nowhere && k == c.from { // the beginning
		s.floor, s.latest, s.alive = max(s.floor, j.start.floor), j.start.latest, b.version > 0
		s.due = min(j.due(c, k, s.latest), j.pressing(j.start.due))
		s.lifeDue, s.lifeLatest = j.lifeDue(!s.alive, j.start.lifeLatest), j.start.lifeLatest
		return true
	}
	if !j.turn(s, min(b.ceiling, limit), b.version > 0) {
		return false
	}
	s.due = j.due(c, k, s.latest)
	return true
}

// turn makes something current, or nothing, by a time at the latest, and reports whether that fits.
func (j *judge) turn(s *state, latest int64, alive bool) bool {
	latest = min(latest, s.due)
	turns := alive != s.alive // a life begins or ends
	if turns {
		latest = min(latest, s.lifeDue)
	}
	if s.floor > latest {
		return false
	}
	s.latest, s.due, s.alive = latest, never, alive
	if turns {
		s.lifeDue, s.lifeLatest = j.lifeDue(!alive, latest), latest
	}
	return true
}

// due is when the version of bound k must be gone because of 412s, if the bound is no later
// than a moment.
func (j *judge) due(c *chain, k int32, latest int64) int64 {
	due := int64(never)
	list := j.refusals[c.refused : c.refused+c.refusals]
	if len(list) == 0 {
		return due
	}
	for n := sort.Search(len(list), func(n int) bool { return list[n].version >= k }); n < len(list) && list[n].version == k; n++ {
		if r := &list[n]; r.from > latest {
			due = min(due, r.to)
		}
	}
	return j.pressing(due)
}

// pressing drops a due time that an operation still to come can meet.
func (j *judge) pressing(due int64) int64 {
	if due >= j.horizon {
		return never
	}
	return due
}

// lifeDue is when a life that began at a moment must end; with gone, a gap.
func (j *judge) lifeDue(gone bool, began int64) int64 {
	return j.pressing(j.lifeLimit(gone, began))
}

// lifeLimit is lifeDue without regard to operations still to come.
func (j *judge) lifeLimit(gone bool, began int64) int64 {
	if gone {
		return deadline(j.presents, began)
	}
	return deadline(j.absents, began)
}

// straight places the chains in their canonical order, and reports whether that satisfies
// everything. until is how long the last state that it reached could last.
func (j *judge) straight() (until int64, ok bool) {
	limits := j.limits()
	s := origin
	for c := range j.chains {
		before := s.until(j, c)
		if j.chains[c].need == unknown || !j.putChain(&s, &j.chains[c], limits[c+1]) {
			return before, false
		}
	}
	return s.until(j, len(j.chains)), s.done()
}

// until is how long a state can last: the order must go on by its due times, and by the
// beginning of the first chain that is not placed.
func (s *state) until(j *judge, base int) int64 {
	until := min(s.due, s.lifeDue)
	if base < len(j.chains) {
		until = min(until, j.chains[base].begins())
	}
	return until
}

// limits returns, for each chain, the least first of it and all that follow it.
func (j *judge) limits() []int64 {
	l := make([]int64, len(j.chains)+1)
	l[len(j.chains)] = never
	for c := len(j.chains) - 1; c >= 0; c-- {
		l[c] = min(l[c+1], j.chains[c].first)
	}
	return l
}
