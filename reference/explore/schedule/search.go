package schedule

import (
	"math/rand/v2"
	"slices"
)

// Search finds the schedules to play. Play what Next returns and hand it back to Learn, until there is none.
type Search struct {
	Whole bool // play all schedules, also those that lead where another led
	Tried int  // schedules played

	waiting map[int][][]uint8 // schedules to play, by twice the cost; one more for those with a disturbance
	seen    map[uint64]uint8
	tried   []int // by cost
	length  int   // of all plays, in choices
}

// Next returns the next schedule: one of those that depart the least from what comes by itself. It returns nil when there
// is none with a cost of at most most.
func (s *Search) Next(most int) *Chooser {
	if s.seen == nil {
		s.seen, s.waiting = make(map[uint64]uint8), make(map[int][][]uint8)
		return &Chooser{}
	}
	for at := range 2*most + 2 {
		if queue := s.waiting[at]; len(queue) > 0 {
			prefix := queue[0]
			queue[0], s.waiting[at] = nil, queue[1:]
			return &Chooser{prefix: prefix, Cost: at / 2, rank: at % 2}
		}
	}
	return nil
}

// Learn adds the schedules that branch off from one that was played, unless that was at random.
func (s *Search) Learn(c *Chooser) {
	if c.after != nil {
		return
	}
	for len(s.tried) <= c.Cost {
		s.tried = append(s.tried, 0)
	}
	s.tried[c.Cost]++
	s.Tried, s.length = s.Tried+1, s.length+len(c.points)
	cost := c.Cost
	for i := len(c.prefix); i < len(c.points); i++ {
		p, chosen := &c.points[i], int(c.chosen[i])
		if s.been(p.state, p.turn, cost) {
			return // another schedule goes on from here
		}
		s.been(mix(p.options[chosen].State), p.options[chosen].Turn, cost)
		for j, o := range p.options {
			if j == chosen || o.Dull || s.been(mix(o.State), o.Turn, cost+o.Cost) {
				continue
			}
			at := 2*(cost+o.Cost) + c.rank
			if o.Disturbs {
				at |= 1
			}
			s.waiting[at] = append(s.waiting[at], append(slices.Clone(c.chosen[:i]), uint8(j)))
		}
		cost += p.options[chosen].Cost
	}
}

// been reports whether a state was reached before at no greater cost, and remembers it. Whoever arrives with another one
// to go on by himself can do at cost 1 less whatever he can do now.
func (s *Search) been(state, turn uint64, cost int) bool {
	if s.Whole {
		return false
	}
	by := func(key uint64, most int) bool {
		before, found := s.seen[key]
		return found && int(before) <= most
	}
	anybody, own := mix(state+2), state^mix(turn+3)
	if by(own, cost) || turn != 0 && by(state^mix(3), cost) || by(anybody, cost-1) {
		return true
	}
	s.seen[own] = uint8(min(cost, 255))
	if !by(anybody, cost) {
		s.seen[anybody] = uint8(min(cost, 255))
	}
	return false
}

// Waiting returns how many schedules are known that were not played.
func (s *Search) Waiting() (n int) {
	for _, w := range s.waiting {
		n += len(w)
	}
	return n
}

// Left estimates how many schedules there are that were not played: each that is known hides as many as the known ones
// did so far.
func (s *Search) Left() int {
	left := s.Waiting()
	if n := len(s.tried); n > 1 && s.tried[n-2] > 0 {
		left *= max(1, s.tried[n-1]/s.tried[n-2])
	}
	return left
}

// Random returns a schedule that departs at a few random points from what would come by itself, as PCT does
// (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs,
// 2010). Where it costs nothing, anybody goes first.
func (s *Search) Random(r *rand.Rand) *Chooser {
	length := max(1, s.length/max(1, s.Tried))
	changes := map[int]bool{}
	for range 1 + r.IntN(4) {
		changes[r.IntN(length)] = true
	}
	n := -1
	return &Chooser{after: func(options []Option) int {
		n++
		if i := r.IntN(len(options)); changes[n] && !options[i].Dull {
			return i
		}
		free := 0
		for free < len(options) && options[free].Cost == 0 {
			free++
		}
		return r.IntN(max(1, free))
	}}
}
