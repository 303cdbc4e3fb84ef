// Package transaction checks the entities of one partition that entity group
// transactions change together: every transaction takes effect at one instant,
// whole or not at all, and every page of a query sees the partition as it was at
// one instant.
//
// Every write names the version that it replaces, or inserts, so the order of an
// entity's versions is known and little has to be searched: the history is right
// if and only if the graph of "must have come before" has no cycle. The proof,
// and what is left open, is in docs/checker.md.
package transaction

import (
	"math"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// Options shape a check. The zero value is what a complete history wants.
type Options struct {
	// Incomplete says that a part of the history is missing: then a version that
	// nobody wrote, and refusals, prove nothing.
	Incomplete bool
	// Limit is how many violations are reported at most; 0 is 16.
	Limit int
	// Budget is how many ways are tried in which writes of unknown outcome could
	// explain refusals, before the verdict is undecided; 0 is 64.
	Budget int

	bug bug // made on purpose, by tests that test the tests
}

// bug is a mistake that the check can be told to make.
type bug uint8

const (
	noBug bug = iota
	bugNoRealTime
	bugNoWR
	bugNoRW
	bugNoRefusals
	bugAnyRefusal
	bugHalfUncertain
	bugTraces
	bugLostUpdates
	bugClosedTimes
	bugAbsence
	bugs // how many there are, and none
)

// The rules that a partition can break.
const (
	DuplicateTag = "duplicate tag"
	TornRead     = "torn read"
	MixedRead    = "contents of another version"
	Phantom      = "phantom version"
	LostUpdate   = "lost update"
	Trace        = "trace of a refused write"
	Half         = "half a transaction"
	StaleRead    = "stale read"
	Disorder     = "order against time"
	NoReason     = "refused without a reason"
	CreatedTwice = "created twice"
)

// clauses are the promises behind the rules, by id in features/clauses.tsv.
var clauses = map[string][]string{
	DuplicateTag: {"TABLE-ETAG-09"},
	TornRead:     {"TABLE-OCC-14"},
	MixedRead:    {"TABLE-OCC-14"},
	Phantom:      {"TABLE-OCC-14"},
	LostUpdate:   {"TABLE-OCC-15", "TABLE-BATCH-23"},
	Trace:        {"TABLE-BATCH-02"},
	Half:         {"TABLE-BATCH-18", "TABLE-QRY-11"},
	StaleRead:    {"TABLE-OCC-13"},
	Disorder:     {"TABLE-OCC-13", "TABLE-QRY-09"},
	NoReason:     {"TABLE-OCC-04"},
	CreatedTwice: {"TABLE-BATCH-10"},
}

var assumptions = []string{
	"one page of a query within a partition is a snapshot of it (TABLE-QRY-09); separate pages promise nothing together",
	"where an answer does not tell for which of several versions a transaction was refused, it is only checked that one of them may have been replaced",
}

// The things that a check can see at work.
const (
	SeenSent         = "transactions sent"      // of several entities
	SeenTransactions = "transactions"           // of several entities, that took effect
	SeenPages        = "pages"                  // of several entities
	SeenOverlaps     = "pages beside a write"   // whose interval met that of a transaction on two of its entities
	SeenRefused      = "refused transactions"   // of several entities
	SeenUncertain    = "uncertain transactions" // of several entities, without an answer
)

// Check judges all events of all entities of one partition. Events of one
// transaction share Group, and so do those of one page of a query; the others
// stand alone. ops is neither changed nor kept.
func Check(ops []history.Event, o Options) finding.Result {
	p := newPartition(ops, o)
	p.judge()
	return p.result()
}

// partition is the history of one partition on its way to a verdict.
type partition struct {
	o      Options
	ops    []history.Event
	nodes  []node
	nodeOf []int32 // of an event
	more   []int32 // next event of the same node, or none
	versions
	refusals
	// Of a Stream: the first ops stand for transactions that are forgotten, past
	// for those before them, and events returned at the watermark or later may
	// show what is still to come.
	anchors   int
	past      past
	watermark int64

	out       finding.Result
	broken    int                 // violations, also beyond the limit
	kept      []finding.Violation // of the ways in which the history could be explained, and is not
	tries     int
	undecided string
}

func newPartition(ops []history.Event, o Options) *partition {
	if o.Limit == 0 {
		o.Limit = 16
	}
	if o.Budget == 0 {
		o.Budget = 64
	}
	return &partition{o: o, ops: ops, watermark: math.MaxInt64}
}

// judge looks for violations. Those that a few events prove by themselves come
// first: the graph needs versions that make sense.
func (p *partition) judge() {
	p.join()
	if p.broken == 0 {
		p.enter()
		p.see()
		p.succeed()
	}
	if p.broken == 0 {
		p.orderChains()
	}
	if p.broken == 0 && p.undecided == "" && !p.o.Incomplete {
		p.refuse()
	}
	if p.broken == 0 {
		p.link()
		p.order()
	}
	// Refusals are the symptoms, halves and lost updates the illness.
	// What comes after a violation was not judged, and unreasoned holds no more.
	p.out.More = p.broken > 0 || len(p.unreasoned) >= p.o.Limit
	for _, v := range p.unreasoned {
		p.report(v)
	}
}

// result sums up.
func (p *partition) result() finding.Result {
	r := p.out
	r.Unlisted = p.broken - len(r.Violations)
	r.Operations = len(p.ops)
	r.Observed = p.observed()
	r.Assumptions = assumptions
	switch {
	case p.broken > 0:
		r.State = finding.Invalid
	case p.undecided != "":
		r.State, r.Why = finding.Undecided, p.undecided
	default:
		r.State = finding.Valid
	}
	return r
}

// report adds a violation, up to the limit.
func (p *partition) report(v finding.Violation) {
	p.broken++
	if len(p.out.Violations) < p.o.Limit {
		p.out.Violations = append(p.out.Violations, v)
	}
}

// keep holds a violation back until no other way explains the history.
func (p *partition) keep(v finding.Violation) {
	if len(p.kept) < p.o.Limit {
		p.kept = append(p.kept, v)
	}
}

// observed counts what was there to be judged.
func (p *partition) observed() map[string]int {
	seen := map[string]int{}
	for n := range p.nodes {
		p.count(int32(n), seen)
	}
	return seen
}

// count adds a node to what was seen.
func (p *partition) count(n int32, seen map[string]int) {
	nd := &p.nodes[n]
	if nd.size < 2 {
		return
	}
	if nd.fate > saw {
		seen[SeenSent]++
	}
	switch nd.fate {
	case saw:
		seen[SeenPages]++
		if p.besideWrite(n) {
			seen[SeenOverlaps]++
		}
	case applied:
		seen[SeenTransactions]++
	case refused:
		seen[SeenRefused]++
	case optional:
		seen[SeenUncertain]++
	}
}

// besideWrite tells whether a page could have come between the halves of a
// transaction: one that wrote two entities of the page was under way.
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
			if nd.size < 2 || nd.inv > pg.ret || nd.ret < pg.inv {
				continue
			}
			if n == first {
				return true
			}
			if first == none {
				first = n
			}
		}
	}
	return false
}
