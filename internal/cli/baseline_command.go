package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"ifmatch/internal/judging"
	"ifmatch/reports"
	"ifmatch/reports/console"
)

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
	var runs []reports.Run
	for i, path := range args {
		r, err := a.readRun(path)
		if err != nil {
			return usage(resultHint, err)
		}
		if r.Incomplete || r.Stopped != "" {
			return usagef("leave it out, or run it again", "%s did not reach every case", path)
		}
		if i > 0 {
			if what := unequal(runs[0], r); what != "" {
				return usagef("give results of equal runs", "%s and %s are not about the same: %s", args[0], path, what)
			}
		}
		runs = append(runs, r)
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
