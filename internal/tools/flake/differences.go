package main

import (
	"fmt"
	"maps"
	"slices"

	"ifmatch/reports"
)

// differences lists where two results of the same plan disagree. Wall time and the contents of the wire
// may differ; verdicts, their reasons and answers, and the time that a case let pass may not.
func differences(a, b reports.Run) []string {
	if a.Plan.Hash != b.Plan.Hash {
		return []string{fmt.Sprintf("the plans differ: %s and %s", a.Plan.Hash, b.Plan.Hash)}
	}
	was, is := byID(a), byID(b)
	var out []string
	for _, id := range slices.Sorted(maps.Keys(was)) {
		if _, ok := is[id]; !ok {
			out = append(out, fmt.Sprintf("%s has no verdict", id))
		} else if was[id] != is[id] {
			out = append(out, fmt.Sprintf("%s was %v, is %v", id, was[id], is[id]))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(is)) {
		if _, ok := was[id]; !ok {
			out = append(out, fmt.Sprintf("%s had no verdict", id))
		}
	}
	return out
}

// verdict is what two runs must agree on.
type verdict struct {
	status            reports.Status
	reason, want, got string
	seconds           float64
}

func (v verdict) String() string {
	return fmt.Sprintf("%s (reason %q, want %q, got %q, %g s)", v.status, v.reason, v.want, v.got, v.seconds)
}

func byID(r reports.Run) map[string]verdict {
	out := map[string]verdict{}
	for _, s := range r.Scenarios {
		out[s.ID] = verdict{s.Status, s.Reason, s.Want, s.Got, s.Seconds}
	}
	return out
}
