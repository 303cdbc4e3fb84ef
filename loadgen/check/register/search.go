package register

import (
	"fmt"
	"math/bits"
	"slices"
)

// window is the number of chains, from the first one not yet placed, among which the
// search chooses the next.
const window = 64

// search looks for an order of the chains that satisfies everything (step 6). It goes
// depth first and tries the canonical order first. It never goes on from a state if one
// that allows as much has failed. gaveUp says why finding no order proves nothing: the
// budget ran out, or the window was too narrow.
//
// until is how long the furthest state that it reached could last.
func (j *judge) search(budget int) (until int64, found bool, gaveUp string) {
	budget = min(budget, *j.placements)
	s := searcher{judge: j, limits: j.limits(), failed: map[situation][]failure{}, budget: budget, far: always}
	found, decided := s.run()
	*j.placements -= budget - max(0, s.budget)
	switch {
	case found || decided:
	case s.budget < 0:
		gaveUp = fmt.Sprintf("%d placements of %d concurrent overwrites were tried, and none that were left decides", budget, len(j.chains))
	default:
		gaveUp = fmt.Sprintf("more than %d overwrites may have taken effect in any order, and only so many are looked at together", window)
	}
	return s.far, found, gaveUp
}

type searcher struct {
	*judge
	limits []int64
	failed map[situation][]failure
	stack  []step
	budget int
	narrow bool  // a chain beyond the window might have fit
	far    int64 // the greatest until of all states reached
}

// situation is the set of chains placed, without the times.
type situation struct {
	base int32  // the first chain not placed
	mask uint64 // bit k: the chain base+k is placed
	last int32  // the chain whose last version is current, if an unseen write may replace it; else -1
}

// failure is a state from which no order exists, and how many unseen writes were used
// before it. A state that allows no more, with at least as many used, fails too: the
// writes left to it were sent no earlier.
type failure struct {
	state
	used [kinds]int32
}

// covers reports whether what another state has reached must fail because the failure did.
func (f *failure) covers(other *failure) bool {
	for k := range f.used {
		if f.used[k] > other.used[k] {
			return false
		}
	}
	return f.dominates(&other.state)
}

// step is a situation and state from which the search tries to go on.
type step struct {
	situation
	failure
	next  int   // the candidate to try next
	chain int32 // the chain placed last; -1: an unseen write
	spent int8  // kind of the unseen write that made the chain's first version; -1: none, or an update
	idle  bool  // the newest bound is an unseen overwrite, so that another one adds nothing
}

func (s *searcher) run() (found, decided bool) {
	first := step{failure: failure{state: origin}, situation: situation{base: 1}}
	if !s.putChain(&first.state, &s.chains[0], s.limits[1]) {
		return false, true
	}
	s.arrive(&first, 0)
	s.stack = append(s.stack, first)
	for len(s.stack) > 0 {
		at := &s.stack[len(s.stack)-1]
		if at.next == 0 {
			if int(at.base) == len(s.chains) && at.done() {
				s.path = s.path[:0]
				for k := range s.stack {
					at := &s.stack[k]
					s.path = append(s.path, placing{at.chain, at.spent, at.used, at.state})
				}
				return true, true
			}
			if s.doomed(at) {
				s.stack = s.stack[:len(s.stack)-1]
				continue
			}
		}
		next, ok, decided := s.advance(at)
		if !decided {
			return false, false
		}
		if !ok {
			s.remember(at)
			s.stack = s.stack[:len(s.stack)-1]
			continue
		}
		s.far = max(s.far, next.until(s.judge, int(next.base)))
		s.stack = append(s.stack, next)
	}
	return false, !s.narrow
}

// doomed reports whether a state that allows as much failed in this situation.
func (s *searcher) doomed(at *step) bool {
	return slices.ContainsFunc(s.failed[at.situation], func(f failure) bool { return f.covers(&at.failure) })
}

// remember stores a failed state, and forgets the failures that it covers.
func (s *searcher) remember(at *step) {
	kept := slices.DeleteFunc(s.failed[at.situation], func(f failure) bool { return at.covers(&f) })
	s.failed[at.situation] = append(kept, at.failure)
}

// advance finds the next possible placement after a step. Candidates are numbered. First
// come the chains in the window, once with no unseen write and once for each kind of
// unseen write to spend on the chain. Then come unseen updates and deletes of the current
// version, then the other unseen writes by kind.
func (s *searcher) advance(at *step) (next step, ok, decided bool) {
	wide := min(window, len(s.chains)-int(at.base))
	ways := 1
	if len(s.wild) > 0 {
		ways = 1 + deletion // a delete makes no version
	}
	for {
		if s.budget--; s.budget < 0 {
			return step{}, false, false
		}
		n := at.next
		at.next++
		switch {
		case n < wide*ways:
			if at.mask>>(n%wide)&1 == 0 {
				next, ok = s.tryChain(at, n%wide, n/wide-1)
			}
		case n < wide*ways+2:
			next, ok = s.tryUnseen(at, n == wide*ways)
		case n < wide*ways+2+kinds:
			next, ok = s.tryOptional(at, n-wide*ways-2)
		default:
			s.narrow = s.narrow || s.beyond(at)
			return step{}, false, true
		}
		if ok {
			return next, true, true
		}
	}
}

// beyond reports whether a chain outside the window could come next.
func (s *searcher) beyond(at *step) bool {
	k := int(at.base) + window
	return k < len(s.chains) && s.chains[k].begins() <= s.limit(at, -1)
}

// limit is the earliest time by which some chain not yet placed, other than the one at
// skip, has certainly taken effect. Every bound placed before it is no later.
func (s *searcher) limit(at *step, skip int) int64 {
	wide := min(window, len(s.chains)-int(at.base))
	m := s.limits[int(at.base)+wide]
	for k := range wide {
		if s.limits[int(at.base)+k] >= m {
			break
		}
		if at.mask>>k&1 == 0 && k != skip {
			m = min(m, s.chains[int(at.base)+k].first)
		}
	}
	return m
}

// tryChain places the chain at an offset in the window. kind is the kind of the unseen
// write that made its first version; -1: none did, or an unseen update.
func (s *searcher) tryChain(at *step, offset, kind int) (next step, ok bool) {
	index := int(at.base) + offset
	c := &s.chains[index]
	if c.need != unknown && kind >= 0 {
		return next, false
	}
	limit := s.limit(at, offset)
	if c.last > limit {
		return next, false // a chain not yet placed must come first
	}
	next = step{situation: at.situation, failure: at.failure}
	if c.need == unknown && !s.spend(&next, at, kind) {
		return next, false
	}
	if !s.putChain(&next.state, c, limit) {
		return next, false
	}
	next.mask |= 1 << offset
	for next.mask&1 == 1 {
		n := bits.TrailingZeros64(^next.mask)
		next.base += int32(n)
		if n == window {
			next.mask = 0
		} else {
			next.mask >>= n
		}
	}
	s.arrive(&next, index)
	next.spent = int8(kind)
	return next, true
}

// arrive notes the placed chain, and whether an unseen write may replace its last version.
func (s *searcher) arrive(at *step, index int) {
	at.last, at.chain = -1, int32(index)
	if c := &s.chains[index]; at.alive && (c.mayReplace != never || c.mayDelete != never) {
		at.last = int32(index)
	}
}

// spend uses up the unseen write that makes the first version of a chain.
func (s *searcher) spend(next, at *step, kind int) bool {
	if kind < 0 {
		if at.last < 0 || s.chains[at.last].mayReplace == never {
			return false
		}
		next.floor = max(next.floor, s.chains[at.last].mayReplace)
		return true
	}
	return s.use(next, kind)
}

// use takes the next unseen write of a kind.
func (s *searcher) use(next *step, kind int) bool {
	list, n := s.optional[kind], int(next.used[kind])
	if n == len(list) || kind == creation && next.alive || (kind == replacing || kind == deletion) && !next.alive {
		return false
	}
	next.floor = max(next.floor, s.ops[list[n]].Invoke)
	next.used[kind]++
	return true
}

// tryUnseen lets an unseen update, or an unseen delete, of the current version take effect.
func (s *searcher) tryUnseen(at *step, update bool) (next step, ok bool) {
	if at.last < 0 {
		return next, false
	}
	c := &s.chains[at.last]
	since := c.mayDelete
	if update {
		since = c.mayReplace
	}
	if since == never {
		return next, false
	}
	next = step{situation: at.situation, failure: at.failure}
	next.floor = max(next.floor, since)
	return next, s.unseen(&next, at, update)
}

// tryOptional lets an unseen write of a kind take effect.
func (s *searcher) tryOptional(at *step, kind int) (next step, ok bool) {
	if at.idle && kind != deletion {
		return next, false
	}
	next = step{situation: at.situation, failure: at.failure}
	if !s.use(&next, kind) {
		return next, false
	}
	return next, s.unseen(&next, at, kind != deletion)
}

// unseen places a bound that nobody saw.
func (s *searcher) unseen(next, at *step, alive bool) bool {
	next.last, next.idle, next.chain = -1, alive, -1
	return s.turn(&next.state, s.limit(at, -1), alive)
}
