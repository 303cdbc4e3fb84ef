package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/mutate"
	"ifmatch/internal/progress"
	"ifmatch/reference/fault"
	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/summary"
)

// mutateFlags are all flags of `ifmatch mutate`.
type mutateFlags struct {
	full    bool
	first   bool
	cards   int
	level   string
	seed    int64
	reports reportFlag[mutate.Report]
}

var mutateRenderers = []renderer[mutate.Report]{{"json", mutate.WriteJSON}, {"html", mutate.WriteHTML}, {"markdown", mutate.WriteMarkdown}}

func (a *app) mutateCommand() *cobra.Command {
	f := mutateFlags{level: "should", reports: reportFlag[mutate.Report]{renderers: mutateRenderers}}
	cmd := &cobra.Command{
		Use:   "mutate [FAULT...]",
		Short: "Run the suite against every faulty reference",
		Long: paragraphs(
			`mutate builds each fault of the catalogue (or those whose name matches FAULT, a name or a glob) into a reference of its own, and runs the suite against it in this process. A fault that no case notices is a hole in the suite.`,
			`mutate first tries the cases of the clauses that the fault violates; if one fails, the fault is killed. Otherwise it tries all other cases; a fault that only they notice is killed elsewhere. A fault is excused if it is proven that no case can notice it. Faults whose clauses are only observed, or that change an error code which no document names, are judged at level observed.`,
			`Sporadic faults are found by "ifmatch load", and are not tried here.`,
			`If the whole catalogue is tried, mutate also looks for clauses of level must that show no fault: whatever the fault, no case that leads with the clause fails by more than an error code.`,
			`The exit code is 0 if every fault was killed, killed elsewhere or excused, 1 if one survived or a clause of level must shows no fault, and 2 if a name matches no fault.`),
		Example: "  ifmatch mutate\n" +
			"  ifmatch mutate if-match-ignored\n" +
			"  ifmatch mutate 'blob-lease-*' --full\n" +
			"  ifmatch mutate --report html=strength.html",
		ValidArgsFunction: suggestingFaults(fault.Permanent),
		RunE:              func(cmd *cobra.Command, names []string) error { return a.mutate(cmd.Context(), f, names) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.full, "full", false, "run every case against every fault, and rank the failure cards; takes an hour for the whole catalogue")
	flags.BoolVar(&f.first, "first", false, "be done with a fault when its first case fails: twice as fast, and how many would fail is not known")
	flags.IntVar(&f.cards, "cards", 0, "run every case against this `number` of faults, drawn by the seed, and check whether the first failure card names a clause that the fault violates, and whether failed cases fail alone, too")
	a.choiceFlag(cmd, &f.level, "level", levelNames, "lowest `level` that counts: must, should or observed")
	flags.Int64Var(&f.seed, "seed", 1, "`number` that seeds what the runs make up")
	f.reports.add(cmd)
	return cmd
}

// cardsAgain is how many failed cases of each fault are run once more alone, where not all are.
const cardsAgain = 2

func (a *app) mutate(ctx context.Context, f mutateFlags, names []string) error {
	if f.cards < 0 {
		return usagef("at least 1", "--cards is %d", f.cards)
	}
	if f.first && f.full {
		return usagef("leave out one of them", "--first ends a fault with its first failing case, and --full runs every case")
	}
	chosen, err := mutate.Choose(names)
	if err != nil {
		return err
	}
	wanted, err := f.reports.parse(a)
	if err != nil {
		return err
	}
	suite, err := a.suite()
	if err == nil {
		err = suite.Check()
	}
	if err != nil {
		return err
	}
	a = besides(a, wanted)
	fmt.Fprintf(a.stdout, "running the suite against %s\n", console.Plural(len(chosen), "wrong server"))
	cfg := mutate.Config{Suite: suite, Faults: chosen, Level: f.level, Seed: f.seed, Cards: named, First: f.first, Full: mutate.Drawn(chosen, f.cards, f.seed), Again: cardsAgain, Musts: len(names) == 0}
	if f.full {
		cfg.Full, cfg.Again = func(fault.Fault) bool { return true }, -1
	}
	results, err := a.tryFaults(ctx, cfg)
	if err != nil {
		return unknown("this is a bug in ifmatch", err)
	}
	r := mutate.NewReport(results)
	r.Planned, r.Incomplete, r.First = len(chosen), len(results) < len(chosen), f.first
	r.Tool, r.Level, r.Seed = reports.Tool{Name: "ifmatch", Version: version(), Go: runtime.Version()}, f.level, f.seed
	if cfg.Musts && !r.Incomplete {
		r.Must = mutate.Musts(suite.Register, results)
	}
	failed := errors.Join(writeAll(wanted, r), mutate.WriteText(a.stdout, a.style(a.stdout), r))
	return exitWith(worst(strength(r), explainFailure(a.stderr, failed)))
}

// strength is the exit code that a report calls for.
func strength(r mutate.Report) ExitCode {
	_, conform := r.Again()
	switch {
	case r.Incomplete:
		return Interrupted
	case conform > 0, len(r.Of(mutate.Survived)) > 0, len(r.Blunt()) > 0:
		return Deviates
	}
	return OK
}

// named lists the clauses on each card of a run.
func named(r reports.Run) [][]string {
	return mapped(summary.Cards(r), func(c summary.Card) []string { return c.Clauses })
}

// tryFaults tries faults with a progress line.
func (a *app) tryFaults(ctx context.Context, cfg mutate.Config) ([]mutate.Result, error) {
	var done, survived atomic.Int64
	width, live := terminal(a.stderr)
	line := progress.NewLine(a.stderr, live, width, ", ", time.Now, func() []string {
		parts := []string{fmt.Sprintf("%d/%d faults", done.Load(), len(cfg.Faults))}
		if n := survived.Load(); n > 0 {
			parts = append(parts, fmt.Sprintf("%d survived", n))
		}
		return parts
	})
	cfg.Progress = func(n int, last mutate.Result) {
		done.Store(int64(n))
		if last.Verdict == mutate.Survived {
			survived.Add(1)
		}
	}
	defer context.AfterFunc(ctx, func() { line.Announce("interrupted: what was tried so far is shown") })()
	line.Begin()
	defer line.End()
	return mutate.Run(ctx, cfg)
}
