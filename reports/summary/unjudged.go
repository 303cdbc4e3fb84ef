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

// reason returns why a case was not judged, in few words for the last line; empty if
// it was judged.
func reason(s reports.Scenario) string {
	switch s.Status {
	case reports.Passed, reports.Failed, reports.KnownFailure, reports.Fixed:
		return ""
	case reports.Recorded:
		return "undocumented"
	}
	switch {
	case s.Lacks != nil && s.Lacks.Kind == reports.LacksOperation:
		return s.Lacks.Name + " not implemented"
	case s.Lacks != nil && s.Lacks.Kind == reports.LacksPermission:
		return "needs permission " + s.Lacks.Name
	case s.Lacks != nil && s.Lacks.Kind == reports.LacksFeature:
		return "the account has no " + s.Lacks.Name
	case s.Lacks != nil:
		return "the target has no " + s.Lacks.Name
	case s.BlockedBy != "":
		return "blocked by " + s.BlockedBy
	}
	return cmp.Or(s.Reason, string(s.Status))
}

// share is a reason and the cases that were not judged because of it.
type share struct {
	reason string
	cases  []reports.Scenario
}

// shares groups the unjudged cases that want accepts by their reason, the most
// common reason first.
func (p *printer) shares(want func(reports.Scenario) bool) []share {
	var out []share
	at := map[string]int{}
	for _, s := range p.run.Scenarios {
		r := reason(s)
		if r == "" || !want(s) {
			continue
		}
		i, known := at[r]
		if !known {
			i = len(out)
			at[r], out = i, append(out, share{reason: r})
		}
		out[i].cases = append(out[i].cases, s)
	}
	slices.SortStableFunc(out, func(a, b share) int { return cmp.Compare(len(b.cases), len(a.cases)) })
	return out
}

const (
	// commonest is how many reasons the last line shows.
	commonest = 3
	// reasonShown limits a reason in that line, in characters.
	reasonShown = 60
)

// unjudged says how many of the planned cases were not judged, with the most common
// reasons.
func (p *printer) unjudged() string {
	all := p.shares(func(reports.Scenario) bool { return true })
	lost := p.run.Summary.Planned - p.run.Summary.Total()
	n, parts := lost, []string(nil)
	if lost > 0 {
		parts = append(parts, "not reached: "+console.Number(lost))
	}
	for _, s := range all {
		n += len(s.cases)
	}
	others := n - lost
	for _, s := range all[:min(len(all), commonest-len(parts))] {
		parts = append(parts, console.Shorten(console.Clean(s.reason), reasonShown)+": "+console.Number(len(s.cases)))
		others -= len(s.cases)
	}
	if others > 0 {
		parts = append(parts, "other reasons: "+console.Number(others))
	}
	text := console.Number(n) + " not judged"
	if n > 0 {
		text += " (" + strings.Join(parts, "; ") + ")"
	}
	return text
}

// unknowns lists the cases that could not be judged, grouped by reason, so that
// nobody mistakes them for passed.
func (p *printer) unknowns() {
	could := func(v reports.Status) []share {
		return p.shares(func(s reports.Scenario) bool { return s.Status == v })
	}
	list := append(could(reports.Error), could(reports.Blocked)...)
	if len(list) == 0 {
		return
	}
	p.line(p.Style.Bold("could not be judged"))
	t := console.Table{Indent: "  ", Width: p.Width}
	left := 0
	for i, s := range list {
		if p.Verbose {
			for _, c := range s.cases {
				t.Add(p.paint(c.Status, string(c.Status)), c.ID, console.Clean(cmp.Or(c.Reason, s.reason)))
			}
			continue
		}
		if i >= defaultCards {
			left += len(s.cases)
			continue
		}
		lead := s.cases[0]
		id := lead.ID
		if n := len(s.cases) - 1; n > 0 {
			id += fmt.Sprintf(" and %s more", console.Number(n))
		}
		t.Add(p.paint(lead.Status, string(lead.Status)), id, console.Clean(s.reason))
	}
	p.rows(&t)
	p.more(left, "case")
	p.line("")
}

// lackings are the one-line summaries of the skips of each kind.
var lackings = []struct{ kind, text string }{
	{reports.LacksOperation, "the target does not implement "},
	{reports.LacksPermission, "these credentials lack permission "},
	{reports.LacksFeature, "an account of this kind has no "},
	{reports.LacksCapability, "the target has no "},
}

// skips summarises what the target, or the credential, does not offer. Other skips
// are counted by their reason.
func (p *printer) skips() {
	skipped := func(kind string) []share {
		return p.shares(func(s reports.Scenario) bool {
			return s.Status == reports.Skipped && (s.Lacks == nil && kind == "" || s.Lacks != nil && s.Lacks.Kind == kind)
		})
	}
	t := console.Table{Indent: "  ", Width: p.Width}
	for _, l := range lackings {
		n := 0
		var names []string
		for _, s := range skipped(l.kind) {
			n += len(s.cases)
			names = append(names, s.cases[0].Lacks.Name)
		}
		if n > 0 {
			t.Add(fmt.Sprintf("%s%s (%s)", l.text, console.Clean(strings.Join(names, ", ")), console.Plural(n, "case")))
		}
	}
	for _, s := range skipped("") {
		t.Add(fmt.Sprintf("%s (%s)", console.Clean(s.reason), console.Plural(len(s.cases), "case")))
	}
	if t.Empty() {
		return
	}
	p.line(p.Style.Bold("skipped"))
	p.rows(&t)
	p.line("")
}

// absent says what a conforming target does not offer; empty if nothing was missing.
func (p *printer) absent() string {
	names := map[string]map[string]bool{}
	judged := map[string]bool{} // by clause; false: some case of it was skipped
	for _, s := range p.run.Scenarios {
		if s.Status == reports.Skipped && s.Lacks != nil {
			if names[s.Lacks.Kind] == nil {
				names[s.Lacks.Kind] = map[string]bool{}
			}
			names[s.Lacks.Kind][s.Lacks.Name] = true
		}
		for _, c := range s.Clauses {
			if v := s.Plainly(); v == reports.Passed || v == reports.Failed {
				judged[c] = true
			} else if p.clause(c).Level == "must" || p.clause(c).Level == "" && s.Level == "must" && c == clauseOf(s) {
				judged[c] = judged[c] || false
			}
		}
	}
	var parts []string
	total := 0
	for _, kind := range []string{reports.LacksOperation, reports.LacksPermission, reports.LacksFeature, reports.LacksCapability} {
		if n := len(names[kind]); n > 0 {
			parts = append(parts, countOf(n, kind))
			total += n
		}
	}
	if parts == nil {
		return ""
	}
	clauses := 0
	for _, ok := range judged {
		if !ok {
			clauses++
		}
	}
	verb := " were"
	if total == 1 {
		verb = " was"
	}
	text := "; " + strings.Join(parts, ", ") + verb + " not available"
	if clauses > 0 {
		text += " (" + console.Plural(clauses, "clause") + " of the article not judged)"
	}
	return text
}

// countOf returns a number of missing things of a kind.
func countOf(n int, kind string) string {
	if kind == reports.LacksCapability && n != 1 {
		return strconv.Itoa(n) + " capabilities"
	}
	return console.Plural(n, kind)
}
