package transaction

import "slices"

// effort bounds the search for a shortest cycle, in edges followed: a longer
// certificate is right too.
const effort = 1 << 21

// shortest returns a short cycle through nodes of a knot, as the edges along it.
// A shortest cycle has at most one edge of time: of two, a before b and c before
// d, either a is before d or c before b, which makes a shorter one.
func (g *graph) shortest(knot []int32) []edge {
	s := &search{g: g, in: make(map[int32]bool, len(knot)), left: effort}
	for _, n := range knot {
		s.in[n] = true
	}
	slices.Sort(knot)
	// Half a transaction says more than the stale read that it also is.
	for _, look := range []func(int32){s.halves, s.stale} {
		for _, n := range knot {
			if look(n); s.best != nil {
				return s.best
			}
		}
	}
	for reach := nearby; s.best == nil && reach < 256*len(knot)+256*nearby; reach *= 16 {
		s.left = effort
		for _, n := range knot {
			s.breadth(n, reach)
			if len(s.best) == 3 || s.best != nil && s.left <= 0 {
				break
			}
		}
	}
	return s.best
}

// nearby is how many nodes around each one are looked at first.
const nearby = 256

// search looks for short cycles within a knot.
type search struct {
	g    *graph
	in   map[int32]bool
	left int
	best []edge
}

// halves looks for a cycle of n and one other node that needs no time: they met on
// several entities, and on one of them in the other order.
func (s *search) halves(n int32) {
	if s.g.p.nodes[n].size < 2 {
		return
	}
	s.g.edges(n, func(e edge) {
		if s.best != nil || !s.in[e.to] || s.g.p.nodes[e.to].size < 2 {
			return
		}
		s.g.edges(e.to, func(back edge) {
			if back.to == n && s.best == nil {
				s.best = []edge{e, back}
			}
		})
	})
}

// stale looks for a node that n leads to and that was answered before n began.
func (s *search) stale(n int32) {
	s.g.edges(n, func(e edge) {
		if s.best == nil && s.in[e.to] && s.returned(e.to, n) {
			s.best = []edge{e, {to: n, why: earlier, from: none, at: none}}
		}
	})
}

// returned tells whether a node's answer came before another was sent.
func (s *search) returned(a, b int32) bool {
	p := s.g.p
	return p.nodes[a].ret < p.nodes[b].inv
}

// breadth looks for the shortest cycle whose only edge of time, if it has one,
// leads to n, among the first few nodes that n leads to.
func (s *search) breadth(n int32, reach int) {
	type step struct {
		node int32
		from int // index of the step before
		edge edge
	}
	seen := map[int32]bool{n: true}
	steps := []step{{node: n, from: -1}}
	walk := func(i int) []edge {
		var path []edge
		for ; steps[i].from >= 0; i = steps[i].from {
			path = append(path, steps[i].edge)
		}
		slices.Reverse(path)
		return path
	}
	depth := []int{0}
	for i := 0; i < len(steps) && i < reach; i++ {
		if s.best != nil && depth[i]+1 >= len(s.best) {
			return
		}
		if i > 0 && s.returned(steps[i].node, n) {
			s.best = append(walk(i), edge{to: n, why: earlier, from: none, at: none})
			return
		}
		var back *edge
		s.g.edges(steps[i].node, func(e edge) {
			s.left--
			switch {
			case e.to == n:
				back = &e
			case s.in[e.to] && !seen[e.to]:
				seen[e.to] = true
				steps = append(steps, step{e.to, i, e})
				depth = append(depth, depth[i]+1)
			}
		})
		if back != nil {
			s.best = append(walk(i), *back)
			return
		}
	}
}
