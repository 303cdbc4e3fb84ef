package cli

import (
	"github.com/spf13/cobra"

	"ifmatch/internal/catalogue"
)

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
	}, catalogue.CaseList, func(selectors []string) ([]catalogue.Case, error) {
		p, err := a.plan(sel, selectors, seed)
		if err != nil {
			return nil, err
		}
		rows := make([]catalogue.Case, len(p.Cases))
		for i, c := range p.Cases {
			rows[i] = catalogue.NewCase(c)
		}
		return rows, nil
	})
	sel.add(a, cmd)
	cmd.Flags().Int64Var(&seed, "seed", 1, "`number` that seeds the run")
	return cmd
}
