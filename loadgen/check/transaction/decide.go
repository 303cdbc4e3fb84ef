package transaction

import "ifmatch/loadgen/history"

// order judges what no few events prove by themselves.
func (p *partition) order() {
	unordered := p.undecided
	p.undecided = ""
	ok := p.decide(0)
	if !ok && p.undecided == "" {
		for _, v := range p.kept {
			p.report(v)
		}
	}
	if p.undecided == "" {
		p.undecided = unordered
	}
}

// decide tests the graph, once for every way in which writes of unknown outcome
// can explain the refusals that are pending from the k-th on, until one way has
// no cycle. It returns whether one had none.
func (p *partition) decide(k int) bool {
	if p.watermark != history.Open {
		k = len(p.pending) // what is to come may explain them
	}
	for k < len(p.pending) && p.named(p.pending[k]) {
		k++ // what explains another refusal explains this one too
	}
	if k == len(p.pending) {
		return p.acyclic()
	}
	v := p.pending[k]
	tried := p.next[v] != none
	if tried && (p.decide(k+1) || p.undecided != "") {
		return true // the beginning of the next chain is the reason
	}
	for _, d := range p.doubts[name{uint64(p.tag[v]), p.ops[v].Key}] {
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

// canApply tells whether an optional node can have taken effect: nothing else
// that names them replaced any of the versions that it names.
func (p *partition) canApply(n int32) bool {
	for e := p.nodes[n].first; e != none; e = p.more[e] {
		op := &p.ops[e]
		if op.If == history.None {
			p.undecided = "an insert or overwrite of unknown outcome may have been part of a transaction that explains a refusal"
			return false
		}
		v, ok := p.byTag.Get(op.Key, uint64(op.If))
		if !ok || p.named(v) {
			return false
		}
	}
	return true
}

// apply makes an optional node take effect, just after the versions that it names
// and before the next chains.
func (p *partition) apply(n int32) {
	p.nodes[n].fate = applied
	for e := p.nodes[n].first; e != none; e = p.more[e] {
		v, _ := p.byTag.Get(p.ops[e].Key, uint64(p.ops[e].If))
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

// acyclic looks for cycles in the graph, and keeps a certificate of each knot of
// them.
func (p *partition) acyclic() bool {
	if p.tries++; p.tries > p.o.Budget {
		p.undecided = "too many ways in which writes of unknown outcome could explain the refusals"
		return true
	}
	g := p.graph()
	knots := g.knots()
	for _, k := range knots {
		if c := g.shortest(k); c != nil {
			p.keep(p.cycle(c))
		} else {
			p.keep(p.knot(k))
		}
	}
	return len(knots) == 0
}

// knots returns the nodes of every strongly connected component that has more
// than one: Tarjan's algorithm, without recursion.
func (g *graph) knots() [][]int32 {
	size := g.size()
	t := &tarjan{
		g: g, index: make([]int32, size), low: make([]int32, size), on: make([]bool, size),
	}
	for v := int32(0); int(v) < size; v++ {
		if t.index[v] == 0 {
			t.from(v)
		}
	}
	return t.knots
}

// tarjan is the state of the search. Indices begin at 1: 0 is a vertex not yet
// visited.
type tarjan struct {
	g      *graph
	index  []int32
	low    []int32
	on     []bool  // on the stack
	stack  []int32 // vertices whose component is open
	frames []frame
	todo   []int32 // successors of all frames, one after another
	count  int32
	knots  [][]int32
}

// frame is a vertex being visited; its successors stand in todo from next on, up
// to where those of the frame above begin.
type frame struct {
	v           int32
	start, next int
}

func (t *tarjan) push(v int32) {
	t.count++
	t.index[v], t.low[v] = t.count, t.count
	t.stack, t.on[v] = append(t.stack, v), true
	start := len(t.todo)
	t.todo = t.g.successors(v, t.todo)
	t.frames = append(t.frames, frame{v, start, start})
}

func (t *tarjan) from(root int32) {
	t.push(root)
	for len(t.frames) > 0 {
		f := &t.frames[len(t.frames)-1]
		if f.next < len(t.todo) {
			w := t.todo[f.next]
			f.next++
			switch {
			case t.index[w] == 0:
				t.push(w)
			case t.on[w]:
				t.low[f.v] = min(t.low[f.v], t.index[w])
			}
			continue
		}
		v := f.v
		t.todo = t.todo[:f.start]
		t.frames = t.frames[:len(t.frames)-1]
		if len(t.frames) > 0 {
			up := t.frames[len(t.frames)-1].v
			t.low[up] = min(t.low[up], t.low[v])
		}
		if t.low[v] == t.index[v] {
			t.close(v)
		}
	}
}

// close takes the component of v off the stack.
func (t *tarjan) close(v int32) {
	var nodes []int32
	for {
		w := t.stack[len(t.stack)-1]
		t.stack, t.on[w] = t.stack[:len(t.stack)-1], false
		if int(w) < len(t.g.p.nodes) {
			nodes = append(nodes, w)
		}
		if w == v {
			break
		}
	}
	if len(nodes) > 1 {
		t.knots = append(t.knots, nodes)
	}
}
