package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"ifmatch/reports/console"
	"ifmatch/steps/plan"
)

// caseRow is one case as `list cases --json` shows it.
type caseRow struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Feature string    `json:"feature"`
	Line    int       `json:"line"`
	Clauses []string  `json:"clauses"`
	Level   string    `json:"level"`
	Service string    `json:"service"`
	Open    bool      `json:"open,omitempty"`
	Timed   bool      `json:"timed,omitempty"`
	Needs   []string  `json:"needs,omitempty"`
	Steps   []stepRow `json:"steps"`
}

func (a *app) listCases() *cobra.Command {
	var sel selectionFlags
	var seed int64
	cmd := listed(a, &cobra.Command{
		Use:   "cases [SELECTOR...]",
		Short: "List the cases that a run with the same selectors would try",
		Long:  paragraphs("list cases shows the cases that a run with the same selectors would try. With --json it shows them as data, with set-up, requests and expected answers; docs/probe.md explains them, and docs/cases.schema.json is their JSON schema.", selectorHelp),
		Example: "  ifmatch list cases 'BLOB-LM-*'\n" +
			"  ifmatch list cases level:must,feature:lease_states",
		ValidArgsFunction: a.completeSelectors,
	}, listing[caseRow]{
		header: []string{"case", "level", "feature", "name"},
		rows: func(selectors []string) ([]caseRow, error) {
			p, err := a.plan(sel, selectors, seed)
			if err != nil {
				return nil, err
			}
			rows := make([]caseRow, len(p.Cases))
			for i, c := range p.Cases {
				rows[i] = newCaseRow(c)
			}
			return rows, nil
		},
		cells: func(s console.Style, r caseRow) [][]string {
			return line(s.Bold(r.ID), r.Level, fmt.Sprintf("%s:%d", r.Feature, r.Line), r.Name)
		},
	})
	sel.add(a, cmd)
	cmd.Flags().Int64Var(&seed, "seed", 1, "`number` that seeds the run")
	return cmd
}

func newCaseRow(c plan.Case) caseRow {
	row := caseRow{ID: c.ID, Name: c.Title(), Feature: c.Feature, Line: c.Line, Clauses: c.Clauses,
		Level: c.Level, Service: c.Service, Open: c.Open, Timed: c.Timed, Steps: stepRows(c)}
	for _, n := range c.Needs {
		row.Needs = append(row.Needs, string(n))
	}
	return row
}
