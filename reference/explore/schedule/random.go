package schedule

import "math/rand/v2"

// Random returns a schedule that departs at a few random points from what would come by itself, as PCT does
// (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs,
// 2010). Where it costs nothing, anybody goes first.
func (s *Search) Random(r *rand.Rand) *Chooser {
	length := max(1, s.length/max(1, s.Tried()))
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
