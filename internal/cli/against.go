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
	switch {
	case f.against == f.target.spec:
		return usagef("name two targets", "--target and --against are both %s", shellQuote(f.against))
	case f.baseline.read != "" || f.baseline.write != "":
		return usagef("leave one of them out", "--against compares two targets, and a baseline belongs to one")
	}
	var spare func(*reports.Run)
	f.Trace, spare = judging.Keep(f.reports.specs, f.Trace)
	both := [2]prepared{}
	for i := range both {
		one := f
		if i == 1 {
			one.target.spec, one.reports.specs = f.against, nil
		}
		var err error
		if both[i], err = a.prepare(one); err != nil {
			return err
		}
		if err := judging.MissingCapability(f.require, both[i].Target, both[i].Offered); err != nil {
			return err
		}
	}
	a = besides(a, both[0].reports)
	defer a.explainInterrupts(ctx, both[:]...)()
	var err error
	for i := range both {
		if err = a.approach(ctx, &both[i]); err != nil {
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
	width, _ := terminal(a.stdout)
	d := diff.Compare(runs[0], runs[1])
	fmt.Fprintln(a.stdout)
	failed = errors.Join(failed, diff.Write(a.stdout, d, diff.Options{
		Style: a.style(a.stdout), Width: width, Verbose: f.verbose, Sides: [2]string{"--target", "--against"},
	}))
	codes := []ExitCode{explainFailure(a.stderr, failed)}
	if len(d.Changes)+d.Missing+d.Added > 0 {
		codes = append(codes, Deviates)
	}
	for i, r := range runs {
		a.tellLeft(r, both[i])
		switch {
		case ctx.Err() != nil && r.Incomplete:
			codes = append(codes, Interrupted)
		case r.Outcome() == reports.Unknown || r.Incomplete:
			codes = append(codes, Unknown)
		}
		codes = append(codes, judging.RequiredCode(a.stderr, f.require, r))
	}
	if a.abandoning().Err() != nil {
		codes = append(codes, Interrupted)
	}
	return exitWith(worst(codes...))
}
