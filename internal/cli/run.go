package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/judging"
	"ifmatch/internal/progress"
	"ifmatch/internal/weatherproxy"
	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/summary"
	"ifmatch/steps"
	"ifmatch/steps/scenario"
)

// runFlags are all flags of `ifmatch run`.
type runFlags struct {
	target      targetFlags
	selection   selectionFlags
	level       string
	concurrency int
	seed        int64
	prefix      string
	keep        bool
	writes      bool
	trace       string
	reports     reportFlag[reports.Run]
	baseline    baselineFlags
	against     string
	require     []string
	weather     string
	profiles    []string
	features    string // a folder with a user's own; empty: the suite's
	really      bool
	dryRun      bool
	verbose     bool
}

func (a *app) runCommand() *cobra.Command {
	f := runFlags{level: "should", reports: reportFlag[reports.Run]{renderers: runRenderers, lines: runLines}}
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
			if cmd.Flags().Changed("smb") && f.target.spec == referenceTarget {
				return usagef("name an endpoint with --target", "--smb has no effect on the built-in reference, which has its own SMB server")
			}
			if f.features != "" && len(f.profiles) > 0 {
				return usagef("run them one after the other", "--profile is about the cases of the suite, and --features about your own")
			}
			a := a
			if f.features != "" {
				var err error
				if a, err = a.ownFeatures(f.features); err != nil {
					return err
				}
			}
			if f.really && len(f.profiles) == 0 {
				return usagef("give --profile as well", "--yes-really-load allows the loads of profiles, and no profile was named")
			}
			if f.dryRun && (cmd.Flags().Changed("against") || f.target.apiVersion == newestVersion) {
				return usagef("leave it out", "--dry-run sends nothing, so it can neither compare targets nor ask for the newest api-version")
			}
			if cmd.Flags().Changed("against") && len(f.profiles) > 0 {
				return usagef(`judge each target, then "ifmatch report matrix" puts them side by side`, "--profile judges one target, and --against compares two")
			}
			if cmd.Flags().Changed("against") {
				return a.runAgainst(cmd.Context(), f, selectors)
			}
			return a.run(cmd.Context(), f, selectors)
		},
	}
	f.target.add(a, cmd)
	offersNewest(cmd)
	f.selection.add(a, cmd)
	flags := cmd.Flags()
	a.choiceFlag(cmd, &f.level, "level", levelNames, "lowest `level` that decides the exit code: must, should or observed")
	flags.IntVar(&f.concurrency, "concurrency", steps.DefaultConcurrency, "largest `number` of exchanges in progress at once")
	flags.Int64Var(&f.seed, "seed", 1, "`number` that seeds everything the run makes up, such as ids and contents; the same seed gives the same run")
	flags.StringVar(&f.prefix, "prefix", scenario.DefaultPrefix, "prefix `text` of the name of everything the run creates")
	flags.BoolVar(&f.writes, "allow-account-writes", false, "also try cases that change settings of the whole account, such as its queue service properties, for as long as the case takes; on this machine they run anyway")
	flags.StringVar(&f.target.smb, "smb", "", "SMB `address` of the target's file shares, HOST:PORT, for instance ACCOUNT.file.core.windows.net:445; without it, cases that need SMB are skipped")
	flags.BoolVar(&f.keep, "keep", false, "do not delete what the run created")
	a.choiceFlag(cmd, &f.trace, "trace", traceModes, "`which` exchanges to keep in the result: those of failed cases, all or none")
	f.reports.add(cmd)
	f.baseline.add(cmd)
	flags.StringVar(&f.against, "against", "", "run the same cases against this `target` too, and show only the differences; exit code 1 if there are any")
	flags.StringSliceVar(&f.require, "require", nil, "`list` of what must be there, or the exit code is 3: services, capabilities of the target, or permissions, operations or features for lack of which no case may be skipped: "+strings.Join(requirable(), ", "))
	addWeather(flags, &f.weather, "disturb requests in ways that a retry overcomes: verdicts stay the same, or become errors")
	flags.BoolVar(&f.dryRun, "dry-run", false, "only print how many cases and requests a run would be, how long the longest wait is, and what it would write; nothing is sent to the target")
	f.addProfile(a, cmd, flags)
	flags.StringVar(&f.features, "features", "", "play the feature files in this `folder`, your own, instead of those of the suite")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show every failure and what was recorded")
	a.completeFlag(cmd, "require", requirable())
	return cmd
}

var (
	levelNames = []string{"must", "should", "observed"}
	traceModes = []string{"failed", "all", "none"}
)

func (a *app) run(ctx context.Context, f runFlags, selectors []string) error {
	if f.dryRun {
		p, err := a.prepare(f, selectors)
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
	spare := keepEvidence(&f)
	p, err := a.prepareNewest(ctx, f, selectors)
	if err != nil {
		return err
	}
	f = p.flags
	if err := judging.MissingCapability(f.require, p.Target, p.Offered); err != nil {
		return err
	}
	info := p.Target.Info()
	a = besides(a, p.reports)
	defer context.AfterFunc(ctx, func() {
		fmt.Fprintln(a.stderr, "\n"+p.interruption(info))
	})()
	defer context.AfterFunc(a.abandoning(), func() { fmt.Fprintln(a.stderr, interruptedAgain) })()
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
	for i := range runs {
		runs[i].Plan.Select, runs[i].Plan.Skip = slices.Concat(selectors, f.selection.selects), f.selection.skips
	}
	suite, err := a.suite()
	if err != nil {
		return err
	}
	r, failed := p.Known.Judge(suite, runs)
	if err := a.describeRun(&r, p); err != nil {
		return err
	}
	spare(&r)
	a.judgeProfiles(ctx, p, &r)
	for _, w := range p.reports {
		failed = errors.Join(failed, w.write(r))
	}
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
	say(p.opening(p.Target.Info()))
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

// describeRun adds to the result what its reader needs to know about the clauses, and how to try a
// case again.
func (a *app) describeRun(r *reports.Run, p prepared) error {
	suite, err := a.suite()
	if err != nil {
		return err
	}
	r.Plan.Again = p.again()
	return errors.Join(suite.Describe(r), a.seen(r))
}

// show prints the summary.
func (a *app) show(r reports.Run, verbose bool) error {
	o, err := a.shown(r, verbose)
	if err != nil {
		return err
	}
	fmt.Fprintln(a.stdout)
	return summary.Write(a.stdout, r, o)
}
