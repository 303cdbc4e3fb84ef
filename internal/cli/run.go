package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/judging"
	"ifmatch/internal/progress"
	"ifmatch/internal/weatherproxy"
	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/summary"
	"ifmatch/steps"
)

func (a *app) runCommand() *cobra.Command {
	f := runFlags{Config: steps.Config{Level: "should"}, reports: reportFlag[reports.Run]{renderers: runRenderers, lines: runLines}}
	cmd := &cobra.Command{
		Use:   "run [SELECTOR...]",
		Short: "Judge a target clause by clause",
		Long: paragraphs(
			`run tries every case, or the cases that the selectors choose, against the target and judges the answers. Without flags the target is the built-in reference implementation, and nothing outside this process is touched.`,
			`On any other target it creates containers, queues, tables and shares whose names begin with --prefix and the id of the run. It works only inside them, and deletes them at the end, even after Ctrl-C. A second Ctrl-C leaves out the rest of that, but the report is written. It changes settings of the whole account only if the target is on this machine or --allow-account-writes is given, and restores them afterwards. It sends about 120,000 small requests and stores a few kilobytes at a time.`,
			`With a SAS, run reports which permissions the SAS lacks and skips the cases that need them. Cases about access policies need the account key. When the SAS expires, the run ends.`,
			selectorHelp,
			profileHelp,
			`--features DIR plays your own features, written in the sentences that "ifmatch list phrases" shows and the words of docs/words.md. Tag each feature with the service that it is about, such as @blob. A scenario may be tagged with clauses of the register, and with @must, @should or @observed. A sentence or a word that is unknown is reported with its file and line, and what was probably meant.`,
			baselineHelp,
			`The exit code is 0 if every case that gates passed or is a known failure, 1 if one failed, 3 if run could not tell, and 4 if the baseline is out of date. "ifmatch list exit-codes" shows them all.`),
		Example: "  ifmatch run\n" +
			"  ifmatch run 'BLOB-TAB-*,level:must'\n" +
			"  ifmatch run --target azurite --api-version 2025-11-05 --report json=result.json\n" +
			"  ifmatch run --target azurite --profile terraform-state-lock,durable-functions\n" +
			"  ifmatch run --target azurite --baseline known-failures.tsv\n" +
			"  ifmatch run --target azurite --features my-features\n" +
			"  ifmatch run --target @account.txt --select status:failed@result.json",
		ValidArgsFunction: suggesting(a.selectorsLike),
		RunE: func(cmd *cobra.Command, selectors []string) error {
			if err := f.check(cmd.Flags()); err != nil {
				return err
			}
			f.selection.selects = slices.Concat(selectors, f.selection.selects)
			a, err := a.ownFeatures(f.features)
			switch {
			case err != nil:
				return err
			case f.dryRun:
				return a.dryRun(cmd.Context(), f)
			case f.against != "":
				return a.runAgainst(cmd.Context(), f)
			}
			return a.run(cmd.Context(), f)
		},
	}
	f.add(a, cmd)
	return cmd
}

// dryRun says what a run would be.
func (a *app) dryRun(ctx context.Context, f runFlags) error {
	p, err := a.prepare(f)
	if err != nil {
		return err
	}
	width, _ := terminal(a.stdout)
	t, err := p.Dry(ctx, describe(p.Target.Info()), width)
	if err != nil {
		return err
	}
	return t.Write(a.stdout)
}

func (a *app) run(ctx context.Context, f runFlags) error {
	var spare func(*reports.Run)
	f.Trace, spare = judging.Keep(f.reports.specs, f.Trace)
	p, err := a.prepareNewest(ctx, f)
	if err != nil {
		return err
	}
	f = p.flags
	if err := judging.MissingCapability(f.require, p.Target, p.Offered); err != nil {
		return err
	}
	a = besides(a, p.reports)
	defer a.explainInterrupts(ctx, p)()
	if err := a.approach(ctx, &p); err != nil {
		return err
	}
	runs, err := a.judgeOften(ctx, p)
	if err != nil {
		return unknown("this is a bug in ifmatch", err)
	}
	if p.sky != nil {
		fmt.Fprintln(a.stderr, weatherproxy.Describe(p.sky))
	}
	suite, err := a.suite()
	if err != nil {
		return err
	}
	r, failed := p.Known.Judge(suite, runs)
	p.note(&r)
	if r, err = a.described(r); err != nil {
		return err
	}
	spare(&r)
	a.judgeProfiles(ctx, p, &r)
	failed = errors.Join(failed, writeAll(p.reports, r))
	fmt.Fprintln(a.stdout)
	failed = errors.Join(failed, a.show(r, f.verbose), a.tellGitHub(r))
	a.tellLeft(r, p)
	a.tellOn(r, p)
	codes := []ExitCode{judging.Code(r, ctx.Err() != nil), judging.RequiredCode(a.stderr, f.require, r), explainFailure(a.stderr, failed)}
	if a.abandoning().Err() != nil {
		codes = append(codes, Interrupted)
	}
	return exitWith(worst(codes...))
}

// approach announces the target, and looks at it.
func (a *app) approach(ctx context.Context, p *prepared) error {
	say := func(text string) { fmt.Fprintln(a.stdout, wrapped(a.stdout, text)) }
	say(p.opening())
	return p.Approach(ctx, a.abandoning(), say)
}

// judgeOften judges the target as often as --runs says.
func (a *app) judgeOften(ctx context.Context, p prepared) ([]reports.Run, error) {
	n := p.flags.baseline.runs
	return p.Often(n, func() (r reports.Run, err error) {
		a.metered(ctx, func(update func(steps.Progress)) { r, err = p.Judge(ctx, a.abandoning(), update) })
		return r, err
	}, func(i int, r reports.Run) {
		if n > 1 {
			fmt.Fprintf(a.stdout, "run %d of %d: %s of %s failed\n", i+1, n, console.Number(r.Summary.Failed), console.Plural(r.Summary.Planned, "case"))
		}
	})
}

// metered runs cases with a progress line, which update feeds.
func (a *app) metered(ctx context.Context, run func(update func(steps.Progress))) {
	width, live := terminal(a.stderr)
	m := progress.NewCases(a.stderr, live, width, time.Now)
	defer context.AfterFunc(ctx, m.Interrupted)()
	m.Begin()
	defer m.End()
	run(m.Update)
}

// show prints the summary.
func (a *app) show(r reports.Run, verbose bool) error {
	o, err := a.shown(r, verbose)
	if err != nil {
		return err
	}
	return summary.Write(a.stdout, r, o)
}
