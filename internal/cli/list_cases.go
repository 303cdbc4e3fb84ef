package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"ifmatch/reports/console"
	"ifmatch/steps/plan"
)

// caseRow is one case as `list cases --json` shows it.
type caseRow struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Feature string   `json:"feature"`
	Line    int      `json:"line"`
	Clauses []string `json:"clauses"`
	Level   string   `json:"level"`
	Service string   `json:"service"`
	Open    bool     `json:"open,omitempty"`
	Timed   bool     `json:"timed,omitempty"`
	Needs   []string `json:"needs,omitempty"`
}

func (a *app) listCases() *cobra.Command {
	l := &lister{app: a}
	var sel selectionFlags
	cmd := l.flag(&cobra.Command{
		Use:   "cases [SELECTOR...]",
		Short: "List the cases that a run with the same selectors would try",
		Long:  paragraphs("list cases shows what a run with the same selectors would try.", selectorHelp),
		Example: "  ifmatch list cases 'BLOB-LM-*'\n" +
			"  ifmatch list cases level:must,feature:lease_states",
		ValidArgsFunction: a.completeSelectors,
		RunE: func(_ *cobra.Command, selectors []string) error {
			p, err := a.plan(sel, selectors)
			if err != nil {
				return err
			}
			rows := make([]caseRow, len(p.Cases))
			for i, c := range p.Cases {
				rows[i] = newCaseRow(c)
			}
			return print(l, rows, []string{"case", "level", "feature", "name"}, nil, func(s console.Style, r caseRow) []string {
				return []string{s.Bold(r.ID), r.Level, fmt.Sprintf("%s:%d", r.Feature, r.Line), r.Name}
			})
		},
	})
	sel.add(a, cmd)
	return cmd
}

func newCaseRow(c plan.Case) caseRow {
	row := caseRow{ID: c.ID, Name: c.Name, Feature: c.Feature, Line: c.Line, Clauses: c.Clauses,
		Level: c.Level, Service: c.Service, Open: c.Open, Timed: c.Timed}
	for _, n := range c.Needs {
		row.Needs = append(row.Needs, string(n))
	}
	return row
}
