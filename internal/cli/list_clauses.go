package cli

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/catalogue"
	"ifmatch/steps/plan/register"
)

func (a *app) listClauses() *cobra.Command {
	var uncovered, pairs bool
	var since string
	var services []string
	cmd := listed(a, &cobra.Command{
		Use:   "clauses [GLOB...]",
		Short: "List the clauses of the register and how many cases test each",
		Example: "  ifmatch list clauses --uncovered\n" +
			"  ifmatch list clauses --since 2024-05-04\n" +
			"  ifmatch list clauses 'BLOB-LM-*'",
		ValidArgsFunction: suggesting(a.clausesLike),
	}, catalogue.ClauseList, func(globs []string) ([]catalogue.Clause, error) {
		suite, err := a.suite()
		if err != nil {
			return nil, err
		}
		if err := checkServices(services); err != nil {
			return nil, err
		}
		if _, err := time.Parse(time.DateOnly, since); since != "" && err != nil {
			return nil, usagef("write a service version, such as 2024-05-04", "--since %q is no date", since)
		}
		clauses := suite.Register.Clauses
		if uncovered {
			clauses = suite.Uncovered()
		}
		if since != "" {
			clauses = slices.DeleteFunc(slices.Clone(clauses), func(c register.Clause) bool { return c.Since() < since })
		}
		return catalogue.Clauses(suite, clauses, globs, services)
	})
	clauses := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, globs []string) error {
		if !pairs {
			return clauses(cmd, globs)
		}
		if uncovered || since != "" || len(services) > 0 {
			return usagef("leave out --uncovered, --since and --service", "--pairs lists pairs, not clauses")
		}
		asJSON, _ := cmd.Flags().GetBool("json")
		rows := catalogue.Pairs(globs)
		if len(rows) == 0 {
			return usagef(`"ifmatch list clauses --pairs" shows all of them`, "no pair belongs to a clause %s", strings.Join(globs, ", "))
		}
		return printList(a, catalogue.PairList, rows, asJSON)
	}
	cmd.Flags().BoolVar(&pairs, "pairs", false, "instead, the pairs of operations that are sent at once, each with the reason if it has no case")
	cmd.Flags().BoolVar(&uncovered, "uncovered", false, "only clauses that should have a case and have none")
	cmd.Flags().StringVar(&since, "since", "", "only clauses that hold since this service `version` or a later one: what is new in it")
	cmd.Flags().StringSliceVar(&services, "service", nil, "only clauses of these services, a `list`: "+strings.Join(serviceNames(), ", "))
	a.completeFlag(cmd, "service", serviceNames())
	return cmd
}
