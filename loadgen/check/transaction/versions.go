package transaction

import (
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/table"
	"ifmatch/loadgen/history"
)

// enter gives every entity its place, and finds versions by their contents and tags.
func (p *partition) enter() {
	p.entityOf, p.twice = map[uint32]int32{}, map[name]bool{}
	writing := 0
	for i := range p.ops {
		if writes(&p.ops[i]) {
			writing++
		}
		if _, ok := p.entityOf[p.ops[i].Key]; !ok {
			p.entityOf[p.ops[i].Key] = int32(len(p.entities))
			p.entities = append(p.entities, entity{deleted: none, unansweredWrite: history.Open, unansweredDelete: history.Open})
		}
	}
	p.byValue, p.byTag = table.New(writing), table.New(writing)
	n := len(p.ops)
	p.tag = make([]history.Token, n)
	p.next, p.prev, p.readers, p.also, p.seenAs = nones(n), nones(n), nones(n), nones(n), nones(n)
	p.refusal, p.again = nones(n), nones(n)
	for i := range p.ops {
		e := &p.ops[i]
		if !writes(e) || e.Op == history.Delete {
			continue
		}
		if e.Value != 0 {
			p.byValue.Set(e.Key, e.Value, int32(i))
		}
		if e.Outcome == history.Won && e.Tag != history.None {
			p.bind(int32(i), e.Tag, none)
		}
	}
}

// bind gives a version its tag. by is the read that showed the tag; none if the write
// received it.
func (p *partition) bind(version int32, tag history.Token, by int32) {
	at := name{uint64(tag), p.ops[version].Key}
	if p.twice[at] {
		return
	}
	if other := p.byTag.Get(at.key, at.what); other != none && other != version {
		p.twice[at] = true
		p.broke("duplicate tag", "the writes of %[1]s and %[2]s made versions with one tag", p.did(other, "made a version with this tag"),
			p.did(version, "made another version with the same tag"), p.did(by, "saw the tag on the second"))
		return
	}
	if old := p.past.byTag[at]; old != nil && int(version) >= p.anchors {
		p.twice[at] = true
		p.broke("duplicate tag", "%[2]s was given a tag that an earlier version had",
			finding.Did(&old.version, "made a version with this tag"), p.did(version, "made another version with the same tag"))
		return
	}
	p.byTag.Set(at.key, at.what, version)
	p.tag[version] = tag
}

// see finds the version that every read saw: by its contents, which also tell the tag of a
// write without an answer, or else by its tag.
func (p *partition) see() {
	for i := range p.ops {
		switch e := &p.ops[i]; {
		case !shows(e):
		case e.Flags&history.Torn != 0:
			p.broke("torn read", "%[1]s read contents that were never written as a whole", p.did(int32(i), "saw contents that are mixed, cut or damaged"))
		case e.Value != 0:
			p.seeContents(int32(i))
		}
	}
	for i := range p.ops {
		if e := &p.ops[i]; shows(e) && e.Flags&history.Torn == 0 && e.Value == 0 && e.Tag != history.None {
			if p.seenAs[i] = p.tagged(e.Key, e.Tag); p.seenAs[i] == none {
				p.phantom(int32(i))
			}
		}
		if v := p.seenAs[i]; v != none {
			p.also[i], p.readers[v] = p.readers[v], int32(i)
			p.prove(v, int32(i))
		}
	}
}

// shows reports whether an event is a read that found something.
func shows(e *history.Event) bool { return e.Op == history.Read && e.Outcome == history.Won }

// seeContents finds the version whose contents a read saw.
func (p *partition) seeContents(read int32) {
	e := &p.ops[read]
	v := p.byValue.Get(e.Key, e.Value)
	if v == none {
		p.phantom(read)
		return
	}
	p.seenAs[read] = v
	switch {
	case e.Tag == history.None || e.Tag == p.tag[v] || p.twice[name{uint64(e.Tag), e.Key}]:
	case p.tag[v] == history.None:
		p.bind(v, e.Tag, read)
	default:
		p.broke("contents of another version", "%[2]s read what %[1]s wrote, under the tag of another version", p.did(v, "wrote the contents"),
			p.did(read, "saw them under another tag"), p.did(p.tagged(e.Key, e.Tag), "made the version with that tag"))
	}
}

// prove notes that an event shows that a version was made. If one entity of an uncertain
// transaction was seen, the transaction took effect on all.
func (p *partition) prove(version, by int32) {
	nd := &p.nodes[p.nodeOf[version]]
	switch nd.fate {
	case optional:
		nd.fate, nd.sight = applied, by
	case refused:
		p.trace(version, by)
	}
}

// succeed links every version to the write that replaced it, and finds the writes that name
// no version.
func (p *partition) succeed() {
	for i := range p.ops {
		e := &p.ops[i]
		if !writes(e) {
			continue
		}
		at := &p.entities[p.entityOf[e.Key]]
		switch p.fate(int32(i)) {
		case optional:
			if e.Op == history.Delete {
				at.unansweredDelete = min(at.unansweredDelete, e.Invoke)
			}
			if e.If == history.None {
				at.unansweredWrite = min(at.unansweredWrite, e.Invoke)
			}
		case applied:
			if e.Op == history.Delete {
				at.deletes++
				at.deleted = int32(i)
			}
			if e.If == history.None || i < p.anchors {
				at.heads = append(at.heads, int32(i))
			} else if v := p.namedBy(int32(i)); v != none {
				p.replace(v, int32(i))
			} else if p.settled(int32(i)) {
				p.phantom(int32(i))
				at.heads = append(at.heads, int32(i))
			}
		}
	}
	p.contend()
}

// tagged is the version of an entity with a tag; none if there is none.
func (p *partition) tagged(key uint32, tag history.Token) int32 { return p.byTag.Get(key, uint64(tag)) }

// namedBy is the version that an event names; none if there is none.
func (p *partition) namedBy(event int32) int32 { return p.tagged(p.ops[event].Key, p.ops[event].If) }

// replace notes that a write replaced a version.
func (p *partition) replace(v, by int32) {
	if other := p.next[v]; other != none {
		p.rivals = append(p.rivals, [3]int32{v, other, by})
		return
	}
	p.next[v], p.prev[by] = by, v
}

// contend reports versions that two writes replaced. If one of them belongs to a transaction whose writes to other entities
// were met, while nobody met this one, half of the transaction was done: one violation, however many entities miss it.
func (p *partition) contend() {
	halves := map[int32]bool{}
	for _, r := range p.rivals {
		v, other, by := r[0], r[1], r[2]
		if p.twice[name{uint64(p.tag[v]), p.ops[v].Key}] {
			continue
		}
		half, rest := other, p.half(other)
		if rest == none {
			half, rest = by, p.half(by)
		}
		if n := p.nodeOf[half]; rest != none && !halves[n] {
			halves[n] = true
			seen := p.readers[rest]
			if seen == none {
				seen = p.next[rest]
			}
			x := violation("half a transaction", "the transaction of %[1]s changed one entity, which %[3]s met, and not another, of which %[2]s replaced the same version",
				p.did(half, "should have replaced the version, as a part of the transaction"), p.did(other+by-half, "replaced the same version"),
				p.did(seen, "met what the transaction wrote to another entity"), p.did(rest, "belongs to the transaction"), p.did(v, "wrote the version"))
			x.Clauses = []string{"TABLE-BATCH-01", "TABLE-BATCH-02"}
			p.out.Report(x)
		}
		if rest != none {
			continue
		}
		p.broke("lost update", "%[1]s and %[2]s both replaced the version that %[5]s wrote: one update is lost",
			p.did(other, "replaced the version"), p.did(by, "replaced the same version"),
			p.did(p.sight(by), "met what the second wrote, so it took effect as a whole"),
			p.did(p.sight(other), "met what the first wrote, so it took effect as a whole"), p.did(v, "wrote the version"))
	}
}

// half returns another write of the same transaction that somebody met, if nobody met this one; none otherwise.
func (p *partition) half(event int32) int32 {
	met := func(w int32) bool { return p.readers[w] != none || p.next[w] != none }
	if p.ops[event].Group == 0 || met(event) {
		return none
	}
	for w := p.nodes[p.nodeOf[event]].first; w != none; w = p.more[w] {
		if met(w) {
			return w
		}
	}
	return none
}

// named reports whether a version was replaced by a write that named it. Then nothing came
// between the two. Between the end of a chain and the beginning of the next, which
// orderChains links too, writes of unknown outcome may have come.
func (p *partition) named(v int32) bool {
	s := p.next[v]
	return s != none && p.ops[s].If != history.None && p.ops[s].If == p.tag[v]
}

// phantom reports that an event shows a version that nobody wrote, unless the write may be
// missing or still to come. A version that was replaced long ago is reported as seen too
// late instead.
func (p *partition) phantom(event int32) {
	rule, did := "stale read", "saw"
	if writes(&p.ops[event]) {
		rule, did = "lost update", "replaced"
	}
	switch old := p.past.of(&p.ops[event]); {
	case old != nil:
		p.broke(rule, "%[3]s "+did+" the old version afterwards: %[2]s had replaced it", finding.Did(&old.version, "wrote the version"),
			finding.Did(&old.by, "replaced it"), p.did(event, did+" the old version afterwards"))
	case !p.o.Incomplete && p.settled(event):
		p.broke("phantom version", "%[1]s "+did+" a version that nobody wrote", p.did(event, did+" a version that nobody wrote"))
	}
}

// settled reports whether the write that an event shows must have been delivered already. A
// read may show any write sent before the read was answered. A write names a version that
// its client received before the write was sent.
func (p *partition) settled(event int32) bool {
	e := &p.ops[event]
	if p.watermark == history.Open || e.Return < p.watermark {
		return true
	}
	return e.If != history.None && e.Invoke < p.watermark && p.fate(event) == applied
}
