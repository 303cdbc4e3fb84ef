package transaction

import (
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// refuse finds out why each refused write was refused, as far as the answer tells.
func (p *partition) refuse() {
	p.extra, p.optionals, p.waiting, p.accused = map[int32][]pair{}, map[int32][]int32{}, map[int32]bool{}, map[int32]bool{}
	for i := range p.ops {
		if p.fate(int32(i)) != optional || !writes(&p.ops[i]) {
			continue
		}
		if v := p.namedBy(int32(i)); v != none {
			p.optionals[v] = append(p.optionals[v], int32(i))
		}
	}
	for n := range p.nodes {
		if !p.settled(p.nodes[n].first) {
			continue // the write that explains it may still be to come
		}
		switch p.nodes[n].fate {
		case refused:
			p.blameOne(int32(n))
		case saw:
			for e := p.nodes[n].first; e != none; e = p.more[e] {
				if p.ops[e].Outcome == history.Absent {
					p.foundNothing(e)
				}
			}
		}
	}
}

// blameOne finds the write of a refused node that the refusal was for. If several are
// possible, it concludes nothing.
func (p *partition) blameOne(n int32) {
	nd := &p.nodes[n]
	causes, possible := 0, 0
	var first, blamed int32
	for e := nd.first; e != none; e = p.more[e] {
		if !isCause(&p.ops[e]) {
			continue
		}
		first = e
		causes++
		if causes == 1 && p.more[e] == none || p.explained(e) {
			blamed = e
			possible++
		}
	}
	switch {
	case causes == 0:
	case possible == 0:
		p.unreasonable(first)
	case possible == 1:
		p.blame(blamed)
	}
}

// isCause reports whether an event says why its node was refused. Other refusals, for a
// lease or a bad request, say nothing about versions.
func isCause(e *history.Event) bool {
	return e.Outcome == history.Lost || e.Outcome == history.Absent && e.Op != history.Create
}

// explained reports whether the version that an event named can have been replaced before
// the event was refused.
func (p *partition) explained(event int32) bool {
	e := &p.ops[event]
	if e.Outcome != history.Lost || e.If == history.None {
		return true
	}
	v := p.namedBy(event)
	if v == none {
		return true
	}
	s := p.next[v]
	return s != none && p.ops[s].Invoke <= e.Return || !p.named(v) && p.mayBeReplaced(event)
}

// mayBeReplaced reports whether a write of unknown outcome can have replaced the version that an
// event named.
func (p *partition) mayBeReplaced(event int32) bool {
	e := &p.ops[event]
	began := func(write int32) bool { return p.ops[write].Invoke <= e.Return }
	return slices.ContainsFunc(p.optionals[p.namedBy(event)], began) || p.entities[p.entityOf[e.Key]].unansweredWrite <= e.Return
}

// blame draws the conclusion from a refusal whose reason is known.
func (p *partition) blame(event int32) {
	e := &p.ops[event]
	switch {
	case e.Outcome == history.Absent:
		p.foundNothing(event)
	case e.Op == history.Create:
		p.foundSomething(event)
	case e.If != history.None:
		v := p.namedBy(event)
		if v == none {
			return // a tag that was never current is refused correctly
		}
		switch {
		case p.named(v):
		case p.mayBeReplaced(event):
			if p.entities[p.entityOf[e.Key]].unansweredWrite <= e.Return {
				return
			}
			if p.next[v] != none && p.watermark != history.Open {
				return // later events may tell which of them was the reason
			}
			if !p.waiting[v] {
				p.waiting[v] = true
				p.pending = append(p.pending, v)
			}
		case p.next[v] == none:
			p.unreasonable(event)
			return
		}
		p.again[event], p.refusal[v] = p.refusal[v], event
	}
}

// unreasonable notes a refusal that nothing explains, unless the reason may be in the
// missing part. It notes only the first refusal for a version.
func (p *partition) unreasonable(event int32) {
	if p.o.Incomplete {
		return
	}
	if v := p.namedBy(event); v != none {
		if p.accused[v] {
			return
		}
		p.accused[v] = true
	}
	if len(p.unreasoned) < finding.Described {
		p.unreasoned = append(p.unreasoned, p.noReason(event))
	}
}

// life returns the only insert of an entity, and the delete after it or none. ok is false if
// the entity may have had several lives.
func (p *partition) life(key uint32) (insert, end int32, ok bool) {
	at := &p.entities[p.entityOf[key]]
	if at.unansweredWrite != history.Open || at.unansweredDelete != history.Open {
		p.unjudged = true
		return none, none, false
	}
	if len(at.heads) != 1 || at.deletes > 1 {
		return none, none, false
	}
	// An anchor, which stands for forgotten versions, came after the insert.
	if h := at.heads[0]; p.ops[h].Op == history.Delete || p.ops[h].Op != history.Create && int(h) >= p.anchors {
		return none, none, false
	}
	return at.heads[0], at.deleted, true
}

// foundNothing orders an event that found no entity before the insert, or after the delete.
func (p *partition) foundNothing(event int32) {
	insert, end, ok := p.life(p.ops[event].Key)
	if !ok {
		return
	}
	switch {
	case int(insert) < p.anchors && end == none && p.there(insert, p.ops[event].Invoke):
		p.broke("missing while it was there", "%[1]s found no entity, although it was there and nobody deleted it",
			p.did(event, "found no entity"), p.did(insert, "replaced a version of it"))
	case end == none || p.ops[event].Return < p.ops[end].Invoke:
		p.after(event, insert)
	case p.ops[insert].Return < p.ops[event].Invoke:
		p.after(end, event)
	}
}

// after notes that one event takes effect after another.
func (p *partition) after(first, then int32) {
	n := p.nodeOf[first]
	p.extra[n] = append(p.extra[n], pair{first, then})
}

// there reports whether an entity was certainly there at a moment. If the version at an
// anchor replaced another by name, that write found the entity.
func (p *partition) there(anchor int32, at int64) bool {
	e := &p.ops[anchor]
	if e.If == history.None || e.Op == history.Delete {
		return false
	}
	old := p.past.byTag[name{uint64(e.If), e.Key}]
	return at >= e.Invoke || old != nil && old.version.Return < at
}

// foundSomething orders a refused insert after the insert that succeeded, and before the
// delete. If nobody inserted the entity, the refusal has no reason.
func (p *partition) foundSomething(event int32) {
	if at := &p.entities[p.entityOf[p.ops[event].Key]]; len(at.heads) == 0 && at.unansweredWrite == history.Open {
		p.unreasonable(event)
		return
	}
	insert, end, ok := p.life(p.ops[event].Key)
	if !ok {
		return
	}
	if int(insert) >= p.anchors { // otherwise it may have found an earlier version
		p.after(insert, event)
	}
	if end != none {
		p.after(event, end)
	}
}
