package transaction

import (
	"fmt"
	"math"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// sweep is how many events a Stream collects before it judges them.
const sweep = 4096

// retain is how many events a Stream keeps at most. The run of a correct service needs a few
// thousand more than it sends between two watermarks.
const retain = 1 << 20

// remembered is how many replaced versions of an entity a Stream remembers, to say who
// replaced a version that is seen too late.
const remembered = 64

// Stream is Check for a history that is still growing. Its memory depends on the number of
// operations in flight, not on the length of the run: a transaction is forgotten when
// nothing to come can have to take effect before it. For entities that are deleted or
// overwritten it may find less than Check.
type Stream struct {
	o        Options
	ops      []history.Event // the first of them are anchors: versions whose transactions are forgotten
	anchors  int
	fresh    int
	past     past
	total    int
	seen     map[string]int
	end      *finding.Result // set when a violation was found or too much is kept; then nothing more is judged
	unjudged bool
	eager    bool // for tests: look at every watermark
}

// NewStream begins a check.
func NewStream(o Options) *Stream {
	return &Stream{o: o, seen: map[string]int{}, past: past{map[name]*replacement{}, map[name]*replacement{}, map[uint32][]*replacement{}}}
}

// Check judges all events of all entities of one partition. Events of one transaction
// share Group, and so do those of one page of a query. The others stand alone. Check
// neither changes nor keeps ops.
func Check(ops []history.Event, o Options) finding.Result {
	s := NewStream(o)
	s.ops, s.total = ops, len(ops)
	return s.Close()
}

// Add takes events of the partition. It keeps no reference to the slice.
func (s *Stream) Add(events []history.Event) {
	s.total += len(events)
	if s.end != nil {
		return
	}
	s.ops = append(s.ops, events...)
	s.fresh += len(events)
}

// Mark tells the stream that no event added later was invoked before the watermark.
func (s *Stream) Mark(watermark int64) {
	if s.end != nil || !s.eager && (s.fresh < sweep || s.fresh < len(s.ops)/4) {
		return
	}
	s.fresh = 0
	p := s.judge(watermark)
	if p.broken() {
		s.end, s.ops = new(p.result()), nil
		return
	}
	s.unjudged = s.unjudged || p.unjudged
	s.forget(p)
	if len(s.ops) > retain {
		why := fmt.Sprintf("more than %d operations could not be separated from operations in flight", retain)
		s.end, s.ops = &finding.Result{State: finding.Undecided, Why: why, Assumptions: assumptions}, nil
	}
}

// Close ends the check, and returns its result.
func (s *Stream) Close() finding.Result {
	if s.end == nil {
		p := s.judge(math.MaxInt64)
		p.unjudged = p.unjudged || s.unjudged
		s.end = new(p.result())
	}
	r := *s.end
	r.Operations = s.total
	for what, n := range r.Observed {
		s.seen[what] += n
	}
	r.Observed = s.seen
	return r
}

// judge judges the kept events. No event invoked before the watermark is still to come.
func (s *Stream) judge(watermark int64) *partition {
	p := &partition{o: s.o, ops: s.ops, anchors: s.anchors, past: s.past, watermark: watermark, out: finding.Result{State: finding.Valid}}
	p.judge()
	return p
}

// forget drops the nodes before which nothing to come can have to take effect: such a node
// took effect before the watermark, and no node that may still get a predecessor leads to it.
func (s *Stream) forget(p *partition) {
	if p.undecided != "" {
		return // events still to come may tell the order
	}
	g := p.graph()
	needed := make([]bool, g.size())
	var todo []int32
	need := func(v int32) {
		if !needed[v] {
			needed[v] = true
			todo = append(todo, v)
		}
	}
	for n := range p.nodes {
		if p.mayFollow(int32(n)) {
			need(int32(n))
		}
	}
	var to []int32
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		to = g.successors(v, to[:0])
		for _, w := range to {
			need(w)
		}
	}
	s.drop(p, needed)
}

// mayFollow reports whether an event to come, or one not yet understood, may have to take
// effect before a node.
func (p *partition) mayFollow(n int32) bool {
	nd := &p.nodes[n]
	switch nd.fate {
	case ignored:
		return false
	case optional:
		return p.alive(n)
	}
	done := nd.ret < p.watermark || int(nd.first) < p.anchors // an anchor stands for nodes that had taken effect
	for e := nd.first; e != none; e = p.more[e] {
		op := &p.ops[e]
		if p.floating(e) || p.unexplained(e) {
			return true
		}
		if nd.fate == applied && writes(op) {
			if next := p.next[e]; next != none && p.ops[next].Return < p.watermark {
				done = true
			}
			for r := p.readers[e]; r != none; r = p.also[r] {
				done = done || p.ops[r].Return < p.watermark
			}
		}
	}
	return !done
}

// alive reports whether an uncertain node can still explain anything: none of the versions
// that it names is forgotten. (An event that names a forgotten version which no write
// replaced by name was dropped with the version.)
func (p *partition) alive(n int32) bool {
	for e := p.nodes[n].first; e != none; e = p.more[e] {
		if op := &p.ops[e]; op.If != history.None && op.Invoke < p.watermark && p.namedBy(e) == none {
			return false
		}
	}
	return true
}

// floating reports whether an event shows a version whose write may be under way.
func (p *partition) floating(event int32) bool {
	e := &p.ops[event]
	switch {
	case p.settled(event) || e.Outcome != history.Won:
		return false
	case e.Op == history.Read:
		return p.seenAs[event] == none
	}
	return e.If != history.None && int(event) >= p.anchors && p.prev[event] == none
}

// unexplained reports whether a refused write still waits for the write that explains it.
func (p *partition) unexplained(event int32) bool {
	if p.ops[event].Outcome != history.Lost {
		return false
	}
	v := p.namedBy(event)
	return v != none && p.next[v] == none
}

// drop keeps the events of needed nodes, and the versions that may still be seen.
func (s *Stream) drop(p *partition, needed []bool) {
	var anchors, rest []history.Event
	for i := range p.ops {
		n := p.nodeOf[i]
		nd := &p.nodes[n]
		if needed[n] && i >= s.anchors {
			if !p.overtaken(int32(i), needed) {
				rest = append(rest, p.ops[i])
			}
			continue
		}
		if nd.first == int32(i) && i >= s.anchors {
			p.count(n, s.seen)
		}
		if nd.fate != applied || !writes(&p.ops[i]) {
			continue
		}
		if next := p.next[i]; next == none || needed[p.nodeOf[next]] {
			e := p.ops[i]
			e.Group, e.Tag = 0, p.tag[i]
			e.Outcome = history.Won // it was proved, if it was not answered
			anchors = append(anchors, e)
		} else {
			s.past.add(p, int32(i))
		}
	}
	s.anchors = len(anchors)
	s.ops = append(anchors, rest...)
}

// overtaken reports whether an event of unknown outcome names a version that is forgotten
// now and that no write replaced by name. It may have taken effect, so nothing more follows
// from it; the other writes of its transaction still count.
func (p *partition) overtaken(event int32, needed []bool) bool {
	if p.fate(event) != optional {
		return false
	}
	v := p.namedBy(event)
	if v == none || needed[p.nodeOf[v]] || p.named(v) {
		return false
	}
	s := p.next[v]
	return s != none && !needed[p.nodeOf[s]]
}

// add remembers a version that was replaced, and the write that replaced it.
func (a *past) add(p *partition, version int32) {
	r := &replacement{p.ops[version], p.ops[p.next[version]]}
	r.version.Tag = p.tag[version]
	k := r.version.Key
	a.byTag[name{uint64(r.version.Tag), k}] = r
	a.byValue[name{r.version.Value, k}] = r
	if a.order[k] = append(a.order[k], r); len(a.order[k]) < 2*remembered {
		return
	}
	for _, old := range a.order[k][:remembered] {
		delete(a.byTag, name{uint64(old.version.Tag), k})
		delete(a.byValue, name{old.version.Value, k})
	}
	a.order[k] = append(a.order[k][:0], a.order[k][remembered:]...)
}
