// Package loading is what the commands load, check and diff share besides flags: the folders and histories that they
// read, where a load is sent, the shards that they wait for, what a run will cost, and the exit code that its result calls for.
package loading

import (
	"slices"

	"ifmatch/internal/exit"
	"ifmatch/loadgen/trial"
	"ifmatch/reports/load"
)

// Codes lists the exit codes that a result calls for.
func Codes(r load.Run) []exit.Code {
	var codes []exit.Code
	if r.Interrupted {
		codes = append(codes, exit.Interrupted)
	}
	switch {
	case len(r.Thresholds) > 0 && r.Crowded() != "": // the figures prove nothing
		codes = append(codes, exit.Unknown)
	case slices.ContainsFunc(r.Thresholds, func(t load.Threshold) bool { return t.Failed }):
		codes = append(codes, exit.Deviates)
	}
	switch {
	case r.Verdict.State == load.Valid, r.Verdict.Why == trial.Unchecked, r.Verdict.Why == trial.Sharded:
	case r.Verdict.State == load.Invalid:
		codes = append(codes, exit.Deviates)
	default:
		codes = append(codes, exit.Unknown)
	}
	if len(r.Doubts) > 0 {
		codes = append(codes, exit.Unknown)
	}
	// Points beyond the knee are meant to saturate; a single run is not.
	if r.Pace.Bottleneck != "" && len(r.Points) == 0 {
		codes = append(codes, exit.Unknown)
	}
	return codes
}
