package reports

import (
	"cmp"
	"slices"
)

// Decides reports whether a failure makes a run deviate: it gates, and the baseline
// knows neither it nor a worse one.
func (r Run) Decides(s Scenario) bool {
	return s.Status == Failed && !s.Known.less() && Gates(s.GatingLevel(), r.Plan.Level)
}

// Accused returns the failures that decide the exit code, of cases and of probes, the
// worst first. Every report counts them by this function.
func (r Run) Accused() []Scenario {
	out := slices.DeleteFunc(slices.Clone(r.Scenarios), func(s Scenario) bool { return !r.Decides(s) })
	slices.SortStableFunc(out, r.WorstFirst())
	return out
}

// WorstFirst returns the order in which every report shows failures: those that decide
// the exit code, then by harm, then by level, then probes, then as in the features.
func (r Run) WorstFirst() func(a, b Scenario) int {
	harms := map[string]Harm{}
	for _, s := range r.Scenarios {
		if s.Plainly() == Failed {
			harms[s.ID] = s.Harm()
		}
	}
	return func(a, b Scenario) int {
		return cmp.Or(First(r.Decides(a), r.Decides(b)), cmp.Compare(harms[a.ID], harms[b.ID]),
			cmp.Compare(levels[a.GatingLevel()], levels[b.GatingLevel()]), First(a.ProbeOf != "", b.ProbeOf != ""), ByFeature(a, b))
	}
}

// First orders true before false.
func First(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
