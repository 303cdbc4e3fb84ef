package cli

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/internal/target"
	"ifmatch/reports/console"
	"ifmatch/steps"
	"ifmatch/steps/scenario"
)

// sweepFlags say what to delete, and where.
type sweepFlags struct {
	target        targetFlags
	prefix, runID string
	services      []string
	dryRun        bool
}

func (a *app) sweepCommand() *cobra.Command {
	var f sweepFlags
	cmd := &cobra.Command{
		Use:   "sweep",
		Short: "Delete what an interrupted run left behind",
		Long: paragraphs(
			`sweep deletes every container, queue, table and share whose name begins with --prefix (and, with --run-id, the id of one run), even if it is leased. (In the name of a table, an X stands for each dash.) A run cleans up after itself; sweep is for runs that were killed, or that ran with --keep.`,
			`Without --run-id, --prefix is required, because another run may be using the default prefix.`),
		Example: "  ifmatch sweep --target azurite --run-id 5f0c2a11\n" +
			"  ifmatch sweep --target @account.txt --prefix ifmatch- --dry-run",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.runID == "" && !cmd.Flags().Changed("prefix") {
				return usagef("name a run with --run-id, or every run with --prefix "+scenario.DefaultPrefix, "sweep what?")
			}
			return a.sweep(cmd.Context(), f)
		},
	}
	f.target.add(a, cmd)
	cmd.Flags().StringVar(&f.prefix, "prefix", scenario.DefaultPrefix, "prefix `text` of the names to delete")
	cmd.Flags().StringVar(&f.runID, "run-id", "", "`id` of one run, from the first line that the run printed")
	cmd.Flags().StringSliceVar(&f.services, "services", nil, "`list` of services to sweep (default all that the target offers)")
	a.completeFlag(cmd, "services", serviceNames())
	cmd.Flags().BoolVar(&f.dryRun, "dry-run", false, "only show what would be deleted, and delete nothing")
	return cmd
}

// runIDPattern matches run ids.
var runIDPattern = regexp.MustCompile(`^[0-9a-z]+$`)

func (a *app) sweep(ctx context.Context, f sweepFlags) error {
	switch {
	case f.runID != "" && !runIDPattern.MatchString(f.runID):
		return usagef("the first line of a run shows its id after the prefix", "--run-id %q is not the id of a run", f.runID)
	case f.target.spec == referenceTarget:
		return usagef("name an endpoint with --target", "the built-in reference keeps nothing after a run, so there is nothing to sweep")
	}
	if err := checkPrefix(f.prefix); err != nil {
		return err
	}
	if err := checkServices(f.services); err != nil {
		return err
	}
	services := mapped(f.services, func(s string) target.Service { return target.Service(s) })
	t, err := f.target.open(a, services, 0)
	if err != nil {
		return err
	}
	prefix := f.prefix + f.runID
	verb, done := "deleting", "deleted"
	if f.dryRun {
		verb, done = "looking for", "would delete"
	}
	fmt.Fprintf(a.stderr, "%s everything named %s* on %s\n", verb, prefix, describe(t.Info()))
	counts := map[string]int{} // by kind
	_, err = steps.Sweep(ctx, t, prefix, f.dryRun, func(kind, name string) {
		counts[kind]++
		fmt.Fprintf(a.stdout, "%s %s %s\n", done, kind, name)
	})
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, console.Plural(counts[kind], kind))
	}
	all := cmp.Or(strings.Join(parts, ", "), "nothing")
	if ctx.Err() != nil {
		return exitWith(Interrupted)
	}
	if err != nil {
		return unknown("", fmt.Errorf("%s %s, but not all: %w", done, all, err))
	}
	fmt.Fprintf(a.stderr, "%s %s\n", done, all)
	return nil
}
