package judging

import (
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/evidence"
)

// JSONLines is how the name of a file ends that has one document a line.
const JSONLines = ".jsonl"

// Keep is the trace by which a run keeps the exchanges that an evidence file shows, if one is among the reports KIND=FILE.
// Afterwards spare drops the exchanges that the trace that was asked for does not keep.
func Keep(specs []string, trace string) (all string, spare func(*reports.Run)) {
	wanted := slices.ContainsFunc(specs, func(spec string) bool { return strings.HasPrefix(spec, evidence.Kind+"=") })
	ofAll := slices.ContainsFunc(specs, func(spec string) bool {
		return strings.HasPrefix(spec, evidence.Kind+"=") && strings.HasSuffix(spec, JSONLines)
	})
	switch {
	case !wanted:
		return trace, func(*reports.Run) {}
	case trace == "all", ofAll:
		return "all", func(*reports.Run) {}
	}
	return "all", func(r *reports.Run) {
		for i, s := range r.Scenarios {
			uncertain := slices.ContainsFunc(s.Clauses, func(c string) bool { return evidence.Uncertain(r.Promise(c)) })
			if !uncertain && !(trace == "failed" && s.Status != reports.Passed && s.Status != reports.Skipped) {
				r.Scenarios[i].Forget()
			}
		}
	}
}
