package mutate

import (
	"slices"

	"ifmatch/reports"
	"ifmatch/steps/plan/register"
)

// gates reports whether a case failed and its level gates.
func gates(s reports.Scenario, level string) bool {
	return s.Status == reports.Failed && reports.Gates(s.GatingLevel(), level)
}

// failing are the cases of a run that failed and gate.
func failing(r reports.Run, level string) (ids []string) {
	for _, s := range r.Scenarios {
		if gates(s, level) {
			ids = append(ids, s.ID)
		}
	}
	return ids
}

// led lists the clauses of level must that lead a case that failed by more than an error code.
func led(reg *register.Register, run reports.Run) (ids []string) {
	for _, s := range run.Scenarios {
		clause, ok := reg.Clause(s.Clauses[0])
		if ok && clause.Level == register.Must && gates(s, register.Must.String()) && !slices.Contains(ids, clause.ID) {
			ids = append(ids, clause.ID)
		}
	}
	return ids
}
