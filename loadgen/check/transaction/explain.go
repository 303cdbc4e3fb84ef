package transaction

import (
	"fmt"
	"slices"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// proof is the most operations that a certificate shows.
const proof = 8

// evidence is an event and what it proves.
type evidence struct {
	event int32
	role  string
}

// violation makes the certificate of a broken rule. Events given twice or not at
// all (none) are left out.
func (p *partition) violation(rule, sentence string, of ...evidence) finding.Violation {
	v := finding.Violation{Rule: rule, Sentence: sentence, Clauses: clauses[rule]}
	var shown []int32
	for _, e := range of {
		if e.event == none || slices.Contains(shown, e.event) || len(shown) == proof {
			continue
		}
		shown = append(shown, e.event)
		v.Evidence = append(v.Evidence, finding.Evidence{Event: p.ops[e.event], Role: e.role})
	}
	return oracle.Prove(v)
}

// who names the exchange of an event.
func (p *partition) who(event int32) string {
	return exchange(&p.ops[event])
}

func exchange(e *history.Event) string { return fmt.Sprintf("%s (exchange %d)", e.Who(), e.Seq) }

// sight is the event that proves that the write of an event took effect, or none
// if the write was told itself.
func (p *partition) sight(event int32) int32 { return p.nodes[p.nodeOf[event]].sight }

func (p *partition) duplicateTag(a, b, by int32) finding.Violation {
	return p.violation(DuplicateTag, fmt.Sprintf("the writes of %s and %s made versions with one tag", p.who(a), p.who(b)),
		evidence{a, "made a version with this tag"}, evidence{b, "made another version with the same tag"}, evidence{by, "saw the tag on the second"})
}

func (p *partition) torn(read int32) finding.Violation {
	return p.violation(TornRead, fmt.Sprintf("%s read contents that were never written as a whole", p.who(read)),
		evidence{read, "saw contents that are mixed, cut or damaged"})
}

func (p *partition) mixed(version, read int32) finding.Violation {
	return p.violation(MixedRead, fmt.Sprintf("%s read what %s wrote, under the tag of another version", p.who(read), p.who(version)),
		evidence{version, "wrote the contents"}, evidence{read, "saw them under another tag"},
		evidence{p.tagged(read), "made the version with that tag"})
}

// tagged is the version whose tag an event saw, or none.
func (p *partition) tagged(read int32) int32 {
	if v, ok := p.byTag.Get(p.ops[read].Key, uint64(p.ops[read].Tag)); ok {
		return v
	}
	return none
}

func (p *partition) unwritten(event int32) finding.Violation {
	role := "saw a version that nobody wrote"
	if writes(&p.ops[event]) {
		role = "replaced a version that nobody wrote"
	}
	return p.violation(Phantom, p.who(event)+" "+role, evidence{event, role})
}

func (p *partition) longReplaced(event int32, old *replacement) finding.Violation {
	rule, role := StaleRead, "saw the old version afterwards"
	if writes(&p.ops[event]) {
		rule, role = LostUpdate, "replaced the old version afterwards"
	}
	by := exchange(&old.by)
	return oracle.Prove(finding.Violation{
		Rule: rule, Sentence: fmt.Sprintf("%s %s: %s had replaced it", p.who(event), role, by), Clauses: clauses[rule],
		Evidence: []finding.Evidence{{Event: old.version, Role: "wrote the version"}, {Event: old.by, Role: "replaced it"}, {Event: p.ops[event], Role: role}},
	})
}

func (p *partition) oldTag(old *replacement, version int32) finding.Violation {
	return oracle.Prove(finding.Violation{
		Rule: DuplicateTag, Sentence: p.who(version) + " was given a tag that an earlier version had", Clauses: clauses[DuplicateTag],
		Evidence: []finding.Evidence{{Event: old.version, Role: "made a version with this tag"}, {Event: p.ops[version], Role: "made another version with the same tag"}},
	})
}

func (p *partition) trace(write, by int32) finding.Violation {
	v := p.violation(Trace, fmt.Sprintf("%s was refused, yet %s met what it would have written", p.who(write), p.who(by)),
		evidence{write, "was refused, so it changed nothing"}, evidence{by, "met what it would have written"})
	if p.ops[write].Group == 0 {
		v.Clauses = []string{"TABLE-COND-19"}
	}
	return v
}

func (p *partition) halfAnswered(refused, won int32) finding.Violation {
	return p.violation(Half, fmt.Sprintf("the transaction of %s was answered with success for one entity and with a refusal for another", p.who(won)),
		evidence{won, "was told that this entity was written"}, evidence{refused, "was told that this one was not"})
}

func (p *partition) lostUpdate(version, first, second int32) finding.Violation {
	return p.violation(LostUpdate, fmt.Sprintf("%s and %s both replaced the version that %s wrote: one update is lost", p.who(first), p.who(second), p.who(version)),
		evidence{first, "replaced the version"}, evidence{second, "replaced the same version"},
		evidence{p.sight(second), "met what the second wrote, so it took effect as a whole"},
		evidence{p.sight(first), "met what the first wrote, so it took effect as a whole"}, evidence{version, "wrote the version"})
}

func (p *partition) noReason(event int32) finding.Violation {
	if p.ops[event].Op == history.Create {
		return p.violation(NoReason, p.who(event)+" was told that the entity exists, which nobody had inserted", evidence{event, "was told that it exists"})
	}
	of := []evidence{{event, "was refused for the version that it named, which nobody had replaced"}}
	if v, ok := p.byTag.Get(p.ops[event].Key, uint64(p.ops[event].If)); ok {
		of = append(of, evidence{v, "wrote the version"}, evidence{p.next[v], "was the first to replace it, and began too late"})
	}
	return p.violation(NoReason, p.who(event)+" named the current version and was refused", of...)
}

// missing is who found nothing of an entity that stands for forgotten ones.
func (p *partition) missing(event, anchor int32) finding.Violation {
	return p.violation(Missing, fmt.Sprintf("%s found no entity, although it was there and nobody deleted it", p.who(event)),
		evidence{event, "found no entity"}, evidence{anchor, "replaced a version of it"})
}

func (p *partition) twice(a, b int32) finding.Violation {
	return p.violation(CreatedTwice, fmt.Sprintf("%s and %s both inserted the entity, and nobody deleted it", p.who(a), p.who(b)),
		evidence{a, "inserted the entity"}, evidence{b, "inserted it again"})
}

// cycle makes the certificate of a cycle.
func (p *partition) cycle(edges []edge) finding.Violation {
	var of, more []evidence
	for i, e := range edges {
		out, in := e.from, edges[(i+len(edges)-1)%len(edges)].at
		switch {
		case e.why == earlier:
			of = append(of, evidence{in, p.role(in) + ", and was answered before the other began"})
		case in == none || in == out:
			of = append(of, evidence{out, p.role(out)})
		default:
			of, more = append(of, evidence{out, p.role(out)}), append(more, evidence{in, p.role(in)})
		}
	}
	rule, sentence := p.rule(edges)
	if n := len(edges); n > 2 {
		sentence += fmt.Sprintf(" (a circle of %d operations)", n)
	}
	return p.violation(rule, sentence, append(of, more...)...)
}

// knot makes the certificate of operations that have no order, without saying
// more.
func (p *partition) knot(nodes []int32) finding.Violation {
	var of []evidence
	for _, n := range nodes {
		of = append(of, evidence{p.nodes[n].first, p.role(p.nodes[n].first)})
	}
	return p.violation(Disorder, fmt.Sprintf("%d operations must each have taken effect before the others", len(nodes)), of...)
}

// role says what an event of a cycle did.
func (p *partition) role(event int32) string {
	e := &p.ops[event]
	switch {
	case e.Op == history.Read && e.Outcome == history.Absent:
		return "found no entity"
	case e.Op == history.Read && p.seenAs[event] == none:
		return "read the entity"
	case e.Op == history.Read && p.next[p.seenAs[event]] != none:
		return fmt.Sprintf("saw what %s wrote and %s replaced", p.who(p.seenAs[event]), p.who(p.next[p.seenAs[event]]))
	case e.Op == history.Read:
		return fmt.Sprintf("saw what %s wrote", p.who(p.seenAs[event]))
	case p.fate(event) == refused:
		return "was refused, so the version that it named had been replaced"
	case p.prev[event] != none:
		return fmt.Sprintf("replaced what %s wrote", p.who(p.prev[event]))
	}
	return "wrote the version"
}

// rule finds the rule that a cycle breaks and says what happened. The edge of
// time, if there is one, is the last: its end is the first node of the cycle.
func (p *partition) rule(edges []edge) (rule, sentence string) {
	last := len(edges) - 1
	first, final := edges[last].to, none // where the edge of time ends and begins
	page, write := none, none
	for i, e := range edges {
		n := edges[(i+last)%len(edges)].to
		nd := &p.nodes[n]
		if nd.fate == saw && page == none {
			page = n
		}
		if nd.fate == applied && (write == none || nd.size > p.nodes[write].size) {
			write = n
		}
		if e.why == earlier {
			final = n
		}
	}
	whose := func(n int32) string { return p.who(p.nodes[n].first) }
	switch {
	case final == none && page != none && write != none:
		return Half, fmt.Sprintf("the page of %s saw the transaction of %s on one entity and missed it on another", whose(page), whose(write))
	case final == none:
		return Half, fmt.Sprintf("the transaction of %s took effect on one entity before and on another after the same other one", whose(first))
	case p.nodes[first].fate == saw && p.nodes[final].fate == applied:
		return StaleRead, fmt.Sprintf("%s read a version that %s had replaced before the read began", whose(first), whose(final))
	case p.nodes[first].fate == saw:
		return StaleRead, fmt.Sprintf("%s read an older version than what %s had been told before the read began", whose(first), whose(final))
	case p.nodes[first].fate == applied && p.nodes[final].fate == saw:
		return Disorder, fmt.Sprintf("%s saw what %s changed only later", whose(final), whose(first))
	}
	return Disorder, fmt.Sprintf("%s was answered before %s began, yet must have come after it", whose(final), whose(first))
}
