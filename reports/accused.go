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
// the exit code, then by harm, then causes before what may follow from them, then by
// level, then probes, then as in the features. A cause does at least the harm of what may
// follow from it: whoever mends it first mends the rest.
func (r Run) WorstFirst() func(a, b Scenario) int {
	harms, decides := map[string]Harm{}, map[string]bool{}
	for _, s := range r.Scenarios {
		if s.Plainly() == Failed {
			harms[s.ID], decides[s.ID] = s.Harm(), r.Decides(s)
		}
	}
	causes := map[string]bool{}
	for _, s := range r.Scenarios {
		if harm, failed := harms[s.ID]; failed && decides[s.ID] && decides[s.Cause] {
			causes[s.Cause], harms[s.Cause] = true, min(harm, harms[s.Cause])
		}
	}
	return func(a, b Scenario) int {
		return cmp.Or(First(decides[a.ID], decides[b.ID]), cmp.Compare(harms[a.ID], harms[b.ID]), First(causes[a.ID], causes[b.ID]),
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
