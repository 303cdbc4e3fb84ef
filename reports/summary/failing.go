package summary

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// verdictOf is what the cases of one clause came to.
type verdictOf struct {
	clause        string
	level         string
	gates         bool
	failed, cases int
}

// failing lists every clause with a failed case, gating ones first.
func (p *printer) failing() {
	byClause := map[string]*verdictOf{}
	for _, s := range p.run.Scenarios {
		for _, c := range s.Clauses {
			v := byClause[c]
			if v == nil {
				v = &verdictOf{clause: c, level: s.Level}
				byClause[c] = v
			}
			v.cases++
			if s.Status != reports.Failed {
				continue
			}
			if v.failed == 0 || reports.Gates(s.Level, v.level) {
				v.level = s.Level // the strongest level that failed
			}
			v.failed++
			v.gates = v.gates || p.gates(s)
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
		if a.gates != b.gates {
			if a.gates {
				return -1
			}
			return 1
		}
		return strings.Compare(a.clause, b.clause)
	})
	p.line("")
	p.line(p.Style.Bold("clauses that do not hold"))
	t := console.Table{Indent: "  ", Width: p.Width, Cut: !p.Verbose}
	for _, v := range list {
		clause, level := p.Style.Red(v.clause), v.level
		if !v.gates {
			clause, level = v.clause, level+", does not gate"
		}
		t.Add(clause, level, fmt.Sprintf("%d of %d failed", v.failed, v.cases), p.statement(v.clause))
	}
	p.table(&t)
}

// unknowns lists the cases that could not be judged, which nobody may take for
// passed.
func (p *printer) unknowns() {
	list := append(p.with(reports.Error), p.with(reports.Blocked)...)
	if len(list) == 0 {
		return
	}
	p.line(p.Style.Bold("could not be judged"))
	shown := list
	if !p.Verbose {
		shown = list[:min(len(list), defaultCards)]
	}
	t := console.Table{Indent: "  ", Width: p.Width}
	for _, s := range shown {
		t.Add(p.paint(s.Status, string(s.Status)), s.ID, console.Clean(s.Reason))
	}
	p.table(&t)
	p.more(len(list)-len(shown), "case")
	p.line("")
}

// recorded lists the answers to open clauses when asked for everything.
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
	p.table(&t)
	p.line("")
}

// skips counts the cases that this target cannot show, by reason.
func (p *printer) skips() {
	counts := map[string]int{}
	var reasons []string
	for _, s := range p.with(reports.Skipped) {
		if counts[s.Reason] == 0 {
			reasons = append(reasons, s.Reason)
		}
		counts[s.Reason]++
	}
	if len(reasons) == 0 {
		return
	}
	p.line(p.Style.Bold("skipped"))
	t := console.Table{Indent: "  ", Right: []int{0}, Width: p.Width}
	for _, r := range reasons {
		t.Add(strconv.Itoa(counts[r]), console.Clean(r))
	}
	p.table(&t)
	p.line("")
}

// more says how many things were left out.
func (p *printer) more(n int, what string) {
	if n <= 0 {
		return
	}
	p.line(p.Style.Dim(fmt.Sprintf("  %s more: -v shows all", plural(n, what))))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
