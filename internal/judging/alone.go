package judging

import (
	"ifmatch/reports"
	"ifmatch/reports/baseline"
)

// aloneRounds is how many rounds a failure by chance is repeated for at most: one that shows in one
// round of fifty then shows several times.
const aloneRounds = 300

// mostAlone is how many failures that do not depend on chance are repeated alone.
const mostAlone = 20

// alone chooses the failed cases that are repeated while nothing else runs: those of chance about
// which the list is not sure, and, if cases share a server, the first of each kind of failure.
func alone(known *Known, level string, shared bool) func([]reports.Scenario) []string {
	var list baseline.List
	if known != nil {
		list = known.List
	}
	return func(cases []reports.Scenario) []string {
		at := map[string]reports.Scenario{}
		for _, s := range cases {
			at[s.ID] = s
		}
		var chance, others []string
		kinds := map[[3]string]bool{}
		for _, id := range list.Doubtful(cases) {
			s := at[id]
			kind := [3]string{s.Clause(), s.Operation, s.Respect}
			switch {
			case !reports.Gates(s.GatingLevel(), level):
			case s.Chance:
				chance = append(chance, id)
			case shared && !kinds[kind] && len(others) < mostAlone:
				kinds[kind] = true
				others = append(others, id)
			}
		}
		return append(chance, others...)
	}
}
