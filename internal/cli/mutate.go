package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ifmatch/internal/mutate"
	"ifmatch/internal/nearest"
	"ifmatch/internal/progress"
	"ifmatch/reference/fault"
	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/summary"
)

// mutateFlags are all flags of `ifmatch mutate`.
type mutateFlags struct {
	full    bool
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
			`If the whole catalogue is tried, mutate also looks for clauses of level must that show no fault: under none does a case that the clause leads fail by more than an error code.`,
			`The exit code is 0 if every fault was killed, killed elsewhere or excused, 1 if one survived, or a clause of level must shows none, and 2 if a name matches no fault.`),
		Example: "  ifmatch mutate\n" +
			"  ifmatch mutate if-match-ignored\n" +
			"  ifmatch mutate 'blob-lease-*' --full\n" +
			"  ifmatch mutate --report html=strength.html",
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			var out []string
			for _, f := range fault.Permanent() {
				out = append(out, f.Name+"\t"+f.Sentence)
			}
			return beginning(typed, out), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, names []string) error { return a.mutate(cmd.Context(), f, names) },
	}
	flags := cmd.Flags()
	flags.BoolVar(&f.full, "full", false, "run every case against every fault, and rank the failure cards; takes an hour for the whole catalogue")
	flags.IntVar(&f.cards, "cards", 0, "run every case against this `number` of faults, drawn by the seed, and check whether the first failure card names a clause that the fault violates, and whether failed cases fail alone, too")
	a.choiceFlag(cmd, &f.level, "level", levelNames, "lowest `level` that counts: must, should or observed")
	flags.Int64Var(&f.seed, "seed", 1, "`number` that seeds what the runs make up")
	f.reports.add(cmd)
	return cmd
}

// chosenFaults are the faults that match names and globs, in the order of the catalogue.
func chosenFaults(names []string) ([]fault.Fault, error) {
	all := fault.Permanent()
	if len(names) == 0 {
		return all, nil
	}
	fits := make([]bool, len(all))
	for _, name := range names {
		if f, found := fault.Lookup(name); found && f.Sporadic() {
			return nil, usagef(`"ifmatch load `+f.Workloads[0]+`" against "ifmatch serve --fault `+name+`" finds it`, "the fault %s is sporadic, and the suite does not wait for it", name)
		}
		if _, err := path.Match(name, ""); err != nil {
			return nil, usagef(`"ifmatch list faults" shows the names`, "%q is not a valid glob", name)
		}
		found := false
		for i, f := range all {
			if fit, _ := path.Match(name, f.Name); fit {
				fits[i], found = true, true
			}
		}
		if !found {
			return nil, usagef(nearest.Hint(name, faultNames(all), `"ifmatch list faults" shows the names`), "no fault is called %q", name)
		}
	}
	var chosen []fault.Fault
	for i, f := range all {
		if fits[i] {
			chosen = append(chosen, f)
		}
	}
	return chosen, nil
}

func faultNames(all []fault.Fault) []string {
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.Name
	}
	return names
}

// wholeRuns returns a function that reports whether every case is run for a fault.
func (f mutateFlags) wholeRuns(chosen []fault.Fault) func(fault.Fault) bool {
	if f.full {
		return func(fault.Fault) bool { return true }
	}
	if f.cards == 0 {
		return nil
	}
	drawn := faultNames(chosen)
	random := rand.New(rand.NewPCG(uint64(f.seed), 0))
	random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	drawn = drawn[:min(f.cards, len(drawn))]
	return func(f fault.Fault) bool { return slices.Contains(drawn, f.Name) }
}

// cardsAgain is how many failed cases of each fault are run once more alone, where not all are.
const cardsAgain = 2

// again is that number.
func (f mutateFlags) again() int {
	if f.full {
		return -1
	}
	return cardsAgain
}

func (a *app) mutate(ctx context.Context, f mutateFlags, names []string) error {
	if f.cards < 0 {
		return usagef("at least 1", "--cards is %d", f.cards)
	}
	chosen, err := chosenFaults(names)
	if err != nil {
		return err
	}
	wanted, err := f.reports.parse(a)
	if err != nil {
		return err
	}
	suite, err := a.suite()
	if err != nil {
		return err
	}
	a = besides(a, wanted)
	fmt.Fprintf(a.stdout, "running the suite against %s\n", console.Plural(len(chosen), "wrong server"))
	results, err := a.tryFaults(ctx, mutate.Config{
		Suite: suite, Faults: chosen, Level: f.level, Seed: f.seed, Full: f.wholeRuns(chosen),
		Cards: named, Again: f.again(),
	})
	if err != nil {
		return unknown("this is a bug in ifmatch", err)
	}
	r := mutate.NewReport(results)
	r.Planned, r.Incomplete = len(chosen), len(results) < len(chosen)
	r.Tool, r.Level, r.Seed = reports.Tool{Name: "ifmatch", Version: version(), Go: runtime.Version()}, f.level, f.seed
	if len(names) == 0 && !r.Incomplete {
		r.Must = mutate.Musts(suite.Register, results)
	}
	var failed error
	for _, w := range wanted {
		failed = errors.Join(failed, w.write(r))
	}
	failed = errors.Join(failed, a.showFaults(r))
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
func named(r reports.Run) (clauses [][]string) {
	for _, c := range summary.Cards(r) {
		clauses = append(clauses, c.Clauses)
	}
	return clauses
}

// tryFaults tries faults with a progress line.
func (a *app) tryFaults(ctx context.Context, cfg mutate.Config) ([]mutate.Result, error) {
	defer a.spendMemory()()
	var mu sync.Mutex
	done, survived := 0, 0
	width, live := terminal(a.stderr)
	line := progress.NewLine(a.stderr, live, width, ", ", time.Now, func() []string {
		mu.Lock()
		defer mu.Unlock()
		parts := []string{fmt.Sprintf("%d/%d faults", done, len(cfg.Faults))}
		if survived > 0 {
			parts = append(parts, fmt.Sprintf("%d survived", survived))
		}
		return parts
	})
	cfg.Progress = func(n int, last mutate.Result) {
		mu.Lock()
		defer mu.Unlock()
		if done = n; last.Verdict == mutate.Survived {
			survived++
		}
	}
	defer context.AfterFunc(ctx, func() { line.Announce("interrupted: what was tried so far is shown") })()
	line.Begin()
	defer line.End()
	return mutate.Run(ctx, cfg)
}

// showFaults prints a table of the families, and the faults that were not killed.
func (a *app) showFaults(r mutate.Report) error {
	style := a.style(a.stdout)
	t := &console.Table{Right: []int{1, 2, 3, 4, 5}}
	for _, h := range []string{"family", "faults", "killed", "elsewhere", "survived", "excused"} {
		t.Header = append(t.Header, style.Dim(h))
	}
	for _, f := range append(slices.Clone(r.Families), r.Total()) {
		t.Add(f.Name, strconv.Itoa(f.Faults), strconv.Itoa(f.Killed), strconv.Itoa(f.Elsewhere), strconv.Itoa(f.Survived), strconv.Itoa(f.Excused))
	}
	fmt.Fprintln(a.stdout)
	if err := t.Write(a.stdout); err != nil {
		return err
	}
	a.showUnnoticed(r)
	a.showWhole(r)
	total := r.Total()
	text := "every fault was noticed"
	switch {
	case r.Incomplete:
		text = fmt.Sprintf("interrupted: %d of %d faults were tried", total.Faults, r.Planned)
	case total.Survived > 0:
		text = console.Plural(total.Survived, "fault") + " survived"
	case len(r.Blunt()) > 0:
		text += fmt.Sprintf(", but %s of level must show none", console.Plural(len(r.Blunt()), "clause"))
	case total.Excused > 0:
		text += fmt.Sprintf(", except %d that no case can notice", total.Excused)
	}
	_, err := fmt.Fprintf(a.stdout, "\n%s\n", text)
	return err
}

// showWhole prints what runs of the whole suite, and failed cases run alone, say of the cards.
func (a *app) showWhole(r mutate.Report) {
	if whole, first := r.Cards(); whole > 0 {
		fmt.Fprintf(a.stdout, "\nof %s shown to the whole suite, %d are on the first card\n", console.Plural(whole, "fault"), first)
	}
	for _, f := range r.Faults {
		if f.Whole && f.Rank != 1 {
			fmt.Fprintf(a.stdout, "  with %s, the first card names %s, not %s\n", f.Name, cmp.Or(strings.Join(f.Charged, " "), "nothing"), strings.Join(f.Clauses, " "))
		}
	}
	if run, conform := r.Again(); run > 0 {
		fmt.Fprintf(a.stdout, "of %s run once more alone, %d conform\n", console.Plural(run, "failed case"), conform)
	}
	for _, f := range r.Faults {
		for _, id := range f.Conform {
			fmt.Fprintf(a.stdout, "  with %s, %s\n", f.Name, id)
		}
	}
}

// showUnnoticed prints the faults that the cases of their clauses do not find, and the clauses that show no fault.
func (a *app) showUnnoticed(r mutate.Report) {
	style := a.style(a.stdout)
	for _, f := range r.Of(mutate.Survived) {
		fmt.Fprintf(a.stdout, "\n%s survived: %s\n  clauses  %s\n", style.Bold(f.Name), f.Sentence, strings.Join(f.Clauses, " "))
	}
	for _, f := range r.Of(mutate.Elsewhere) {
		fmt.Fprintf(a.stdout, "\n%s is killed only elsewhere, by %s: %s\n  clauses  %s\n", style.Bold(f.Name), f.By, f.Sentence, strings.Join(f.Clauses, " "))
	}
	for _, c := range r.Blunt() {
		fmt.Fprintf(a.stdout, "\n%s shows no fault: under none does a case that it leads fail\n  clause   %s\n", style.Bold(c.ID), c.Statement)
	}
}
