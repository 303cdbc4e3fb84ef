package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"ifmatch/internal/judging"
	"ifmatch/internal/loading"
	"ifmatch/loadgen/folder"
	"ifmatch/reports/diff"
	"ifmatch/reports/load"
	"ifmatch/reports/load/compare"
	"ifmatch/reports/load/html"
)

// diffFlags are the flags of `ifmatch diff`.
type diffFlags struct {
	alpha, minimum float64
	force          bool
	noise          bool
	verbose        bool
	reports        reportFlag[html.Comparison]
}

// diffRenderers are the kinds of --report for comparisons of load runs.
var diffRenderers = []renderer[html.Comparison]{{"html", html.WriteComparison}}

// loadOnly are the flags that mean nothing for results of run.
var loadOnly = []string{"alpha", "min", "force", "noise", "report"}

func (a *app) diffCommand() *cobra.Command {
	f := diffFlags{reports: reportFlag[html.Comparison]{renderers: diffRenderers}}
	cmd := &cobra.Command{
		Use:   "diff OLD... NEW...",
		Short: "Show what changed between two results of run, or between load runs",
		Long: paragraphs(
			`diff compares two results that "ifmatch run --report json=FILE" wrote, case by case: new failures, failures that got worse or changed, fixes, and partial fixes, such as an effect that is now right although the error code is not. It ignores baselines. The exit code is 0 if nothing that gates got worse, 1 if something did, and 3 if a case that gates is no longer judged or the new run could not tell.`,
			`diff also compares load runs: folders that "ifmatch load --out" wrote, or results that --report json=FILE wrote. Of two runs, the first is the old one. Given more, it groups runs with the same parameters, and the first group is the old one; an example below shows how to repeat a run.`,
			`It prints changed parameters first, because a figure that changed with them says nothing about the service. Then it prints each figure: old, new, the change, its interval, and whether the change is beyond the noise, or cannot be told from it. Five runs on each side are enough to test run against run. With fewer, diff can only compare the seconds within the runs, which proves nothing about the difference between runs; then only a worse verdict counts.`,
			`With --report html=FILE it writes a page about load runs: every figure with its change, and both sides over time.`,
			`With --noise all runs must have the same configuration, and diff shows how far they differ, which is what a change must exceed to mean something.`,
			`For load runs the exit code is 0 if nothing got worse, 1 if a figure or the verdict did, and 3 if diff could not tell.`),
		Example: "  ifmatch diff old.json new.json\n" +
			"  ifmatch diff run1 run2\n" +
			"  for i in 1 2 3 4 5; do ifmatch load blob-cas --out old$i; done\n" +
			"  ifmatch diff --noise old1 old2 old3 old4 old5\n" +
			"  ifmatch diff old? new?\n" +
			"  ifmatch diff run1 run2 --report html=diff.html",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.atOnce(cmd.Context(), func(a *app) error { return a.diffEither(cmd, f, args) })
		},
	}
	flags := cmd.Flags()
	flags.Float64Var(&f.alpha, "alpha", compare.DefaultAlpha, "largest `share` of false alarms of each test, 0 to 1")
	flags.Float64Var(&f.minimum, "min", 0, fmt.Sprintf("smallest relative `change` that counts (default %g, and %g where single runs are compared)", compare.DefaultMinimum, compare.DefaultMinimumOfOne))
	flags.BoolVar(&f.force, "force", false, "compare even runs of different workloads")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show every case, with the expected and the actual answer, or every figure, also those of single operations")
	flags.BoolVar(&f.noise, "noise", false, "only show how much runs of one configuration differ")
	f.reports.add(cmd)
	return cmd
}

// diffEither compares results of run or load runs.
func (a *app) diffEither(cmd *cobra.Command, f diffFlags, args []string) error {
	if len(args) < 2 {
		return a.diff(f, args)
	}
	ofRun, err := loading.OfRun(args)
	switch {
	case err != nil:
		return err
	case !ofRun:
		return a.diff(f, args)
	}
	for _, name := range loadOnly {
		if cmd.Flags().Changed(name) {
			return usagef("leave it out", "--%s applies to load runs, and these are results of run", name)
		}
	}
	return a.diffRuns(args, f.verbose)
}

// checkLoads refuses what load runs cannot be compared by.
func (f diffFlags) checkLoads(args []string) error {
	switch {
	case len(args) == 0:
		return usagef(`"ifmatch diff --help" shows how`, "diff needs two runs or more, and was given none")
	case len(args) == 1:
		return usagef(`"ifmatch diff --help" shows how`, "diff needs two runs or more, and was given only %s", args[0])
	case f.noise && len(f.reports.specs) > 0:
		return usagef("leave one of them out", "--report shows two sides, and with --noise there is one")
	case !(f.alpha > 0 && f.alpha < 1):
		return usagef("for instance --alpha 0.01", "--alpha %v is not between 0 and 1", f.alpha)
	case !(f.minimum >= 0 && f.minimum < 100):
		return usagef("for instance --min 0.05", "--min %v cannot be used", f.minimum)
	}
	return nil
}

// diff compares load runs.
func (a *app) diff(f diffFlags, args []string) error {
	if err := f.checkLoads(args); err != nil {
		return err
	}
	wanted, err := f.reports.parse(a)
	if err != nil {
		return err
	}
	a = besides(a, wanted)
	var runs []load.Run
	for _, arg := range args {
		r, err := folder.ReadSummary(arg)
		if err != nil {
			return usage(`each must be a folder that "ifmatch load --out" wrote, or its summary.json`, err)
		}
		runs = append(runs, r)
	}
	width, _ := terminal(a.stdout)
	o := compare.TextOptions{Style: a.style(a.stdout), Width: width, All: f.verbose}
	if f.noise {
		spreads, err := compare.Noise(runs)
		if err != nil {
			return usage("", err)
		}
		return compare.WriteNoise(a.stdout, spreads, o)
	}
	before, after, err := sides(runs)
	if err != nil {
		return err
	}
	c, err := compare.Compare(before, after, compare.Options{Alpha: f.alpha, Minimum: f.minimum, Force: f.force})
	if err != nil {
		return usage("", err)
	}
	if err := compare.Write(a.stdout, c, o); err != nil {
		return unknown("", err)
	}
	if err := writeAll(wanted, html.Comparison{Comparison: c, Before: before, After: after}); err != nil {
		return unknown("", err)
	}
	switch c.Gate() {
	case compare.Worse:
		return exitWith(Deviates)
	case compare.Untested:
		return exitWith(Unknown)
	}
	return nil
}

// sides separates the old runs from the new ones, by their parameters. Two runs are separated by
// their order, and runs of one configuration are halved.
func sides(runs []load.Run) (before, after []load.Run, err error) {
	if len(runs) == 2 {
		return runs[:1], runs[1:], nil
	}
	groups, err := compare.Split(runs)
	if err != nil {
		return nil, nil, usage("", err)
	}
	if len(groups) != 2 {
		return nil, nil, usagef("compare two at a time", "these runs have %d different configurations, and diff compares two", len(groups))
	}
	return groups[0], groups[1], nil
}

// diffRuns compares two conformance results.
func (a *app) diffRuns(args []string, verbose bool) error {
	if len(args) != 2 {
		return usagef("compare two at a time", "there are %d results of run", len(args))
	}
	runs, err := a.results(args)
	if err != nil {
		return err
	}
	width, _ := terminal(a.stdout)
	r := diff.Compare(runs[0], runs[1])
	if err := diff.Write(a.stdout, r, diff.Options{Style: a.style(a.stdout), Width: width, Verbose: verbose}); err != nil {
		return unknown("", err)
	}
	return exitWith(judging.Outcome(r.Outcome()))
}
