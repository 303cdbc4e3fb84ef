package transaction

import (
	"slices"
	"sort"

	"ifmatch/loadgen/history"
)

// graph is "must have come before" over the nodes, and beyond them over moments:
// the returns of all nodes in ascending order. A node leads to the moment of its
// return, every moment to the next, and to the nodes invoked before the next one:
// so real time takes a number of edges linear in the nodes.
type graph struct {
	p       *partition
	moments []int64
	leaves  []int32 // moment of a node's return, or none
	starts  []int32 // first node that was invoked just after a moment
	also    []int32 // next such node
	extra   map[int32][]edge
}

func (p *partition) graph() *graph {
	g := &graph{p: p, extra: map[int32][]edge{}}
	for _, x := range p.extra {
		n := p.nodeOf[x.from]
		g.extra[n] = append(g.extra[n], edge{p.nodeOf[x.to], present, x.from, x.to})
	}
	g.leaves, g.also = nones(len(p.nodes)), nones(len(p.nodes))
	g.moments = make([]int64, 0, len(p.nodes))
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
			g.leaves[i] = int32(sort.Search(len(g.moments), func(k int) bool { return g.moments[k] >= nd.ret }))
		}
		inv := nd.inv
		// The last moment before the invoke: closed intervals that touch overlap.
		if m := sort.Search(len(g.moments), func(k int) bool { return g.moments[k] >= inv }) - 1; m >= 0 {
			g.also[i], g.starts[m] = g.starts[m], int32(i)
		}
	}
	return g
}

// orders tells whether a node takes part in the order.
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
	g.edges(v, func(e edge) { to = append(to, e.to) })
	if g.leaves[v] != none {
		to = append(to, nodes+g.leaves[v])
	}
	return to
}

// edges calls do for every edge out of a node but those of time.
func (g *graph) edges(n int32, do func(edge)) {
	p := g.p
	nd := &p.nodes[n]
	if !nd.orders() {
		return
	}
	emit := func(why why, from, at int32) {
		if to := p.nodeOf[at]; to != n {
			do(edge{to, why, from, at})
		}
	}
	for e := nd.first; e != none; e = p.more[e] {
		if v := p.seenAs[e]; v != none {
			if s := p.next[v]; s != none {
				emit(before, e, s)
			}
			continue
		}
		if nd.fate != applied {
			continue
		}
		if s := p.next[e]; s != none {
			emit(replaced, e, s)
		}
		for r := p.readers[e]; r != none; r = p.also[r] {
			emit(sawIt, e, r)
		}
		if v := p.prev[e]; v != none {
			for r := p.refusal[v]; r != none; r = p.again[r] {
				emit(noticed, e, r)
			}
		}
	}
	for _, e := range g.extra[n] {
		if e.to != n {
			do(e)
		}
	}
}
