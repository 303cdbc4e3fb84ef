package register

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
	switch c.need {
	case emptiness:
		ok = !s.alive
	case presence:
		ok = s.alive
	default:
		ok = true
	}
	if !ok {
		return c.from, false
	}
	refused := j.refusals[c.refused : c.refused+c.refusals]
	for k := c.from; k < c.to; k++ {
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
		if initial {
			latest = always
		}
		s.floor = max(s.floor, b.lower)
		if s.floor > latest || j.o.flaw == touching && s.floor == latest && s.floor != always {
			return k, false
		}
		s.latest, s.due, s.alive, s.newest = latest, never, !gone, k
		for len(refused) > 0 && refused[0].version == k {
			if r := &refused[0]; r.from > latest || j.o.flaw == touching412 && r.from == latest {
				s.due = min(s.due, r.to)
			}
			refused = refused[1:]
		}
		if turns {
			s.lifeDue, s.life, s.lifeLatest = j.lifeDue(gone, latest), k, latest
		}
	}
	s.floor = max(s.floor, c.lastRead)
	return 0, true
}

// lifeDue is when a life that began at a moment must end, or with gone a gap.
func (j *judge) lifeDue(gone bool, began int64) int64 {
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
