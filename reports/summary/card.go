package summary

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/curl"
)

// cards prints what one needs to understand a failure without opening the result file: the promise, the answer, and
// how to reproduce it. One card represents all failures with the same cause.
func (p *printer) cards() {
	all := p.accused
	if p.Verbose {
		for _, g := range all {
			for _, s := range g.cases {
				p.card(s, nil)
			}
		}
		return
	}
	shown := all[:min(len(all), defaultCards)]
	hidden := 0
	for _, g := range all[len(shown):] {
		hidden += len(g.cases)
	}
	for _, g := range shown {
		p.card(g.lead, p.rest(g))
	}
	if hidden > 0 {
		p.more(hidden, "failure")
		p.line("")
	}
}

// rest returns lines about the other failures that a card represents.
func (p *printer) rest(g *accusation) []string {
	tries, relies, others := p.besides(g)
	var out []string
	if n := len(tries); n > 0 && g.lead.Operation == "" {
		out = append(out, console.Plural(n, "more case")+" of this clause")
	} else if n > 0 {
		out = append(out, fmt.Sprintf("%s of %s: %s", console.Plural(n, "more case"), g.lead.Operation, some(tries, clauseOf)))
	}
	if n := len(relies); n > 0 {
		verb := " that rely on it"
		if n == 1 {
			verb = " that relies on it"
		}
		out = append(out, console.Plural(n, "case")+verb)
	}
	if n := len(others); n > 0 {
		out = append(out, fmt.Sprintf("%s of other operations: %s", console.Plural(n, "case"), some(others, func(s reports.Scenario) string { return s.Operation })))
	}
	if above := p.above(g); len(above) > 0 {
		out = append(out, fmt.Sprintf("%s that may follow from it, at level %s: %s", console.Plural(len(above), "case"), above[0].GatingLevel(), some(above, clauseOf)))
	}
	if g.blocked > 0 {
		out = append(out, console.Plural(g.blocked, "case")+" that could not be set up because of it")
	}
	return out
}

// above returns the failures of other cards that may follow from those of a card, and count at a stronger level than all
// of these: the card of a cause says which stronger promise is broken.
func (p *printer) above(g *accusation) (out []reports.Scenario) {
	ids, level := map[string]bool{}, g.lead.GatingLevel()
	for _, s := range g.cases {
		if ids[s.ID] = true; reports.Gates(s.GatingLevel(), level) {
			level = s.GatingLevel()
		}
	}
	for id := range ids {
		for _, s := range p.followers[id] {
			if !ids[s.ID] && s.Status == reports.Failed && compareLevels(s.GatingLevel(), level) < 0 {
				out = append(out, s)
			}
		}
	}
	slices.SortFunc(out, func(a, b reports.Scenario) int {
		return cmp.Or(compareLevels(a.GatingLevel(), b.GatingLevel()), reports.ByFeature(a, b))
	})
	return slices.DeleteFunc(out, func(s reports.Scenario) bool { return s.GatingLevel() != out[0].GatingLevel() })
}

// named returns the clauses that a card names as broken: those of its lead, and those listed by rest.
func (p *printer) named(g *accusation) []string {
	all := []string{clauseOf(g.lead)}
	for _, id := range g.lead.Clauses {
		if id != all[0] && p.clause(id).Statement != "" {
			all = append(all, id)
		}
	}
	if g.lead.Operation == "" {
		return all
	}
	tries, _, _ := p.besides(g)
	names := different(tries, clauseOf)
	return append(all, names[:min(len(names), someNames)]...)
}

// besides returns the other cases of a card: those that test what misbehaved, the most direct first; those that rely
// on it; and those of other operations.
func (p *printer) besides(g *accusation) (tries, relies, others []reports.Scenario) {
	for _, s := range g.cases {
		switch {
		case s.ID == g.lead.ID:
		case s.Operation != g.lead.Operation:
			others = append(others, s)
		case p.relies(s):
			relies = append(relies, s)
		default:
			tries = append(tries, s)
		}
	}
	slices.SortStableFunc(tries, p.closer)
	return tries, relies, others
}

// someNames is how many names a card lists before it only counts.
const someNames = 6

// some lists the distinct names of cases, as many as fit on a card.
func some(cases []reports.Scenario, name func(reports.Scenario) string) string {
	all := different(cases, name)
	text := strings.Join(all[:min(len(all), someNames)], ", ")
	if n := len(all) - someNames; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// different returns the distinct names of cases.
func different(cases []reports.Scenario, name func(reports.Scenario) string) (all []string) {
	for _, s := range cases {
		if n := name(s); !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return all
}

// sign returns the sign at the beginning of a card.
func sign(v reports.Status) string {
	switch v {
	case reports.Passed, reports.Fixed:
		return "✓"
	case reports.Failed, reports.KnownFailure:
		return "✗"
	}
	return "·"
}

// card prints one case, and the other failures that it represents.
func (p *printer) card(s reports.Scenario, rest []string) {
	gate := ""
	switch {
	case s.Status != reports.Failed:
		gate = ", " + string(s.Status)
	case !p.gates(s):
		gate = ", does not gate"
	}
	p.line(p.paint(s.Status, sign(s.Status)+" "+s.ID) + p.Style.Dim(fmt.Sprintf("  %s%s", s.GatingLevel(), gate)))
	p.field("case", s.Name)
	for _, id := range s.Clauses {
		if c := p.clause(id); c.Statement != "" {
			p.field("promised", fmt.Sprintf("%s (%s)", c.Statement, strings.Join(slices.DeleteFunc([]string{id, c.Level}, func(t string) bool { return t == "" }), ", ")))
		}
	}
	p.field("want", s.Want)
	p.field("got", s.Got)
	if codeOnly(s) {
		p.field("because", "status as promised, code differs: counts at "+s.GatingLevel())
	} else {
		p.field("because", s.Reason)
	}
	if k := s.Known; k != nil {
		p.field("known", change(k))
		p.field("", k.Rate)
		p.field("", strings.TrimSpace(k.Reason+" "+k.Link))
	}
	p.field("alone", alone(s))
	p.field("on Azure", p.run.OnAzure(s))
	var commands []string
	for _, x := range telling(s.Exchanges) {
		p.exchange(x)
		commands = append(commands, curl.Line(x))
	}
	if p.Verbose && commands != nil {
		for i, text := range append(curl.Before(p.run, commands), commands...) {
			p.line(label([]string{"to send", ""}[min(i, 1)]) + text) // whole, for copying
		}
	}
	if s.ProbeOf != "" {
		p.field("seen", "in "+s.ProbeOf+", and again in this case, which was run alone because of it")
	}
	for i, text := range rest {
		p.field([]string{"and", ""}[min(i, 1)], text)
	}
	if p.Page != nil {
		p.copied("page", p.Page(s))
	}
	if p.Rerun != nil {
		p.copied("again", p.Rerun(s))
	}
	if s.Feature != "" {
		p.field("feature", fmt.Sprintf("features/%s.feature:%d", s.Feature, s.Line))
	}
	p.line("")
}

// alone says what became of a case that was repeated while nothing else ran.
func alone(s reports.Scenario) string {
	switch n := s.Alone; {
	case n == nil, !s.Chance && n.Failed > 0:
		return ""
	case s.NeedsCompany():
		return "it passed while nothing else ran: it fails only beside other cases"
	default:
		return fmt.Sprintf("it failed in %d of %d rounds while nothing else ran", n.Failed, n.Played)
	}
}

// copied prints a value without wrapping it, for copying.
func (p *printer) copied(name, value string) {
	if value != "" {
		p.line(label(name) + console.Clean(value))
	}
}
