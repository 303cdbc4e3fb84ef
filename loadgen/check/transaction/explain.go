package transaction

import (
	"fmt"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/check/oracle"
	"ifmatch/loadgen/history"
)

// proof is the most operations that a certificate shows.
const proof = 8

// did says what an event of the partition proves; event may be none.
func (p *partition) did(event int32, role string) finding.Evidence {
	if event == none {
		return finding.Evidence{}
	}
	return finding.Did(&p.ops[event], role)
}

// violation makes the certificate of a broken rule. In the sentence, %[k]s is the client
// that sent the k-th operation.
func violation(rule, sentence string, of ...finding.Evidence) finding.Violation {
	var who []any
	for i := range of {
		who = append(who, exchange(&of[i].Event))
	}
	return proved(rule, fmt.Sprintf(sentence, who...), of)
}

func proved(rule, sentence string, of []finding.Evidence) finding.Violation {
	v := finding.Broken(rule, sentence, clauses[rule], of...)
	v.Evidence = v.Evidence[:min(len(v.Evidence), proof)]
	return oracle.Prove(v)
}

// broke reports the violation of a rule.
func (p *partition) broke(rule, sentence string, of ...finding.Evidence) {
	p.out.Report(violation(rule, sentence, of...))
}

// who names the exchange of an event.
func (p *partition) who(event int32) string { return exchange(&p.ops[event]) }

func exchange(e *history.Event) string { return fmt.Sprintf("%s (exchange %d)", e.Who(), e.Seq) }

// sight is the event that proves that the write of an event took effect; none if the write
// received its own answer.
func (p *partition) sight(event int32) int32 { return p.nodes[p.nodeOf[event]].sight }

// noReason is the certificate of a refusal that nothing explains.
func (p *partition) noReason(event int32) finding.Violation {
	if p.ops[event].Op == history.Create {
		return violation("refused without a reason", "%[1]s was told that the entity exists, which nobody had inserted", p.did(event, "was told that it exists"))
	}
	v, next := p.namedBy(event), none
	if v != none {
		next = p.next[v]
	}
	return violation("refused without a reason", "%[1]s named the current version and was refused", p.did(event, "was refused for the version that it named, which nobody had replaced"),
		p.did(v, "wrote the version"), p.did(next, "was the first to replace it, and began too late"))
}

// trace reports that an event met the result of a refused write.
func (p *partition) trace(write, by int32) {
	v := violation("trace of a refused write", "%[1]s was refused, yet %[2]s met what it would have written",
		p.did(write, "was refused, so it changed nothing"), p.did(by, "met what it would have written"))
	if p.ops[write].Group == 0 {
		v.Clauses = []string{"TABLE-COND-19"}
	}
	p.out.Report(v)
}

// cycle makes the certificate of a cycle.
func (p *partition) cycle(edges []edge) finding.Violation {
	var of, more []finding.Evidence
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
	return proved(rule, sentence, append(of, more...))
}

// knot makes the certificate of operations that have no order, without details.
func (p *partition) knot(nodes []int32) finding.Violation {
	var of []finding.Evidence
	for _, n := range nodes {
		of = append(of, p.did(p.nodes[n].first, p.role(p.nodes[n].first)))
	}
	return proved("order against time", fmt.Sprintf("%d operations must each have taken effect before the others", len(nodes)), of)
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

// rule finds the rule that a cycle breaks, and says what happened. If there is an edge of
// time it is the last, and it leads to the first node of the cycle.
func (p *partition) rule(edges []edge) (rule, sentence string) {
	last := len(edges) - 1
	first, final := edges[last].to, none // the nodes that the edge of time leads to and from
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
		return "half a transaction", fmt.Sprintf("the page of %s saw the transaction of %s on one entity and missed it on another", whose(page), whose(write))
	case final == none:
		return "half a transaction", fmt.Sprintf("the transaction of %s took effect on one entity before and on another after the same other one", whose(first))
	case p.nodes[first].fate == saw && p.nodes[final].fate == applied:
		return "stale read", fmt.Sprintf("%s read a version that %s had replaced before the read began", whose(first), whose(final))
	case p.nodes[first].fate == saw:
		return "stale read", fmt.Sprintf("%s read an older version than what %s had been told before the read began", whose(first), whose(final))
	case p.nodes[first].fate == applied && p.nodes[final].fate == saw:
		return "order against time", fmt.Sprintf("%s saw what %s changed only later", whose(final), whose(first))
	}
	return "order against time", fmt.Sprintf("%s was answered before %s began, yet must have come after it", whose(final), whose(first))
}
