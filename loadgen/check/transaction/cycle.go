package transaction

import "slices"

// effort limits the search for a shortest cycle, in edges followed. A longer certificate is
// correct too.
const effort = 1 << 21

// nearby is how many nodes reached from each one are looked at first.
const nearby = 256

// shortest returns a short cycle through nodes of a knot, as the edges along it. A shortest
// cycle has at most one edge of time. If it had two, a before b and c before d, then either
// a is before d or c before b, which makes a shorter cycle.
func (p *partition) shortest(knot []int32) []edge {
	s := &search{partition: p, in: make(map[int32]bool, len(knot))}
	for _, n := range knot {
		s.in[n] = true
	}
	slices.Sort(knot)
	// Half a transaction says more than the stale read which it also is.
	for _, look := range []func(int32) []edge{s.halves, s.stale} {
		for _, n := range knot {
			if found := look(n); found != nil {
				return found
			}
		}
	}
	for most := nearby; s.best == nil && most < 256*len(knot)+256*nearby; most *= 16 {
		s.edgesLeft = effort
		for _, n := range knot {
			s.breadth(n, most)
			if len(s.best) == 3 || s.best != nil && s.edgesLeft <= 0 {
				break
			}
		}
	}
	return s.best
}

// search looks for short cycles within a knot.
type search struct {
	*partition
	in        map[int32]bool
	edgesLeft int
	best      []edge
}

// halves looks for a cycle of n and one other node without an edge of time: they met on
// several entities, and on one of them in the other order.
func (s *search) halves(n int32) []edge {
	if s.nodes[n].size < 2 {
		return nil
	}
	for _, e := range s.edges(n, nil) {
		if !s.in[e.to] || s.nodes[e.to].size < 2 {
			continue
		}
		for _, back := range s.edges(e.to, nil) {
			if back.to == n {
				return []edge{e, back}
			}
		}
	}
	return nil
}

// stale looks for an edge from n to a node that was answered before n was sent.
func (s *search) stale(n int32) []edge {
	for _, e := range s.edges(n, nil) {
		if s.in[e.to] && s.returned(e.to, n) {
			return []edge{e, inTime(n)}
		}
	}
	return nil
}

// returned reports whether node a was answered before node b was sent.
func (s *search) returned(a, b int32) bool { return s.nodes[a].ret < s.nodes[b].inv }

// inTime is the edge of time to a node.
func inTime(n int32) edge { return edge{to: n, why: earlier, from: none, at: none} }

// breadth looks for a shortest cycle through n among the first few nodes that n leads to.
// If the cycle has an edge of time, that edge leads to n.
func (s *search) breadth(n int32, most int) {
	type step struct {
		edge
		from, depth int // the index of the step before, and how many steps there are
	}
	seen := map[int32]bool{n: true}
	steps := []step{{edge: edge{to: n}}}
	var out []edge
	for i := 0; i < len(steps) && i < most; i++ {
		at := steps[i]
		if s.best != nil && at.depth+1 >= len(s.best) {
			return
		}
		var last *edge // last edge of a cycle
		if i > 0 && s.returned(at.to, n) {
			last = new(inTime(n))
		} else {
			out = s.edges(at.to, out[:0])
			s.edgesLeft -= len(out)
			for k, e := range out {
				switch {
				case e.to == n:
					last = &out[k]
				case s.in[e.to] && !seen[e.to]:
					seen[e.to] = true
					steps = append(steps, step{e, i, at.depth + 1})
				}
			}
		}
		if last == nil {
			continue
		}
		s.best = []edge{*last}
		for ; i > 0; i = steps[i].from {
			s.best = append(s.best, steps[i].edge)
		}
		slices.Reverse(s.best)
		return
	}
}
