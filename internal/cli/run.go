package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/progress"
	"ifmatch/internal/target"
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
			`On any other target it creates containers, queues, tables and shares whose names begin with --prefix and the id of the run. It works only inside them, and deletes them at the end, even after Ctrl-C. A second Ctrl-C leaves out the rest of that, but the report is written. It changes settings of the whole account only if the target is on this machine or --allow-account-writes is given, and restores them afterwards. It sends about eighty thousand small requests and stores a few kilobytes at a time.`,
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
		ValidArgsFunction: a.completeSelectors,
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
	flags.StringSliceVar(&f.require, "require", nil, "`list` of what must be there, or exit with 3: services that could be judged, capabilities of the target, or permissions, operations and features of other kinds of account that no case was skipped for lack of: "+strings.Join(requirable(), ", "))
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
		return a.dry(ctx, p)
	}
	spare := keepEvidence(&f)
	p, err := a.prepareNewest(ctx, f, selectors)
	if err != nil {
		return err
	}
	f = p.flags
	if err := missingCapability(f.require, p.target, p.offered); err != nil {
		return err
	}
	info := p.target.Info()
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
	r, failed := p.known.judge(a, runs)
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
	codes := []ExitCode{codeOf(r, ctx.Err() != nil), requiredCode(a, f.require, r), explainFailure(a.stderr, failed)}
	if a.abandoning().Err() != nil {
		codes = append(codes, Interrupted)
	}
	return exitWith(worst(codes...))
}

// approach announces the target, and asks it whether it is there, what the credential may do, and what
// kind of account it is.
// After an interruption the run still goes on to its end, which is near, so that the partial
// report is written.
func (a *app) approach(ctx context.Context, p *prepared) error {
	f := p.flags
	fmt.Fprintln(a.stdout, wrapped(a.stdout, p.opening(p.target.Info())))
	if err := steps.Preflight(ctx, p.target, p.offered, f.target.timeout); err != nil && ctx.Err() == nil {
		return unknown("", err)
	}
	helpers := slices.DeleteFunc(usedServices(p.plan, p.target, p.offered), func(s target.Service) bool { return slices.Contains(p.offered, s) })
	p.unusable = steps.Helpers(ctx, p.target, helpers, f.target.timeout)
	for _, s := range helpers {
		if why := p.unusable[s]; why != "" {
			fmt.Fprintln(a.stdout, wrapped(a.stdout, "some cases need another service and cannot be judged: "+why))
		}
	}
	names := scenario.NewNames(p.target, f.prefix, p.runID, f.seed)
	var err error
	p.permissions, err = steps.Permit(ctx, p.target, p.plan, names, f.target.timeout)
	if err != nil && ctx.Err() == nil {
		return unknown("", err)
	}
	if text := lackText(p.permissions, p.plan); text != "" {
		fmt.Fprintln(a.stdout, text)
	}
	if err := a.lookAtAccount(ctx, p, names); err != nil && ctx.Err() == nil {
		return unknown("", err)
	}
	return nil
}

// judgeOften judges the target as often as --runs says, and stops after a run that did not end.
func (a *app) judgeOften(ctx context.Context, p prepared) (runs []reports.Run, err error) {
	for i := 0; i < p.flags.baseline.runs; i++ {
		r, err := a.judge(ctx, p)
		if err != nil {
			return nil, err
		}
		runs = append(runs, r)
		if r.Incomplete || r.Stopped != "" {
			break
		}
		if n := p.flags.baseline.runs; n > 1 {
			fmt.Fprintf(a.stdout, "run %d of %d: %s of %s failed\n", i+1, n, console.Number(r.Summary.Failed), console.Plural(r.Summary.Planned, "case"))
		}
		p.runID = scenario.RunID(p.target, p.flags.seed)
	}
	return runs, nil
}

// judge runs the cases with a progress line.
func (a *app) judge(ctx context.Context, p prepared) (r reports.Run, err error) {
	a.metered(ctx, func(update func(steps.Progress)) { r, err = p.judge(ctx, a.abandoning(), update) })
	return r, err
}

// metered runs cases with a progress line, which update feeds.
func (a *app) metered(ctx context.Context, run func(update func(steps.Progress))) {
	defer a.spendMemory()()
	width, live := terminal(a.stderr)
	m := progress.NewCases(a.stderr, live, width, time.Now)
	defer context.AfterFunc(ctx, m.Interrupted)()
	m.Begin()
	defer m.End()
	run(m.Update)
}

// judge runs the cases, and completes the result with what its reader needs to know.
func (p prepared) judge(ctx, abandon context.Context, update func(steps.Progress)) (reports.Run, error) {
	t := p.target
	if p.sky != nil {
		t = weatherproxy.Under(t, p.sky)
	}
	return steps.Run(ctx, steps.Config{
		Target: t, Plan: p.plan, Permissions: p.permissions, Account: p.account, Unusable: p.unusable, Level: p.flags.level, Seed: p.flags.seed, Concurrency: p.flags.concurrency,
		Timeout: p.flags.target.timeout, Prefix: p.flags.prefix, RunID: p.runID, Keep: p.flags.keep, Abandon: abandon, Trace: p.flags.trace,
		Tool:  reports.Tool{Name: "ifmatch", Version: version(), Go: runtime.Version()},
		Alone: alone(p.known, p.flags.level, !t.Has(target.MovableClock)), Rounds: aloneRounds,
		Progress: update,
	})
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

// codeOf is the exit code of a run: that of its profiles, if it was about profiles. Then a failure
// of something that no client relies on does not matter.
func codeOf(r reports.Run, interrupted bool) ExitCode {
	code := runCode(r, interrupted)
	if len(r.Profiles) == 0 || code == Interrupted || code == Stale {
		return code
	}
	return profileCode(r.Profiles)
}

// runCode is the exit code for the verdicts.
func runCode(r reports.Run, interrupted bool) ExitCode {
	if interrupted && r.Incomplete {
		return Interrupted
	}
	return outcomeCode(r.Outcome())
}

func outcomeCode(o reports.Outcome) ExitCode {
	switch o {
	case reports.Deviates:
		return Deviates
	case reports.Unknown:
		return Unknown
	case reports.Outdated:
		return Stale
	}
	return OK
}
