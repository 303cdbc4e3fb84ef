package transaction

import (
	"cmp"
	"math"
	"slices"

	"ifmatch/loadgen/history"
)

// chain is the versions of an entity from a write that names none to the last version that
// follows by name. Nothing can come between two of them.
type chain struct {
	head, last int32
	first      int64 // earliest Return of all known events of the chain
	final      int64 // latest Invoke of them
}

// orderChains links the chains of every entity that has several, in the order that real time
// forces. If it forces none, the partition is undecided.
func (p *partition) orderChains() {
	for i := range p.entities {
		if len(p.entities[i].heads) > 1 {
			p.orderEntity(&p.entities[i])
		}
	}
}

func (p *partition) orderEntity(at *entity) {
	chains := make([]chain, 0, len(at.heads))
	for _, h := range at.heads {
		c := chain{head: h, first: math.MaxInt64, final: math.MinInt64}
		know := func(event int32) {
			c.first, c.final = min(c.first, p.ops[event].Return), max(c.final, p.ops[event].Invoke)
		}
		for v := h; v != none; v = p.next[v] {
			c.last = v
			know(v)
			for r := p.readers[v]; r != none; r = p.also[r] {
				know(r)
			}
		}
		chains = append(chains, c)
	}
	if !p.o.Incomplete && at.unansweredDelete == history.Open && at.unansweredWrite == history.Open && p.createdTwice(chains) {
		return
	}
	slices.SortFunc(chains, func(a, b chain) int { return cmp.Compare(min(a.first, a.final), min(b.first, b.final)) })
	for i := range chains[1:] {
		a, b := chains[i], chains[i+1]
		if a.first >= b.final {
			p.undecided = "an entity was overwritten or inserted again at the same time as before: the order of its versions is not known"
			return
		}
		p.next[a.last], p.prev[b.head] = b.head, a.last
	}
}

// createdTwice reports two inserts of an entity, neither of whose versions was deleted, if
// only inserts begin chains. It reports nothing if an insert of unknown outcome was proved
// by another entity of its transaction, and an anchor begins a chain: that insert may have
// come before the anchor, and may have been overwritten or deleted since.
func (p *partition) createdTwice(chains []chain) bool {
	var open []int32
	forgot, unsure := false, false
	for _, c := range chains {
		forgot = forgot || int(c.head) < p.anchors
		unsure = unsure || int(c.head) >= p.anchors && p.ops[c.head].Outcome.Uncertain()
		if forgot && unsure {
			return false
		}
		if p.ops[c.head].Op != history.Create && int(c.head) >= p.anchors {
			return false
		}
		if p.ops[c.last].Op != history.Delete && p.settled(c.head) {
			open = append(open, c.head)
		}
	}
	if len(open) < 2 {
		return false
	}
	p.broke("created twice", "%[1]s and %[2]s both inserted the entity, and nobody deleted it",
		p.did(open[0], "inserted the entity"), p.did(open[1], "inserted it again"))
	return true
}
