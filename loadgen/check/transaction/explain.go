package transaction

import (
	"fmt"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// proof is the most operations that a certificate shows.
const proof = 8

// evidence is an event, nil if there is none, and what it proves.
type evidence struct {
	event *history.Event
	role  string
}

// did is what an event of the partition, or none, proves.
func (p *partition) did(event int32, role string) evidence {
	if event == none {
		return evidence{}
	}
	return evidence{&p.ops[event], role}
}

// violation makes the certificate of a broken rule. Events given twice or not at
// all are left out.
func (p *partition) violation(rule, sentence string, of ...evidence) finding.Violation {
	v := finding.Violation{Rule: rule, Sentence: sentence, Clauses: clauses[rule]}
	shown := map[*history.Event]bool{nil: true}
	for _, e := range of {
		if !shown[e.event] && len(v.Evidence) < proof {
			shown[e.event] = true
			v.Evidence = append(v.Evidence, finding.Evidence{Event: *e.event, Role: e.role})
		}
	}
	return oracle.Prove(v)
}

// who names the exchange of an event.
func (p *partition) who(event int32) string { return exchange(&p.ops[event]) }

func exchange(e *history.Event) string { return fmt.Sprintf("%s (exchange %d)", e.Who(), e.Seq) }

// sight is the event that proves that the write of an event took effect, or none
// if the write was told itself.
func (p *partition) sight(event int32) int32 { return p.nodes[p.nodeOf[event]].sight }

func (p *partition) duplicateTag(a, b, by int32) finding.Violation {
	return p.violation(DuplicateTag, fmt.Sprintf("the writes of %s and %s made versions with one tag", p.who(a), p.who(b)),
		p.did(a, "made a version with this tag"), p.did(b, "made another version with the same tag"), p.did(by, "saw the tag on the second"))
}

func (p *partition) oldTag(old *replacement, version int32) finding.Violation {
	return p.violation(DuplicateTag, p.who(version)+" was given a tag that an earlier version had",
		evidence{&old.version, "made a version with this tag"}, p.did(version, "made another version with the same tag"))
}

func (p *partition) torn(read int32) finding.Violation {
	return p.violation(TornRead, fmt.Sprintf("%s read contents that were never written as a whole", p.who(read)),
		p.did(read, "saw contents that are mixed, cut or damaged"))
}

func (p *partition) mixed(version, read int32) finding.Violation {
	return p.violation(MixedRead, fmt.Sprintf("%s read what %s wrote, under the tag of another version", p.who(read), p.who(version)),
		p.did(version, "wrote the contents"), p.did(read, "saw them under another tag"),
		p.did(p.tagged(p.ops[read].Key, p.ops[read].Tag), "made the version with that tag"))
}

func (p *partition) unwritten(event int32) finding.Violation {
	role := "saw a version that nobody wrote"
	if writes(&p.ops[event]) {
		role = "replaced a version that nobody wrote"
	}
	return p.violation(Phantom, p.who(event)+" "+role, p.did(event, role))
}

func (p *partition) longReplaced(event int32, old *replacement) finding.Violation {
	rule, role := StaleRead, "saw the old version afterwards"
	if writes(&p.ops[event]) {
		rule, role = LostUpdate, "replaced the old version afterwards"
	}
	return p.violation(rule, fmt.Sprintf("%s %s: %s had replaced it", p.who(event), role, exchange(&old.by)),
		evidence{&old.version, "wrote the version"}, evidence{&old.by, "replaced it"}, p.did(event, role))
}

func (p *partition) trace(write, by int32) finding.Violation {
	v := p.violation(Trace, fmt.Sprintf("%s was refused, yet %s met what it would have written", p.who(write), p.who(by)),
		p.did(write, "was refused, so it changed nothing"), p.did(by, "met what it would have written"))
	if p.ops[write].Group == 0 {
		v.Clauses = []string{"TABLE-COND-19"}
	}
	return v
}

func (p *partition) halfAnswered(refused, won int32) finding.Violation {
	return p.violation(Half, fmt.Sprintf("the transaction of %s was answered with success for one entity and with a refusal for another", p.who(won)),
		p.did(won, "was told that this entity was written"), p.did(refused, "was told that this one was not"))
}

func (p *partition) lostUpdate(version, first, second int32) finding.Violation {
	return p.violation(LostUpdate, fmt.Sprintf("%s and %s both replaced the version that %s wrote: one update is lost", p.who(first), p.who(second), p.who(version)),
		p.did(first, "replaced the version"), p.did(second, "replaced the same version"),
		p.did(p.sight(second), "met what the second wrote, so it took effect as a whole"),
		p.did(p.sight(first), "met what the first wrote, so it took effect as a whole"), p.did(version, "wrote the version"))
}

func (p *partition) noReason(event int32) finding.Violation {
	if p.ops[event].Op == history.Create {
		return p.violation(NoReason, p.who(event)+" was told that the entity exists, which nobody had inserted", p.did(event, "was told that it exists"))
	}
	of := []evidence{p.did(event, "was refused for the version that it named, which nobody had replaced")}
	if v := p.namedBy(event); v != none {
		of = append(of, p.did(v, "wrote the version"), p.did(p.next[v], "was the first to replace it, and began too late"))
	}
	return p.violation(NoReason, p.who(event)+" named the current version and was refused", of...)
}

// missing is who found nothing of an entity that stands for forgotten ones.
func (p *partition) missing(event, anchor int32) finding.Violation {
	return p.violation(Missing, fmt.Sprintf("%s found no entity, although it was there and nobody deleted it", p.who(event)),
		p.did(event, "found no entity"), p.did(anchor, "replaced a version of it"))
}

func (p *partition) twice(a, b int32) finding.Violation {
	return p.violation(CreatedTwice, fmt.Sprintf("%s and %s both inserted the entity, and nobody deleted it", p.who(a), p.who(b)),
		p.did(a, "inserted the entity"), p.did(b, "inserted it again"))
}

// cycle makes the certificate of a cycle.
func (p *partition) cycle(edges []edge) finding.Violation {
	var of, more []evidence
	for i, e := range edges {
		out, in := e.from, edges[(i+len(edges)-1)%len(edges)].at
		switch {
		case e.why == earlier:
			of = append(of, p.did(in, p.role(in)+", and was answered before the other began"))
		case in == none || in == out:
			of = append(of, p.did(out, p.role(out)))
		default:
			of, more = append(of, p.did(out, p.role(out))), append(more, p.did(in, p.role(in)))
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
		of = append(of, p.did(p.nodes[n].first, p.role(p.nodes[n].first)))
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
