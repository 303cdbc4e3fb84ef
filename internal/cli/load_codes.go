package cli

import (
	"slices"

	"ifmatch/loadgen/trial"
	"ifmatch/reports/load"
)

// loadCodes lists the exit codes that a result calls for.
func loadCodes(r load.Run) []ExitCode {
	var codes []ExitCode
	if r.Interrupted {
		codes = append(codes, Interrupted)
	}
	switch {
	case len(r.Thresholds) > 0 && r.Crowded() != "": // the figures prove nothing
		codes = append(codes, Unknown)
	case slices.ContainsFunc(r.Thresholds, func(t load.Threshold) bool { return t.Failed }):
		codes = append(codes, Deviates)
	}
	switch {
	case r.Verdict.State == load.Valid, r.Verdict.Why == trial.Unchecked, r.Verdict.Why == trial.Sharded:
	case r.Verdict.State == load.Invalid:
		codes = append(codes, Deviates)
	default:
		codes = append(codes, Unknown)
	}
	if t := r.Verdict.SelfTest; t != nil && t.Found < t.Flipped {
		codes = append(codes, Unknown)
	}
	if len(r.Doubts) > 0 {
		codes = append(codes, Unknown)
	}
	// Points beyond the knee are meant to saturate; a single run is not.
	if r.Pace.Bottleneck != "" && len(r.Points) == 0 {
		codes = append(codes, Unknown)
	}
	return codes
}
