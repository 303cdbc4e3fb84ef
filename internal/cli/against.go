package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"ifmatch/reports"
	"ifmatch/reports/diff"
	"ifmatch/steps"
)

// runAgainst judges two targets by the same cases at the same time, and shows how they differ.
// Reports are about the first target.
func (a *app) runAgainst(ctx context.Context, f runFlags, selectors []string) error {
	switch {
	case f.against == f.target.spec:
		return usagef("name two targets", "--target and --against are both %s", shellQuote(f.against))
	case f.baseline.read != "" || f.baseline.write != "":
		return usagef("leave one of them out", "--against compares two targets, and a baseline belongs to one")
	}
	spare := keepEvidence(&f)
	both := [2]prepared{}
	for i := range both {
		one := f
		if i == 1 {
			one.target.spec, one.reports.specs = f.against, nil
		}
		var err error
		if both[i], err = a.prepare(one, selectors); err != nil {
			return err
		}
		if err := missingCapability(f.require, both[i].target, both[i].offered); err != nil {
			return err
		}
	}
	a = besides(a, both[0].reports)
	defer context.AfterFunc(ctx, func() {
		for _, p := range both {
			fmt.Fprintln(a.stderr, "\n"+p.interruption(p.target.Info()))
		}
	})()
	defer context.AfterFunc(a.abandoning(), func() { fmt.Fprintln(a.stderr, interruptedAgain) })()
	for i := range both {
		if err := a.approach(ctx, &both[i]); err != nil {
			return err
		}
	}
	runs, err := a.judgeBoth(ctx, both)
	if err != nil {
		return unknown("this is a bug in ifmatch", err)
	}
	for i := range runs {
		runs[i].Plan.Select, runs[i].Plan.Skip = slices.Concat(selectors, f.selection.selects), f.selection.skips
		if err := a.describeRun(&runs[i], both[i]); err != nil {
			return err
		}
	}
	spare(&runs[0])
	var failed error
	for _, w := range both[0].reports {
		failed = errors.Join(failed, w.write(runs[0]))
	}
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
		codes = append(codes, requiredCode(a, f.require, r))
	}
	if a.abandoning().Err() != nil {
		codes = append(codes, Interrupted)
	}
	return exitWith(worst(codes...))
}

// judgeBoth runs the cases of both targets at once, so that their waits overlap.
func (a *app) judgeBoth(ctx context.Context, both [2]prepared) (runs [2]reports.Run, err error) {
	var errs [2]error
	abandon := a.abandoning()
	a.metered(ctx, func(update func(steps.Progress)) {
		sum := progressSum{update: update}
		var group sync.WaitGroup
		for i, p := range both {
			group.Go(func() {
				runs[i], errs[i] = p.judge(ctx, abandon, func(s steps.Progress) { sum.take(i, s) })
			})
		}
		group.Wait()
	})
	return runs, errors.Join(errs[0], errs[1])
}

// progressSum is the combined progress of two runs.
type progressSum struct {
	mu     sync.Mutex
	of     [2]steps.Progress
	at     [2]time.Time
	update func(steps.Progress)
}

func (s *progressSum) take(i int, p steps.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of[i], s.at[i] = p, time.Now()
	p.Done, p.Total, p.Failed = s.of[0].Done+s.of[1].Done, s.of[0].Total+s.of[1].Total, s.of[0].Failed+s.of[1].Failed
	for k, other := range s.of {
		p.Waiting = max(p.Waiting, other.Waiting-time.Since(s.at[k]))
	}
	s.update(p)
}
