package transaction

import "ifmatch/loadgen/history"

// none is the index of nothing.
const none int32 = -1

// fate is what became of a node.
type fate uint8

const (
	ignored  fate = iota // an uncertain read, or an operation of another kind
	saw                  // a read or a page
	refused              // writes that changed nothing
	optional             // writes that may have taken effect, and that nobody saw
	applied              // writes that took effect
)

// node is what takes effect at one instant: an entity group transaction, a page
// of a query, or an event that stands alone.
type node struct {
	inv, ret int64
	first    int32 // event; partition.more leads to the others
	size     int32
	fate     fate
	sight    int32 // event that proves that an uncertain write took effect
}

// join makes nodes of the events.
func (p *partition) join() {
	p.nodeOf = make([]int32, len(p.ops))
	p.more = make([]int32, len(p.ops))
	p.nodes = make([]node, 0, len(p.ops))
	groups := map[uint64]int32{}
	group, at := uint64(0), none // events of one group mostly follow one another
	for i := range p.ops {
		e := &p.ops[i]
		p.more[i] = none
		if e.Group == 0 {
			p.nodeOf[i] = p.newNode(int32(i))
			continue
		}
		if e.Group != group {
			group, at = e.Group, none
			if n, ok := groups[group]; ok {
				at = n
			}
		}
		if at == none {
			at = p.newNode(int32(i))
			groups[group] = at
		} else {
			p.prepend(at, int32(i))
		}
		p.nodeOf[i] = at
	}
}

func (p *partition) newNode(event int32) int32 {
	e := &p.ops[event]
	p.nodes = append(p.nodes, node{inv: e.Invoke, ret: e.Return, first: event, size: 1, fate: fateOf(e), sight: none})
	return int32(len(p.nodes) - 1)
}

// prepend adds an event to a node.
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
		p.report(p.halfAnswered(other, event))
	}
	nd.fate = max(nd.fate, f)
}

// fateOf is what an event says by itself.
func fateOf(e *history.Event) fate {
	switch {
	case e.Op == history.Read && (e.Outcome == history.Won || e.Outcome == history.Absent):
		return saw
	case !writes(e):
		return ignored
	case e.Outcome == history.Won:
		return applied
	case e.Outcome.Uncertain():
		return optional
	}
	return refused
}

// writes tells whether the event writes, if it takes effect.
func writes(e *history.Event) bool {
	return e.Op == history.Write || e.Op == history.Swap || e.Op == history.Create || e.Op == history.Delete
}

// fate is what became of the node of an event.
func (p *partition) fate(event int32) fate { return p.nodes[p.nodeOf[event]].fate }
