package judging

import (
	"fmt"

	"ifmatch/reports"
	"ifmatch/steps/plan"
)

// Choose returns the cases of a result that match a selector; without a selector, those that
// failed, known or not.
func Choose(r reports.Run, selectors []string, renamed reports.Renamed) ([]reports.Scenario, error) {
	if len(selectors) == 0 {
		selectors = []string{"status:failed|known-failure"}
	}
	chosen := make([]bool, len(r.Scenarios))
	for _, e := range selectors {
		fits, err := plan.Matcher(e, r, renamed)
		if err != nil {
			return nil, err
		}
		found := false
		for i, s := range r.Scenarios {
			if fits(plan.Case{ID: s.ID, Feature: s.Feature, Clauses: s.Clauses, Level: s.Level, Service: s.Service}) {
				chosen[i], found = true, true
			}
		}
		if !found {
			return nil, fmt.Errorf("show cards: %q matches no case of the result", e)
		}
	}
	var out []reports.Scenario
	for i, s := range r.Scenarios {
		if chosen[i] {
			out = append(out, s)
		}
	}
	return out, nil
}
