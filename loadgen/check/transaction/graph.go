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
	returns []int64
	leaves  []int32 // moment of a node's return, or none
	starts  []int32 // first node that was invoked between a moment and the next
	also    []int32 // next such node
	edges   []edge  // space for the edges of one node
}

func (p *partition) graph() *graph {
	g := &graph{p: p, returns: make([]int64, 0, len(p.nodes)), leaves: nones(len(p.nodes)), also: nones(len(p.nodes))}
	for i := range p.nodes {
		if nd := &p.nodes[i]; nd.orders() && nd.ret != history.Open {
			g.returns = append(g.returns, nd.ret)
		}
	}
	slices.Sort(g.returns)
	g.returns = slices.Compact(g.returns)
	g.starts = nones(len(g.returns))
	for i := range p.nodes {
		nd := &p.nodes[i]
		if !nd.orders() {
			continue
		}
		if nd.ret != history.Open {
			m, _ := slices.BinarySearch(g.returns, nd.ret)
			g.leaves[i] = int32(m)
		}
		// The last moment before the invocation: closed intervals that touch overlap.
		if m, _ := slices.BinarySearch(g.returns, nd.inv); m > 0 {
			g.also[i], g.starts[m-1] = g.starts[m-1], int32(i)
		}
	}
	return g
}

// orders reports whether a node takes part in the order.
func (n *node) orders() bool { return n.fate == saw || n.fate == refused || n.fate == applied }

// size is the number of vertices: nodes, then moments.
func (g *graph) size() int { return len(g.p.nodes) + len(g.returns) }

// successors appends the vertices that a vertex leads to.
func (g *graph) successors(v int32, to []int32) []int32 {
	nodes := int32(len(g.p.nodes))
	if v >= nodes {
		m := v - nodes
		if int(m)+1 < len(g.returns) {
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

// join makes the nodes.
func (p *partition) join() {
	p.nodeOf = make([]int32, len(p.ops))
	p.more = make([]int32, len(p.ops))
	p.nodes = make([]node, 0, len(p.ops))
	groups := map[uint64]int32{}
	for i := range p.ops {
		p.more[i] = none
		group := p.ops[i].Group
		at, ok := groups[group]
		if ok && group != 0 {
			p.prepend(at, int32(i))
		} else {
			at = p.newNode(int32(i))
			groups[group] = at
		}
		p.nodeOf[i] = at
	}
}

func (p *partition) newNode(event int32) int32 {
	e := &p.ops[event]
	p.nodes = append(p.nodes, node{inv: e.Invoke, ret: e.Return, first: event, size: 1, fate: fateOf(e), sight: none})
	return int32(len(p.nodes) - 1)
}

// prepend adds an event to a node, and reports a transaction that was granted in part.
func (p *partition) prepend(at, event int32) {
	nd, e := &p.nodes[at], &p.ops[event]
	other, f := nd.first, fateOf(e)
	p.more[event] = other
	nd.first = event
	nd.size++
	nd.inv, nd.ret = min(nd.inv, e.Invoke), max(nd.ret, e.Return)
	if nd.fate+f == applied+refused && nd.fate != f {
		if f == applied {
			other, event = event, other
		}
		p.broke("half a transaction", "the transaction of %[1]s was answered with success for one entity and with a refusal for another",
			p.did(event, "was told that this entity was written"), p.did(other, "was told that this one was not"))
	}
	nd.fate = max(nd.fate, f)
}
