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
// the exit code, then by harm, then by level, then causes before what may follow from
// them, then probes, then as in the features. A cause does at least the harm of what may
// follow from it, and counts at least at its level: whoever mends it first mends the rest.
func (r Run) WorstFirst() func(a, b Scenario) int {
	harms, ranks, decides := map[string]Harm{}, map[string]int{}, map[string]bool{}
	for _, s := range r.Scenarios {
		if s.Plainly() == Failed {
			harms[s.ID], ranks[s.ID], decides[s.ID] = s.Harm(), levels[s.GatingLevel()], r.Decides(s)
		}
	}
	causes := map[string]bool{}
	for _, s := range r.Scenarios {
		if decides[s.ID] && decides[s.Cause] {
			causes[s.Cause], harms[s.Cause], ranks[s.Cause] = true, min(harms[s.ID], harms[s.Cause]), min(ranks[s.ID], ranks[s.Cause])
		}
	}
	return func(a, b Scenario) int {
		return cmp.Or(First(decides[a.ID], decides[b.ID]), cmp.Compare(harms[a.ID], harms[b.ID]), cmp.Compare(ranks[a.ID], ranks[b.ID]),
			First(causes[a.ID], causes[b.ID]), First(a.ProbeOf != "", b.ProbeOf != ""), ByFeature(a, b))
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
