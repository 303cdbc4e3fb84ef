package cli

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/nearest"
	"ifmatch/reports/console"
	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
)

// clauseRow is one clause as `list clauses --json` shows it.
type clauseRow struct {
	ID          string   `json:"id"`
	Level       string   `json:"level"`
	Service     string   `json:"service"`
	APIVersions string   `json:"apiVersions"`
	Statement   string   `json:"statement"`
	Document    string   `json:"document"`
	Heading     string   `json:"heading"`
	State       string   `json:"state"`
	Reason      string   `json:"reason,omitempty"`
	Cases       []string `json:"cases"`

	since string
}

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
		ValidArgsFunction: a.completeClauses,
	}, listing[clauseRow]{
		header: []string{"clause", "level", "state", "since", "cases", "statement"},
		right:  []int{4},
		rows: func(globs []string) ([]clauseRow, error) {
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
			return clauseRows(suite, clauses, globs, services)
		},
		cells: func(s console.Style, r clauseRow) [][]string {
			return line(s.Bold(r.ID), r.Level, r.State, r.since, strconv.Itoa(len(r.Cases)), r.Statement)
		},
		foot: func(rows []clauseRow) string { return countClauses(rows).String() },
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
		rows := pairRows(globs)
		if len(rows) == 0 {
			return usagef(`"ifmatch list clauses --pairs" shows all of them`, "no pair belongs to a clause %s", strings.Join(globs, ", "))
		}
		return pairListing.print(a, rows, asJSON)
	}
	cmd.Flags().BoolVar(&pairs, "pairs", false, "instead, the pairs of operations that are sent at once, each with the reason if it has no case")
	cmd.Flags().BoolVar(&uncovered, "uncovered", false, "only clauses that should have a case and have none")
	cmd.Flags().StringVar(&since, "since", "", "only clauses that hold since this service `version` or a later one: what is new in it")
	cmd.Flags().StringSliceVar(&services, "service", nil, "only clauses of these services, a `list`: "+strings.Join(serviceNames(), ", "))
	a.completeFlag(cmd, "service", serviceNames())
	return cmd
}

// clauseRows filters clauses and joins each with the ids of its cases.
func clauseRows(suite *plan.Suite, clauses []register.Clause, globs, services []string) ([]clauseRow, error) {
	cases := map[string][]string{}
	for _, c := range suite.Cases {
		for _, id := range c.Clauses {
			cases[id] = append(cases[id], c.ID)
		}
	}
	used := map[string]bool{}
	var rows []clauseRow
	for _, c := range clauses {
		if len(services) > 0 && !slices.Contains(services, c.Service) {
			continue
		}
		fits := len(globs) == 0
		for _, g := range globs {
			if matchID(g, c.ID) {
				fits, used[g] = true, true
			}
		}
		if fits {
			rows = append(rows, newClauseRow(c, cases[c.ID]))
		}
	}
	for _, g := range globs {
		if _, err := path.Match(g, ""); err != nil {
			return nil, usagef("quote globs, and close every [", "%q is not a valid glob", g)
		}
		// A glob that matches only covered clauses is no mistake if the uncovered ones are
		// requested, or those of a version.
		if !used[g] && !slices.ContainsFunc(suite.Register.Clauses, func(c register.Clause) bool { return matchID(g, c.ID) }) {
			return nil, noClause(suite, g)
		}
	}
	return rows, nil
}

func newClauseRow(c register.Clause, cases []string) clauseRow {
	if cases == nil {
		cases = []string{}
	}
	return clauseRow{
		ID: c.ID, Level: c.Level.String(), Service: c.Service, APIVersions: c.APIVersions, Statement: c.Statement,
		Document: c.Document, Heading: c.Heading, State: string(c.State), Reason: c.Reason, Cases: cases,
		since: c.Since(),
	}
}

// clauseCount counts clauses by their cases, or by the reason why they have none.
type clauseCount struct {
	tested, cases, notes, untestable, lacking int
}

// countClauses counts a case only once, however many clauses it tests.
func countClauses(rows []clauseRow) clauseCount {
	var n clauseCount
	cases := map[string]bool{}
	for _, r := range rows {
		for _, id := range r.Cases {
			cases[id] = true
		}
		switch {
		case r.State == string(register.Note):
			n.notes++
		case r.State == string(register.Untestable):
			n.untestable++
		case len(r.Cases) == 0:
			n.lacking++
		default:
			n.tested++
		}
	}
	n.cases = len(cases)
	return n
}

func (n clauseCount) String() string {
	var parts []string
	if n.tested > 0 {
		parts = append(parts, console.Plural(n.tested, "clause")+" with "+console.Plural(n.cases, "case"))
	}
	if n.notes > 0 {
		parts = append(parts, console.Plural(n.notes, "note")+" without cases: facts about clients and libraries")
	}
	if n.untestable > 0 {
		parts = append(parts, console.Plural(n.untestable, "clause")+" that cannot be tested")
	}
	if n.lacking > 0 {
		parts = append(parts, console.Plural(n.lacking, "clause")+" without a case yet")
	}
	if parts == nil {
		return "no clause"
	}
	return strings.Join(parts, "; ")
}

// matchID compares ids as selectors do: letter case does not matter.
func matchID(glob, id string) bool {
	ok, err := path.Match(strings.ToLower(glob), strings.ToLower(id))
	return err == nil && ok
}

// noClause names the clauses that were probably meant.
func noClause(suite *plan.Suite, text string) error {
	ids := make([]string, len(suite.Register.Clauses))
	for i, c := range suite.Register.Clauses {
		ids[i] = c.ID
	}
	return usagef(nearest.Hint(strings.ToUpper(text), ids, `"ifmatch list clauses" shows all of them`), "there is no clause %q", text)
}
