package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"ifmatch/internal/judging"
	"ifmatch/internal/namedfile"
	"ifmatch/reports"
	"ifmatch/reports/baseline"
	"ifmatch/reports/console"
)

// baselineHelp explains baselines in the help of run.
const baselineHelp = `A baseline is a file of known failures, one per line: the case, how it fails, the reason and a link, separated by tabs. With --baseline, a case that fails as its line says is a known failure and does not gate. A case that fails worse or differently is red. A case that passes is fixed, and exit code 4 asks you to remove its line, unless the line says "sometimes". "sometimes 3/61" is a rate: 3 of 61 rounds failed. Such a line is fixed only when so many rounds have passed since that the rate is refuted, and red if the case fails significantly more often. A line such as BLOB-HAND-01/** stands for all matching cases of chance. Lines of cases that were not selected are ignored, unless the set-up of another case meets the failure: then the line covers that, too. A line that matches no case is stale. --write-baseline writes the file from what this run saw, sorted, and keeps reasons, links and comments; with --runs it does so after several runs, and gives what fails only in some of them its rate.`

// baselineFlags name the file of known failures.
type baselineFlags struct {
	read, write string
	runs        int
}

func (f *baselineFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.read, "baseline", "", "`file` of known failures, which do not gate")
	cmd.Flags().StringVar(&f.write, "write-baseline", "", "write this run's failures as known failures to a `file`, keeping the reasons given in it or in the --baseline file")
	cmd.Flags().IntVar(&f.runs, "runs", 1, "run all cases this `number` of times, one run after the other, for --write-baseline; reports are about the last")
}

// open reads the list before anything is sent. It returns nil if there is no list.
func (f *baselineFlags) open(a *app, wanted []report[reports.Run]) (*judging.Known, error) {
	switch {
	case f.runs < 1:
		return nil, usagef("it must be at least 1", "--runs is %d", f.runs)
	case f.runs > 1 && f.write == "":
		return nil, usagef("name the file that --write-baseline writes", "--runs repeats a run for a baseline, and none is written")
	}
	if f.read == "" && f.write == "" {
		return nil, nil
	}
	k := &judging.Known{File: f.read, Out: f.write}
	source := f.read
	if f.write != "" {
		k.File = f.write
		if err := reports.CheckWritable(f.write); err != nil {
			return nil, usage("", err)
		}
		if slices.ContainsFunc(wanted, func(r report[reports.Run]) bool { return r.path == filepath.Clean(f.write) }) {
			return nil, usagef("give each a file of its own", "a report and the baseline would both be written to %s", f.write)
		}
		if source == "" {
			source = f.write
		}
	}
	file, err := namedfile.Open(source)
	if errors.Is(err, fs.ErrNotExist) && f.read == "" {
		return k, nil // the file will be made
	}
	if err != nil {
		return nil, usage("--write-baseline makes one", fmt.Errorf("open baseline: %w", err))
	}
	defer file.Close()
	renamed, err := a.renamed()
	if err != nil {
		return nil, err
	}
	if k.List, err = baseline.Read(file, renamed); err != nil {
		return nil, usage("each line has a case, how it fails, the reason and a link, separated by tabs; --write-baseline writes such a file", fmt.Errorf("read baseline %s: %w", source, err))
	}
	return k, nil
}

func (a *app) baselineCommand() *cobra.Command {
	out, kept := "", ""
	cmd := &cobra.Command{
		Use:   "baseline RESULT...",
		Short: "Write known failures from stored results of equal runs",
		Long: paragraphs(
			`baseline writes the file of known failures that "ifmatch run --runs N --write-baseline FILE" would, from what "ifmatch run --report json=RESULT" stored. It sends nothing. The results must be of the same cases, judged at the same level on the same target.`,
			`What failed in some runs and passed in others gets its rate, such as "sometimes 2/5". For what depends on chance, the rate counts rounds, and one line stands for all such cases of a clause. Reasons, links and comments of an existing file are kept.`),
		Example: "  ifmatch baseline run1.json run2.json run3.json --out known-failures.tsv",
		Args:    someArguments(resultMaker, "write a baseline from which results?"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.atOnce(cmd.Context(), func(a *app) error { return a.writeBaseline(args, kept, out) })
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "`file` to write; what it holds is kept as far as it still fits")
	cmd.Flags().StringVar(&kept, "baseline", "", "`file` whose reasons, links and comments are kept (default: the one that is written)")
	return cmd
}

func (a *app) writeBaseline(args []string, kept, out string) error {
	if out == "" {
		return usagef("give --out FILE", "the file to write is missing")
	}
	runs, err := a.results(args)
	if err != nil {
		return err
	}
	for i, r := range runs {
		if r.Incomplete || r.Stopped != "" {
			return usagef("leave it out, or run it again", "%s did not reach every case", args[i])
		}
		if what := unequal(runs[0], r); what != "" {
			return usagef("give results of equal runs", "%s and %s are not about the same: %s", args[0], args[i], what)
		}
	}
	k, err := (&baselineFlags{read: kept, write: out, runs: 1}).open(a, nil)
	if err != nil {
		return err
	}
	suite, err := a.suite()
	if err != nil {
		return err
	}
	list, err := k.Update(runs, judging.Existing(suite))
	if err != nil {
		return unknown("", err)
	}
	rated := 0
	for _, l := range list.Lines {
		if l.Rate != (reports.Rounds{}) {
			rated++
		}
	}
	fmt.Fprintf(a.stdout, "%s: %s, %s with a rate, from %s\n", out, console.Plural(len(list.Lines), "known failure"), console.Number(rated), console.Plural(len(runs), "run"))
	return nil
}

// unequal says in what two results cannot be put together; empty: they can.
func unequal(a, b reports.Run) string {
	for _, d := range []struct{ what, a, b string }{
		{"the cases differ", a.Plan.Hash, b.Plan.Hash}, {"the level is", a.Plan.Level, b.Plan.Level},
		{"the target is", a.Target.Name, b.Target.Name}, {"the api-versions are", fmt.Sprint(a.Target.Versions), fmt.Sprint(b.Target.Versions)},
		{"the version of ifmatch is", a.Tool.Version, b.Tool.Version},
	} {
		if d.a != d.b {
			return fmt.Sprintf("%s %s and %s", d.what, d.a, d.b)
		}
	}
	return ""
}
