package plan

import (
	"bytes"
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
	chosen := map[string]bool{}
	for _, c := range p.Cases {
		chosen[c.ID] = true
	}
	var out []Source
	for _, f := range p.suite.features {
		var b bytes.Buffer
		for _, c := range p.suite.Cases {
			if c.Feature == f.name && chosen[c.ID] {
				c.write(&b)
			}
		}
		if b.Len() > 0 {
			head := fmt.Sprintf("Feature: %s\n", f.title)
			out = append(out, Source{Name: f.name, Text: append([]byte(head), b.Bytes()...)})
		}
	}
	return out
}

// write writes the case as a scenario.
func (c Case) write(b *bytes.Buffer) {
	tags := []string{"@" + c.Level, "@" + c.Service}
	for _, id := range c.Clauses {
		tags = append(tags, "@"+id)
	}
	for _, n := range c.Needs {
		tags = append(tags, "@needs."+string(n))
	}
	fmt.Fprintf(b, "\n  # %s\n  %s\n  Scenario: %s\n", c.ID, strings.Join(tags, " "), c.Title())
	last := ""
	for _, s := range c.Script {
		keyword := s.Keyword
		if keyword == last {
			keyword = "And"
		}
		last = s.Keyword
		fmt.Fprintf(b, "    %s %s\n", keyword, English(s.Text))
	}
}
