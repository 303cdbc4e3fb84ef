package catalogue

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"ifmatch/internal/exit"
	"ifmatch/internal/nearest"
	"ifmatch/reports/console"
	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
)

// Named finds the clauses that arg names: a clause, a case, or a glob over either.
func Named(suite *plan.Suite, arg string) ([]register.Clause, error) {
	if _, err := path.Match(arg, ""); err != nil {
		return nil, exit.Wrongf("quote globs, and close every [", "%q is not a valid glob", arg)
	}
	var out []register.Clause
	for _, c := range suite.Register.Clauses {
		if Fits(arg, c.ID) {
			out = append(out, c)
		}
	}
	if len(out) > 0 {
		return out, nil
	}
	if p, err := suite.Select(plan.Selection{Select: []string{"case:" + arg}}); err == nil {
		for _, cs := range p.Cases {
			for _, id := range cs.Clauses {
				if c, ok := suite.Register.Clause(id); ok {
					out = append(out, c)
				}
			}
		}
		return out, nil
	}
	clause, _, _ := strings.Cut(arg, "/")
	if c, ok := suite.Register.Clause(strings.ToUpper(clause)); ok {
		return nil, exit.Wrongf(fmt.Sprintf(`"ifmatch explain %s" lists the cases of that clause`, c.ID), "there is no case %q", arg)
	}
	if hint := nearest.Hint(clause, codes(suite), ""); hint != "" && !strings.Contains(clause, "-") {
		return nil, exit.Wrongf(hint, "there is no clause or error code %q", clause)
	}
	return nil, noClause(suite, clause)
}

// Clause is one clause as `list clauses --json` shows it.
type Clause struct {
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

	Since string `json:"-"` // the service version
}

// Clauses filters clauses and joins each with the ids of its cases.
func Clauses(suite *plan.Suite, clauses []register.Clause, globs, services []string) ([]Clause, error) {
	cases := map[string][]string{}
	for _, c := range suite.Cases {
		for _, id := range c.Clauses {
			cases[id] = append(cases[id], c.ID)
		}
	}
	used := map[string]bool{}
	var rows []Clause
	for _, c := range clauses {
		if len(services) > 0 && !slices.Contains(services, c.Service) {
			continue
		}
		fits := len(globs) == 0
		for _, g := range globs {
			if Fits(g, c.ID) {
				fits, used[g] = true, true
			}
		}
		if fits {
			rows = append(rows, newClause(c, cases[c.ID]))
		}
	}
	for _, g := range globs {
		if _, err := path.Match(g, ""); err != nil {
			return nil, exit.Wrongf("quote globs, and close every [", "%q is not a valid glob", g)
		}
		// A glob that matches only covered clauses is no mistake if the uncovered ones are
		// requested, or those of a version.
		if !used[g] && !slices.ContainsFunc(suite.Register.Clauses, func(c register.Clause) bool { return Fits(g, c.ID) }) {
			return nil, noClause(suite, g)
		}
	}
	return rows, nil
}

func newClause(c register.Clause, cases []string) Clause {
	if cases == nil {
		cases = []string{}
	}
	return Clause{
		ID: c.ID, Level: c.Level.String(), Service: c.Service, APIVersions: c.APIVersions, Statement: c.Statement,
		Document: c.Document, Heading: c.Heading, State: string(c.State), Reason: c.Reason, Cases: cases,
		Since: c.Since(),
	}
}

// clauseCount counts clauses by their cases, or by the reason why they have none.
type clauseCount struct {
	tested, cases, notes, untestable, lacking int
}

// Count counts a case only once, however many clauses it tests.
func Count(rows []Clause) clauseCount {
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

// Fits compares ids as selectors do: letter case does not matter.
func Fits(glob, id string) bool {
	ok, err := path.Match(strings.ToLower(glob), strings.ToLower(id))
	return err == nil && ok
}

// noClause names the clauses that were probably meant.
func noClause(suite *plan.Suite, text string) error {
	ids := make([]string, len(suite.Register.Clauses))
	for i, c := range suite.Register.Clauses {
		ids[i] = c.ID
	}
	return exit.Wrongf(nearest.Hint(strings.ToUpper(text), ids, `"ifmatch list clauses" shows all of them`), "there is no clause %q", text)
}

// ClauseList shows clauses.
var ClauseList = List[Clause]{
	Header: []string{"clause", "level", "state", "since", "cases", "statement"},
	Right:  []int{4},
	Cells: func(s console.Style, r Clause) [][]string {
		return Line(s.Bold(r.ID), r.Level, r.State, r.Since, strconv.Itoa(len(r.Cases)), r.Statement)
	},
	Foot: func(rows []Clause) string { return Count(rows).String() },
}
