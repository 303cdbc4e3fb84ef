package plan

import (
	"fmt"
	"strings"
)

// Source is a feature file that is made from cases.
type Source struct {
	Name string
	Text []byte
}

// Expanded are the features of the plan's cases, written so that any reader of Gherkin understands them:
// a scenario for each case, without outlines, and without the tables whose columns only this package
// reads. The comment above a scenario is the case's id.
func (p *Plan) Expanded() []Source {
	var out []Source
	for _, c := range p.Cases {
		if len(out) == 0 || out[len(out)-1].Name != c.Feature {
			out = append(out, Source{Name: c.Feature, Text: fmt.Appendf(nil, "Feature: %s\n", p.suite.titles[c.Feature])})
		}
		last := &out[len(out)-1]
		last.Text = c.write(last.Text)
	}
	return out
}

// write appends the case as a scenario.
func (c Case) write(text []byte) []byte {
	tags := []string{"@" + c.Level, "@" + c.Service}
	for _, id := range c.Clauses {
		tags = append(tags, "@"+id)
	}
	for _, n := range c.Needs {
		tags = append(tags, "@needs."+string(n))
	}
	text = fmt.Appendf(text, "\n  # %s\n  %s\n  Scenario: %s\n", c.ID, strings.Join(tags, " "), c.Title())
	last := ""
	for _, s := range c.Script() {
		keyword := s.Keyword
		if keyword == last {
			keyword = "And"
		}
		last = s.Keyword
		text = fmt.Appendf(text, "    %s %s\n", keyword, English(s.Text))
	}
	return text
}
