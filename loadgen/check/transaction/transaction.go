// Package transaction checks the entities of one partition that entity group transactions
// change together. Every transaction takes effect at one instant, whole or not at all, and
// every page of a query sees the partition as it was at one instant.
//
// Every write names the version that it replaces, or inserts. So the order of an entity's
// versions is known, and little has to be searched: the history is correct if and only if
// the graph of "must have come before" has no cycle. The proof, and what is left open, is
// in docs/proofs.md.
package transaction

import (
	"slices"

	"ifmatch/loadgen/check/finding"
)

// judge looks for violations. Those that a few events prove alone come first, because the
// graph needs versions that make sense.
func (p *partition) judge() {
	p.join()
	if !p.broken() {
		p.enter()
		p.see()
		p.succeed()
	}
	if !p.broken() {
		p.orderChains()
	}
	if !p.broken() && p.undecided == "" && !p.o.Incomplete {
		p.refuse()
	}
	if !p.broken() {
		p.order()
	}
	// Refusals are symptoms, and other violations are their cause. What follows a violation
	// was not judged, and unreasoned is full at finding.Described.
	p.out.More = p.broken() || len(p.unreasoned) >= finding.Described
	for _, v := range p.unreasoned {
		p.out.Report(v)
	}
}

// result puts the result together.
func (p *partition) result() finding.Result {
	r := p.out
	r.Operations = len(p.ops)
	r.Observed = map[string]int{}
	for n := range p.nodes {
		p.count(int32(n), r.Observed)
	}
	r.Assumptions = assumptions
	if p.unjudged {
		r.Assumptions = append(slices.Clip(assumptions), unsettled)
	}
	if p.undecided != "" && !p.broken() {
		r.State, r.Why = finding.Undecided, p.undecided
	}
	return r
}

// count adds a node to the counts in seen.
func (p *partition) count(n int32, seen map[string]int) {
	nd := &p.nodes[n]
	if nd.size < 2 || nd.fate == ignored {
		return
	}
	seen[[]string{saw: SeenPages, refused: SeenRefused, optional: SeenUncertain, applied: SeenTransactions}[nd.fate]]++
	switch {
	case nd.fate != saw:
		seen[SeenSent]++
	case p.besideWrite(n):
		seen[SeenOverlaps]++
	}
}

// besideWrite reports whether a page could have come between the halves of a transaction: a
// transaction that wrote two entities of the page was under way.
func (p *partition) besideWrite(page int32) bool {
	if p.seenAs == nil {
		return false
	}
	pg := &p.nodes[page]
	first := none
	for e := pg.first; e != none; e = p.more[e] {
		v := p.seenAs[e]
		if v == none {
			continue
		}
		for _, w := range [2]int32{v, p.next[v]} {
			if w == none {
				continue
			}
			n := p.nodeOf[w]
			nd := &p.nodes[n]
			switch beside := nd.size > 1 && nd.inv <= pg.ret && nd.ret >= pg.inv; {
			case beside && n == first:
				return true
			case beside && first == none:
				first = n
			}
		}
	}
	return false
}
