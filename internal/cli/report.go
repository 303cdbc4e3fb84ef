package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/internal/judging"
	"ifmatch/internal/loading"
	"ifmatch/reports"
	"ifmatch/reports/load"
	"ifmatch/reports/summary"
)

func (a *app) reportCommand() *cobra.Command {
	f := reportFlag[reports.Run]{renderers: runRenderers, lines: runLines}
	verbose, known := false, ""
	cmd := &cobra.Command{
		Use:   "report RESULT...",
		Short: "Render stored results of run and load",
		Long: paragraphs(
			`report renders what "ifmatch run --report json=RESULT" stored, just as the run would have: on the terminal or, with --report, to files. It sends nothing. It merges results of different parts of the suite, if they are about the same target and no case has two verdicts.`,
			`For a folder that "ifmatch load --out" wrote, it renders the load as that run would have (kinds: json, bench, csv, html). The parts of a run sent with "ifmatch load --shard" are merged: the figures of each and of all, with histograms added exactly, and the verdict of "ifmatch check". A part that is missing or was cut short makes it incomplete, and is named.`,
			`Given several folders, or one with loads below it, --report html=FILE writes an index: every finished load, the newest first, with the trend of each figure.`,
			`With --baseline it judges the results of run by a list of known failures, as "ifmatch run --baseline" does, and the exit code is that of the run: a gate without a server. Otherwise the exit code is 0 if everything was rendered, whatever the results say.`),
		Example: "  ifmatch report result.json\n" +
			"  ifmatch report result.json --report junit=result.xml --report markdown=result.md\n" +
			"  ifmatch report blob.json table.json --report json=both.json\n" +
			"  ifmatch report result.json --baseline known-failures.tsv\n" +
			"  ifmatch report show result.json 'BLOB-LM-*'\n" +
			"  ifmatch report run1 --report html=load.html\n" +
			"  ifmatch report runs --report html=index.html",
		Args: someArguments(resultMaker, "report which result?"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.atOnce(cmd.Context(), func(a *app) error { return a.report(f, known, verbose, args) })
		},
	}
	f.add(cmd)
	cmd.Flags().StringVar(&known, "baseline", "", "`file` of known failures to judge results of run by; sets the exit code")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "show every failure and what was recorded")
	cmd.AddCommand(a.reportShowCommand(), a.reportMatrixCommand())
	return cmd
}

func (a *app) report(f reportFlag[reports.Run], known string, verbose bool, args []string) error {
	if loading.IsFolder(args[0]) {
		if known != "" {
			return usagef("leave it out", "--baseline judges results of run, and %s is a load", args[0])
		}
		return a.reportLoads(reportFlag[load.Run]{renderers: loadRenderers, specs: f.specs}, args)
	}
	wanted, err := f.parse(a)
	if err != nil {
		return err
	}
	runs, err := a.results(args)
	if err != nil {
		return err
	}
	r, err := reports.Merge(runs...)
	if err != nil {
		return usage("", err)
	}
	code := OK
	if known != "" {
		if r, err = a.judgeBy(known, r, wanted); err != nil {
			return err
		}
		code = judging.Code(r, false)
	}
	if len(wanted) > 0 {
		if r, err = a.described(r); err != nil {
			return err
		}
	}
	a = besides(a, wanted)
	failed := writeAll(wanted, r)
	if len(wanted) == 0 || known != "" {
		failed = errors.Join(failed, a.show(r, verbose))
	}
	if failed = errors.Join(failed, a.tellGitHub(r)); failed != nil {
		return failed
	}
	return exitWith(code)
}

// judgeBy judges a result by a list of known failures.
func (a *app) judgeBy(known string, r reports.Run, wanted []report[reports.Run]) (reports.Run, error) {
	list, err := (&baselineFlags{read: known, runs: 1}).open(a, wanted)
	if err != nil {
		return r, err
	}
	suite, err := a.suite()
	if err != nil {
		return r, err
	}
	return list.Judge(suite, []reports.Run{r})
}

func (a *app) reportShowCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "show RESULT [SELECTOR...]",
		Short: "Print the cards of cases in a stored result",
		Long: paragraphs(
			`show prints the card of each case that a selector chooses, whatever its verdict, or without selectors the cards of all failures. It runs nothing; it shows the exchanges kept in the result ("ifmatch run --trace all" keeps them all).`,
			strings.Replace(selectorHelp, "status:failed@FILE, which selects the cases that failed in a stored result", "status:failed", 1)),
		Example: "  ifmatch report show result.json\n  ifmatch report show result.json 'BLOB-LM-*' status:recorded",
		Args:    someArguments(resultMaker, "show cards of which result?"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.atOnce(cmd.Context(), func(a *app) error { return a.reportShow(args) })
		},
	}
}

func (a *app) reportShow(args []string) error {
	runs, err := a.results(args[:1])
	if err != nil {
		return err
	}
	o, err := a.shown(runs[0], true)
	if err != nil {
		return err
	}
	renamed, err := a.renamed()
	if err != nil {
		return err
	}
	chosen, err := judging.Choose(runs[0], args[1:], renamed)
	if err != nil {
		return usage(`"ifmatch report show --help" explains selectors`, err)
	}
	return summary.Show(a.stdout, runs[0], chosen, o)
}
