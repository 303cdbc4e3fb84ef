package transaction

// join makes the nodes.
func (p *partition) join() {
	p.nodeOf = make([]int32, len(p.ops))
	p.more = make([]int32, len(p.ops))
	p.nodes = make([]node, 0, len(p.ops))
	groups := map[uint64]int32{}
	group, at := uint64(0), none // events of one group mostly follow each other
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
		p.broke(Half, "the transaction of %[1]s was answered with success for one entity and with a refusal for another",
			p.did(event, "was told that this entity was written"), p.did(other, "was told that this one was not"))
	}
	nd.fate = max(nd.fate, f)
}
