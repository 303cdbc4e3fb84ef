package transaction

import (
	"slices"

	"ifmatch/loadgen/history"
)

// graph is the relation "must have come before". Its vertices are the nodes and the moments,
// which are the returns of all nodes in ascending order. A node leads to the moment of its
// return, and every moment to the next and to the nodes invoked before that next one. So
// real time takes a number of edges linear in the nodes.
type graph struct {
	p       *partition
	moments []int64
	leaves  []int32 // moment of a node's return, or none
	starts  []int32 // first node that was invoked between a moment and the next
	also    []int32 // next such node
	edges   []edge  // space for the edges of one node
}

func (p *partition) graph() *graph {
	g := &graph{p: p, moments: make([]int64, 0, len(p.nodes)), leaves: nones(len(p.nodes)), also: nones(len(p.nodes))}
	for i := range p.nodes {
		if nd := &p.nodes[i]; nd.orders() && nd.ret != history.Open {
			g.moments = append(g.moments, nd.ret)
		}
	}
	slices.Sort(g.moments)
	g.moments = slices.Compact(g.moments)
	g.starts = nones(len(g.moments))
	for i := range p.nodes {
		nd := &p.nodes[i]
		if !nd.orders() {
			continue
		}
		if nd.ret != history.Open {
			m, _ := slices.BinarySearch(g.moments, nd.ret)
			g.leaves[i] = int32(m)
		}
		// The last moment before the invocation: closed intervals that touch overlap.
		if m, _ := slices.BinarySearch(g.moments, nd.inv); m > 0 {
			g.also[i], g.starts[m-1] = g.starts[m-1], int32(i)
		}
	}
	return g
}

// orders reports whether a node takes part in the order.
func (n *node) orders() bool { return n.fate == saw || n.fate == refused || n.fate == applied }

// size is the number of vertices: nodes, then moments.
func (g *graph) size() int { return len(g.p.nodes) + len(g.moments) }

// successors appends the vertices that a vertex leads to.
func (g *graph) successors(v int32, to []int32) []int32 {
	nodes := int32(len(g.p.nodes))
	if v >= nodes {
		m := v - nodes
		if int(m)+1 < len(g.moments) {
			to = append(to, v+1)
		}
		for n := g.starts[m]; n != none; n = g.also[n] {
			to = append(to, n)
		}
		return to
	}
	g.edges = g.p.edges(v, g.edges[:0])
	for _, e := range g.edges {
		to = append(to, e.to)
	}
	if g.leaves[v] != none {
		to = append(to, nodes+g.leaves[v])
	}
	return to
}

// edges appends every edge out of a node except those of time.
func (p *partition) edges(n int32, to []edge) []edge {
	nd := &p.nodes[n]
	if !nd.orders() {
		return to
	}
	add := func(why why, from, at int32) {
		if other := p.nodeOf[at]; other != n {
			to = append(to, edge{other, why, from, at})
		}
	}
	for e := nd.first; e != none; e = p.more[e] {
		if v := p.seenAs[e]; v != none {
			if s := p.next[v]; s != none {
				add(before, e, s)
			}
			continue
		}
		if nd.fate != applied {
			continue
		}
		if s := p.next[e]; s != none {
			add(replaced, e, s)
		}
		for r := p.readers[e]; r != none; r = p.also[r] {
			add(sawIt, e, r)
		}
		if v := p.prev[e]; v != none {
			for r := p.refusal[v]; r != none; r = p.again[r] {
				add(noticed, e, r)
			}
		}
	}
	for _, x := range p.extra[n] {
		add(present, x.from, x.to)
	}
	return to
}
