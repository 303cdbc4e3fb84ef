package transaction

import (
	"cmp"
	"math"
	"slices"

	"ifmatch/loadgen/history"
)

// ways is how many ways in which writes of unknown outcome could explain refusals are
// tried, before the verdict is undecided.
const ways = 64

// order judges what no few events prove alone.
func (p *partition) order() {
	unordered := p.undecided
	p.undecided = ""
	ok := p.decide(0)
	if !ok && p.undecided == "" {
		for _, v := range p.kept {
			p.out.Report(v)
		}
	}
	p.undecided = cmp.Or(p.undecided, unordered)
}

// decide tests the graph for each way in which writes of unknown outcome can explain the
// refusals that are pending from the k-th on, until one way has no cycle. It reports whether
// there was such a way.
func (p *partition) decide(k int) bool {
	if p.watermark != history.Open {
		k = len(p.pending) // events still to come may explain them
	}
	for k < len(p.pending) && p.named(p.pending[k]) {
		k++ // the write that explains another refusal explains this one too
	}
	if k == len(p.pending) {
		return p.acyclic()
	}
	v := p.pending[k]
	tried := p.next[v] != none
	if tried && (p.decide(k+1) || p.undecided != "") {
		return true // the beginning of the next chain is the reason
	}
	for _, d := range p.optionals[v] {
		n := p.nodeOf[d]
		if !p.canApply(n) {
			continue
		}
		tried = true
		p.apply(n)
		if p.decide(k+1) || p.undecided != "" {
			return true
		}
		p.undo(n)
	}
	if !tried {
		p.keep(p.noReason(p.refusal[v]))
	}
	return false
}

// canApply reports whether an optional node can have taken effect: no other write that
// names them replaced any of the versions that it names.
func (p *partition) canApply(n int32) bool {
	for e := p.nodes[n].first; e != none; e = p.more[e] {
		if p.ops[e].If == history.None {
			p.undecided = "an insert or overwrite of unknown outcome may have been part of a transaction that explains a refusal"
			return false
		}
		if v := p.namedBy(e); v == none || p.named(v) {
			return false
		}
	}
	return true
}

// apply makes an optional node take effect, just after the versions that it names and
// before the chains that follow them.
func (p *partition) apply(n int32) {
	p.nodes[n].fate = applied
	for e := p.nodes[n].first; e != none; e = p.more[e] {
		v := p.namedBy(e)
		s := p.next[v]
		p.next[v], p.prev[e] = e, v
		if p.next[e] = s; s != none {
			p.prev[s] = e
		}
	}
}

// undo takes back what apply did.
func (p *partition) undo(n int32) {
	p.nodes[n].fate = optional
	for e := p.nodes[n].first; e != none; e = p.more[e] {
		v, s := p.prev[e], p.next[e]
		p.next[v] = s
		if s != none {
			p.prev[s] = v
		}
		p.next[e], p.prev[e] = none, none
	}
}

// acyclic reports whether the graph has no cycle, and keeps a certificate for each knot of
// cycles.
func (p *partition) acyclic() bool {
	if p.tries++; p.tries > ways {
		p.undecided = "too many ways in which writes of unknown outcome could explain the refusals"
		return true
	}
	knots := p.graph().knots()
	for _, k := range knots {
		if c := p.shortest(k); c != nil {
			p.keep(p.cycle(c))
		} else {
			p.keep(p.knot(k))
		}
	}
	return len(knots) == 0
}

// knots returns the nodes of every strongly connected component with more than one node. It
// uses Gabow's algorithm, without recursion.
func (g *graph) knots() (knots [][]int32) {
	const closed = math.MaxInt32 // the index of vertices in a component that is known; 0: not visited
	index := make([]int32, g.size())
	var open []int32 // visited, but in no component yet
	var path []int32 // of these, the first vertex of each possible component
	var todo []int32 // to look at; the complement of a vertex stands below its successors
	for root, visits := 0, int32(0); root < len(index); root++ {
		if index[root] == 0 {
			todo = append(todo, int32(root))
		}
		for len(todo) > 0 {
			last := len(todo) - 1
			v := todo[last]
			switch todo = todo[:last]; {
			case v >= 0 && index[v] == 0:
				visits++
				index[v] = visits
				open, path = append(open, v), append(path, v)
				todo = g.successors(v, append(todo, ^v))
				slices.Reverse(todo[last+1:])
			case v >= 0: // all vertices visited after it lead back to it, unless it is in a component
				for index[path[len(path)-1]] > index[v] {
					path = path[:len(path)-1]
				}
			case ^v == path[len(path)-1]: // it leads no further back
				path = path[:len(path)-1]
				first := len(open) - 1
				for open[first] != ^v {
					first--
				}
				for _, w := range open[first:] {
					index[w] = closed
				}
				if len(open) > first+1 {
					nodes := slices.DeleteFunc(slices.Clone(open[first:]), func(w int32) bool { return int(w) >= len(g.p.nodes) })
					if len(nodes) > 1 {
						knots = append(knots, nodes)
					}
				}
				open = open[:first]
			}
		}
	}
	return knots
}
