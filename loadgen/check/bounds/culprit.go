package bounds

import (
	"slices"

	"ifmatch/loadgen/history"
)

// An operation that fits nowhere need not be the wrong one. An earlier answer may have
// been false, and have left only worlds in which what follows is impossible. So the last
// stretch of the way is retraced without each answer that shut out a world. The accused is
// the answer without which the fewest answers are impossible, including some that are
// still to come. This is done only while no operation is of unknown outcome.

// beside is how many operations Failure.Against names at most.
const beside = 3

// suspect is an explained operation, and a world in which it is impossible.
type suspect[S comparable] struct {
	at  int // index on the way
	was *world[S]
}

// culprit looks for an earlier operation to blame for o: without it, o and more of what
// follows must be possible than without o. If found is true, the search goes on without it,
// and f is its failure, or that of o against it if it fits by itself. Otherwise f is the
// failure of o, and Against names operations without which as much is possible.
func (s *Search[S]) culprit(o *Op) (f Failure[S], found bool) {
	f.Op, f.Unproved = o, s.unproved
	for _, w := range s.worlds {
		f.Before = append(f.Before, w.trace())
	}
	f.Slight = s.possible(s.Lenient, s.worlds, o)
	late := f
	t := &s.tape
	way, base := slices.Concat(t.ops[0], t.ops[1]), t.base[0]
	if len(way) == 0 || s.full || s.unproved || s.trail.base != nil || s.tape.torn || len(s.own.classes)+len(s.shared.classes) > 0 || s.blamed > s.limits.blame {
		return f, false
	}
	defer func(before int) { s.retraced = before }(s.retraced)
	ahead := s.feed.ahead(s.watermark, stretch)
	_, least := s.passes(s.worlds, append([]*Op{o}, ahead...), nil)
	if base == nil {
		base = t.base[1]
	}
	var suspects []suspect[S]
	s.passes(base, way, func(k int, worlds []*world[S]) {
		for _, w := range worlds {
			if _, ok := s.machine.Apply(w.now, way[k]); !ok {
				suspects = append(suspects, suspect[S]{k, new(*w)})
			}
		}
	})
	for _, x := range slices.Backward(suspects) {
		rest := append(slices.Clone(way[x.at+1:]), o)
		sub, wrong := s.passes([]*world[S]{x.was}, rest, nil)
		if wrong > 0 || sub.unproved {
			continue
		}
		worlds := copies(sub.worlds)
		switch _, wrong = s.passes([]*world[S]{x.was}, append(rest, ahead...), nil); {
		case wrong+1 < least:
			least, found = wrong+1, true
			at, then := []*world[S]{x.was}, append(slices.Clone(way[x.at:]), o)
			f = Failure[S]{Op: way[x.at], Against: []*history.Event{o.Event}, Before: []Trace[S]{x.was.trace()}, Slight: s.possible(s.Lenient, at, then...)}
			if s.possible(s.machine, at, then...) {
				f = late
				f.Against = []*history.Event{way[x.at].Event}
			}
			s.worlds = worlds
		case wrong+1 == least && len(f.Against) < beside && !slices.Contains(f.Against, way[x.at].Event):
			f.Against = append(f.Against, way[x.at].Event)
		}
	}
	return f, found
}

// possible reports whether a machine, if there is one, allows the first operation of a way.
func (s *Search[S]) possible(m Machine[S], base []*world[S], way ...*Op) bool {
	if m == nil || s.strict {
		return false
	}
	sub := s.over(s.effort, base, nil, way, nil)
	sub.machine = m
	return sub.explain(way[0])
}

// passes explains a way from the worlds before it, and counts the operations that are
// impossible on it. It calls visit, if that is not nil, before each operation.
func (s *Search[S]) passes(base []*world[S], way []*Op, visit func(k int, worlds []*world[S])) (sub *Search[S], wrong int) {
	sub = s.over(s.effort, base, nil, way, func(Failure[S]) { wrong++ })
	sub.strict = true
	s.run(sub, way, func(k int) bool {
		if visit != nil && k < len(way) {
			visit(k, sub.worlds)
		}
		return true
	})
	s.blamed += len(way)
	return sub, wrong
}
