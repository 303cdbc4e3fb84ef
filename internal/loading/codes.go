// Package loading is what the commands load, check and diff share besides flags: the folders and histories that they
// read, the shards that they wait for, what a run will cost, and the exit code that its result calls for.
package loading

import (
	"context"
	"errors"
	"slices"

	"ifmatch/internal/exit"
	"ifmatch/loadgen"
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

// Failure adds an exit code and advice to an error that left nothing to report.
func Failure(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return exit.With(exit.Interrupted)
	case errors.Is(err, loadgen.ErrLate):
		return exit.Unclear("--start-at takes a later time; all shards take the same, and a new --out if it is +DURATION", err)
	case errors.Is(err, loadgen.ErrTaken):
		return exit.Unclear("each shard takes a number of its own; another load with the same --start-at takes another name as --out, --seed or --prefix", err)
	case errors.Is(err, loadgen.ErrPrepare):
		return exit.Unclear("does the target answer, and does it accept the credential and the x-ms-version? --api-version sets another", err)
	}
	return exit.Unclear("", err)
}
