package steps

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// respect is what a finding is about.
type respect struct{ operation, name string }

// found is a broken promise that the set-up or a snapshot of some case found.
type found struct {
	scenario.Finding
	by        plan.Case // the first case that found it, in the order of the suite
	exchanges []reports.Exchange
}

// charged is a case that passed except for flaws of the reads after its act.
type charged struct {
	passed  reports.Scenario
	charges []scenario.Finding
	failed  reports.Scenario // the verdict if those reads have no flaws elsewhere
}

// fails is the verdict on a case that fails by a finding in the set-up of another case.
func (f *found) fails(sc reports.Scenario) reports.Scenario {
	sc.Status, sc.Want, sc.Got, sc.Lacks, sc.CodeLevel = reports.Failed, f.Want, f.Got, nil, ""
	sc.Reason = fmt.Sprintf("%s; the set-up of %s found it", f.Reason, f.by.ID)
	sc.Differs, sc.Operation, sc.Respect, sc.Exchanges = []reports.Difference{f.Differs}, f.Operation, f.Respect, f.exchanges
	return sc
}

// owner picks, among cases, the one that fails by a finding: it sends the operation and
// judges the respect. Cases that fail already come first, then those most directly about the
// finding, then the suite's order. It returns nil if no case fits.
func (f *found) owner(cfg Config, cases []plan.Case, status func(id string) reports.Status, fails func(plan.Case) int) *plan.Case {
	best, most := -1, []int(nil)
	for i, c := range cases {
		if v := status(c.ID); !sent(c, f.Operation) || c.Open || v == reports.Skipped || v == reports.Error {
			continue
		}
		if by := about(cfg, c, f.Finding, fails(c)); best < 0 || slices.Compare(by, most) > 0 {
			best, most = i, by
		}
	}
	if best < 0 {
		return nil
	}
	return &cases[best]
}

// sent reports whether a case sends an operation, or judges a read of it, by name.
func sent(c plan.Case, operation string) bool {
	return slices.ContainsFunc(c.Script, func(s *plan.Step) bool {
		return (s.Sends || s.Judging) && slices.Contains(s.Operations, operation)
	})
}

// about rates how directly a case is about a finding, the most important criterion first.
func about(cfg Config, c plan.Case, f scenario.Finding, fails int) []int {
	statement := ""
	if cl, ok := cfg.Plan.Clause(c.Clauses[0]); ok {
		statement = cl.Statement
	}
	acts, terms, state, kind, judged := 0, 0, false, false, false
	for _, s := range c.Script {
		if s.Sends {
			acts++
		}
		terms += len(s.Terms)
		state = state || s.State != "" && s.State == f.State
		kind = kind || slices.Contains(s.About, f.Kind)
		judged = judged || judges(s, f)
	}
	return []int{
		is(fails == 2), is(judged), is(reports.Gates(c.Level, cfg.Level)), fails, is(acts == 1), is(state), is(terms == 0),
		is(strings.HasPrefix(statement, f.Operation)) + is(names(statement, f.Operation)) + is(strings.Contains(statement, f.Respect)),
		is(kind), is(c.Level == "must"), is(c.Level == "should"),
	}
}

// judges reports whether a sentence judges the respect of a finding.
func judges(s *plan.Step, f scenario.Finding) bool {
	switch {
	case !s.Judging:
		return false
	case f.Differs == reports.InStatus:
		return len(s.Answers) > 0
	case f.Respect == string(scenario.FieldLease):
		return strings.Contains(s.Text, "lease")
	case f.Differs == reports.InEffect:
		return s.Facts.Judges != "" && (strings.HasSuffix(s.Text, scenario.AsAsked) || strings.HasSuffix(s.Text, scenario.AsAnswered))
	}
	return strings.Contains(s.Text, f.Respect)
}

// longer matches the text after an operation's name if the name goes on: it is a longer one.
var longer = regexp.MustCompile(`^(?: [A-Z]|[a-z])`)

// names reports whether a statement names an operation.
func names(statement, operation string) bool {
	_, after, found := strings.Cut(statement, operation)
	return found && !longer.MatchString(after)
}

func is(b bool) int {
	if b {
		return 1
	}
	return 0
}
