package summary

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// verdictOf is the result of the cases of one clause.
type verdictOf struct {
	clause   string
	level    string
	gates    bool
	codeOnly bool // only the code differs, in every case that failed
	// by is the clause that caused all failures; empty if one of them has a cause of
	// its own.
	by            string
	failed, cases int
	worst         reports.Scenario // of its failures
}

// count says how many cases failed, and names the clause if they only follow from
// its failure.
func (v *verdictOf) count() string {
	text := console.Number(v.failed) + " of " + console.Number(v.cases) + " failed"
	if v.by != "" {
		text += ", for " + v.by
	}
	return text
}

// leads returns the leading clause for each failure that only follows from another.
func (p *printer) leads() map[string]string {
	out := map[string]string{}
	for _, a := range p.accused {
		for _, s := range a.cases {
			if clause := clauseOf(a.lead); p.relies(s) && clause != clauseOf(s) {
				out[s.ID] = clause
			}
		}
	}
	return out
}

// fails adds a failure, and the clause that caused it.
func (p *printer) fails(v *verdictOf, s reports.Scenario, by string) {
	if v.failed == 0 || reports.Gates(s.GatingLevel(), v.level) {
		v.level = s.GatingLevel() // the strongest level of the failures
	}
	if v.failed == 0 || p.worse(s, v.worst) < 0 {
		v.worst = s
	}
	if v.failed == 0 {
		v.by = by
	} else if v.by != by {
		v.by = ""
	}
	v.failed++
	v.codeOnly = v.codeOnly && codeOnly(s)
	v.gates = v.gates || p.gates(s)
}

// place is that of the first card that a clause leads; behind all of them, if it leads none.
func (p *printer) place(clause string) int {
	at := slices.IndexFunc(p.accused, func(a *accusation) bool { return slices.Contains(a.lead.Clauses, clause) })
	if at < 0 {
		return len(p.accused)
	}
	return at
}

// failing lists every clause with a failed case, in the order of the cards, the worst first. Those that only follow
// from another come behind.
func (p *printer) failing() {
	byClause := map[string]*verdictOf{}
	leads := p.leads()
	for _, s := range p.run.Scenarios {
		for _, c := range s.Clauses {
			v := byClause[c]
			if v == nil {
				v = &verdictOf{clause: c, codeOnly: true}
				byClause[c] = v
			}
			if v.cases++; s.Status == reports.Failed {
				p.fails(v, s, leads[s.ID])
			}
		}
	}
	var list []*verdictOf
	for _, v := range byClause {
		if v.failed > 0 {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return
	}
	slices.SortFunc(list, func(a, b *verdictOf) int {
		return cmp.Or(reports.First(a.gates, b.gates), reports.First(a.by == "", b.by == ""), cmp.Compare(p.place(a.clause), p.place(b.clause)),
			cmp.Compare(p.harm(a.worst), p.harm(b.worst)), compareLevels(a.level, b.level), strings.Compare(a.clause, b.clause))
	})
	p.line("")
	p.line(p.Style.Bold("clauses that do not hold"))
	t := console.Table{Indent: "  ", Width: p.Width, Cut: !p.Verbose}
	for _, v := range list {
		clause, level := p.Style.Red(v.clause), v.level
		if v.codeOnly {
			level += ", code only"
		}
		if v.by != "" {
			clause = v.clause
		}
		if !v.gates {
			clause, level = v.clause, level+", does not gate"
		}
		t.Add(clause, level, v.count(), p.clause(v.clause).Statement)
	}
	p.rows(&t)
}

// recorded lists the answers to open clauses, if requested.
func (p *printer) recorded() {
	list := p.with(reports.Recorded)
	if len(list) == 0 || !p.Verbose {
		return
	}
	p.line(p.Style.Bold("recorded, not judged: the documents do not say"))
	t := console.Table{Indent: "  ", Width: p.Width}
	for _, s := range list {
		t.Add(s.ID, console.Clean(cmp.Or(s.Got, s.Reason)))
	}
	p.rows(&t)
	p.line("")
}

// more says how many things were omitted.
func (p *printer) more(n int, what string) {
	if n <= 0 {
		return
	}
	p.line(p.Style.Dim(fmt.Sprintf("  %s more: -v shows all", console.Plural(n, what))))
}
