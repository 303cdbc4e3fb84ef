package cli

import (
	"context"
	"errors"
	"fmt"

	"ifmatch/internal/judging"
	"ifmatch/reports"
	"ifmatch/reports/diff"
	"ifmatch/steps"
)

// runAgainst judges two targets by the same cases at the same time, and shows how they differ.
// Reports are about the first target.
func (a *app) runAgainst(ctx context.Context, f runFlags) error {
	var spare func(*reports.Run)
	f.Trace, spare = judging.Keep(f.reports.specs, f.Trace)
	both, err := a.prepareBoth(f)
	if err != nil {
		return err
	}
	a = besides(a, both[0].reports)
	defer a.explainInterrupts(ctx, both[:]...)()
	for i := range both {
		if err := a.approach(ctx, &both[i]); err != nil {
			return err
		}
	}
	var runs [2]reports.Run
	a.metered(ctx, func(update func(steps.Progress)) {
		runs, err = judging.Both(ctx, a.abandoning(), [2]*judging.Session{&both[0].Session, &both[1].Session}, update)
	})
	if err != nil {
		return unknown("this is a bug in ifmatch", err)
	}
	for i := range runs {
		both[i].note(&runs[i])
		if runs[i], err = a.described(runs[i]); err != nil {
			return err
		}
	}
	spare(&runs[0])
	failed := writeAll(both[0].reports, runs[0])
	fmt.Fprintln(a.stdout)
	same, err := a.showDifference(runs, f.verbose)
	codes := []ExitCode{explainFailure(a.stderr, errors.Join(failed, err))}
	if !same {
		codes = append(codes, Deviates)
	}
	for i, r := range runs {
		a.tellLeft(r, both[i])
		codes = append(codes, sideCode(r, ctx.Err() != nil), judging.RequiredCode(a.stderr, f.require, r))
	}
	if a.abandoning().Err() != nil {
		codes = append(codes, Interrupted)
	}
	return exitWith(worst(codes...))
}

// sideCode is the exit code for one of the runs: what it proved does not matter, only whether it ended.
func sideCode(r reports.Run, interrupted bool) ExitCode {
	switch {
	case interrupted && r.Incomplete:
		return Interrupted
	case r.Outcome() == reports.Unknown || r.Incomplete:
		return Unknown
	}
	return OK
}

// prepareBoth prepares the runs of both targets.
func (a *app) prepareBoth(f runFlags) (both [2]prepared, err error) {
	for i := range both {
		if i == 1 {
			f.target.spec, f.reports.specs = f.against, nil
		}
		if both[i], err = a.prepare(f); err != nil {
			return both, err
		}
		if err := judging.MissingCapability(f.require, both[i].Target, both[i].Offered); err != nil {
			return both, err
		}
	}
	return both, nil
}

// showDifference says whether the answers of both targets are the same, or in what they differ.
func (a *app) showDifference(runs [2]reports.Run, verbose bool) (same bool, err error) {
	width, _ := terminal(a.stdout)
	d := diff.Compare(runs[0], runs[1])
	return len(d.Changes)+d.Missing+d.Added == 0, diff.Write(a.stdout, d, diff.Options{
		Style: a.style(a.stdout), Width: width, Verbose: verbose, Sides: [2]string{"--target", "--against"},
	})
}
