package summary

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// cards prints what one needs to understand a failure without opening the
// result file: what was promised, what happened, and how to see it again.
func (p *printer) cards() {
	failed := p.with(reports.Failed)
	shown := p.choose(failed)
	for _, s := range shown {
		p.card(s)
	}
	if n := len(failed) - len(shown); n > 0 {
		p.more(n, "failure")
		p.line("")
	}
}

// choose returns the failures worth a card: all when verbose, otherwise gating
// ones first and at most one per clause, because a broken clause often fails in
// twenty rows that look alike.
func (p *printer) choose(failed []reports.Scenario) []reports.Scenario {
	if p.Verbose {
		return failed
	}
	ordered := slices.Clone(failed)
	slices.SortStableFunc(ordered, func(a, b reports.Scenario) int {
		switch ga, gb := p.gates(a), p.gates(b); {
		case ga == gb:
			return 0
		case ga:
			return -1
		}
		return 1
	})
	var out []reports.Scenario
	seen := map[string]bool{}
	for _, s := range ordered {
		clause, _, _ := strings.Cut(s.ID, "/")
		if seen[clause] {
			continue
		}
		seen[clause] = true
		if out = append(out, s); len(out) == defaultCards {
			break
		}
	}
	return out
}

func (p *printer) card(s reports.Scenario) {
	gate := ""
	if !p.gates(s) {
		gate = ", does not gate"
	}
	p.line(p.Style.Red("✗ "+s.ID) + p.Style.Dim(fmt.Sprintf("  %s%s", s.Level, gate)))
	p.field("case", s.Name)
	for _, c := range s.Clauses {
		if text := p.statement(c); text != "" {
			p.field("promised", text+" ("+c+")")
		}
	}
	p.field("want", s.Want)
	p.field("got", s.Got)
	p.field("because", s.Reason)
	for _, x := range telling(s.Exchanges) {
		p.exchange(x)
	}
	if p.Rerun != nil {
		if command := p.Rerun(s); command != "" {
			// Not wrapped: it is there to be copied.
			p.line(label("again") + command)
		}
	}
	p.field("feature", fmt.Sprintf("features/%s.feature:%d", s.Feature, s.Line))
	p.line("")
}

// labelWidth is the width of a card's left column.
const labelWidth = 12

func label(name string) string { return fmt.Sprintf("  %-*s", labelWidth-2, name) }

// field prints a wrapped value under a label, and nothing without a value.
func (p *printer) field(name, value string) {
	room := 0
	if p.Width > 0 {
		room = max(p.Width-labelWidth, 24)
	}
	for i, line := range console.Wrap(console.Clean(value), room) {
		if i > 0 {
			name = ""
		}
		p.line(label(name) + line)
	}
}
