package cli

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/internal/catalogue"
	"ifmatch/internal/exit"
	"ifmatch/internal/loading"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/judge"
	"ifmatch/loadgen/shard"
	"ifmatch/reports/load"
	"ifmatch/reports/load/text"
)

// checkFlags are the flags of `ifmatch check`.
type checkFlags struct {
	judge.Options
	export string
	json   bool
}

func (a *app) checkCommand() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check RUN...",
		Short: "Check recorded histories again",
		Long: paragraphs(
			`check reads the history of each RUN (a folder that "ifmatch load --out" wrote, or a history file in one) and decides whether a correct service could have given those answers. It sends nothing. The parts of a run made with "ifmatch load --shard" are judged together. docs/certificate.md explains what it assumes and what it proves.`,
			`A history with parts missing is never valid: the verdict is "incomplete", unless the rest contradicts itself. If the search gave up, the verdict is "undecided".`,
			`Ctrl-C ends it at once, with the verdicts on the histories that were judged.`,
			`The exit code is 0 if all histories are valid, 1 if one is not, 3 if check could not tell, and 130 after Ctrl-C.`),
		Example: "  ifmatch check run1\n  ifmatch check run1 run2",
		Args:    someArguments(`"ifmatch load WORKLOAD --out RUN" makes one`, "check which run?"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.check(cmd.Context(), f, args)
		},
	}
	flags := cmd.Flags()
	flags.Float64Var(&f.ClockRate, "clock-rate", 0, "the target's clock ran `N` times faster (default as recorded)")
	addCheckLimit(flags, &f.Limit)
	flags.StringVar(&f.Witness, "witness", "", "write the order that was found to this `file`, or the operations that contradict each other; go run ./internal/tools/witness verifies it without the checker")
	flags.StringVar(&f.export, "export", "", "write the operations on blobs, entities and containers for another checker, as `KIND=FILE`: porcupine, lines of JSON")
	flags.BoolVar(&f.Stream, "stream", false, "read and check in bounded memory, for histories larger than memory")
	flags.BoolVar(&f.json, "json", false, "print a JSON array of verdicts")
	return cmd
}

// addCheckLimit adds the flag for what a check may spend.
func addCheckLimit(flags *pflag.FlagSet, limit *time.Duration) {
	flags.DurationVar(limit, "check-limit", finding.LimitTime, "longest `duration` to search for an order of leases and messages, and to explain what is wrong; then the verdict is undecided, or \"at least\" the violations found so far")
}

func badCheckLimit(d time.Duration) error {
	return usagef("for instance --check-limit 5m", "--check-limit must be longer than nothing, and is %s", d)
}

func (a *app) check(ctx context.Context, f checkFlags, args []string) error {
	switch {
	case f.Limit <= 0:
		return badCheckLimit(f.Limit)
	case f.ClockRate != 0 && !(f.ClockRate >= 1 && f.ClockRate <= 1000):
		return usagef("for instance --clock-rate 60", "--clock-rate must be between 1 and 1000, and is %v", f.ClockRate)
	}
	kind, export, _ := strings.Cut(f.export, "=")
	switch {
	case f.export != "" && (kind != "porcupine" || export == ""):
		return usagef("for instance --export porcupine=operations.json", "--export %s names no kind and file", f.export)
	case f.Witness+f.export != "" && f.Stream:
		return usagef("leave --stream out", "--witness and --export need the whole history, as it is")
	}
	f.Porcupine = export
	groups, err := exit.Until(ctx, func() ([][]string, error) { return loading.Histories(args) })
	if err != nil {
		return err
	}
	if f.Witness+f.export != "" && (len(groups) != 1 || shard.Is(groups[0][0])) {
		return usagef("name one run of one process", "--witness and --export are of one history")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(garbageOf(f.Stream, groups)))
	var all []judge.Judged
	codes := []ExitCode{OK}
	for _, group := range groups {
		c, err := exit.Until(ctx, func() (judge.Judged, error) { return judge.Group(group, f.Options) })
		if ctx.Err() != nil {
			return a.checkedSoFar(all, len(groups), f)
		}
		if err != nil {
			return usage("is it a history that ifmatch recorded?", err)
		}
		all = append(all, c)
		codes = append(codes, loading.Codes(load.Run{Verdict: c.Verdict})...)
	}
	shown := func() (struct{}, error) { return struct{}{}, a.showVerdicts(all, len(groups), f.json) }
	if _, err := exit.Until(ctx, shown); ctx.Err() != nil {
		return exitWith(Interrupted)
	} else if err != nil {
		return unknown("", err)
	}
	return exitWith(worst(codes...))
}

// garbageOf is how much garbage may stand beside what is in use, in percent. A long history takes so much
// memory that there is no room for as much again, and is cheap to look through, because its events point nowhere.
func garbageOf(stream bool, groups [][]string) int {
	const long = 16 << 20
	size := int64(0)
	for _, path := range slices.Concat(groups...) {
		if info, err := os.Stat(path); err == nil {
			size += info.Size()
		}
	}
	if size > long && !stream {
		return 10
	}
	return 100
}

// readable is how long the verdicts that are known may take to print after an interruption: whoever
// reads stdout may have stopped.
const readable = time.Second

// checkedSoFar ends a check that was interrupted, with the verdicts that it has.
func (a *app) checkedSoFar(all []judge.Judged, of int, f checkFlags) error {
	fmt.Fprintf(a.stderr, "ifmatch: interrupted: %d of %d histories were judged\n", len(all), of)
	if len(all) > 0 || f.json {
		soon, cancel := context.WithTimeout(context.Background(), readable)
		defer cancel()
		_, _ = exit.Until(soon, func() (struct{}, error) { return struct{}{}, a.showVerdicts(all, of, f.json) })
	}
	return exitWith(Interrupted)
}

// showVerdicts prints the verdicts on some or all of the histories.
func (a *app) showVerdicts(all []judge.Judged, of int, asJSON bool) error {
	if asJSON {
		return catalogue.WriteJSON(a.stdout, all)
	}
	width, _ := terminal(a.stdout)
	for i, c := range all {
		if of > 1 {
			if i > 0 {
				fmt.Fprintln(a.stdout)
			}
			fmt.Fprintf(a.stdout, "%s\n", c.Run)
		}
		if err := text.WriteVerdict(a.stdout, load.Run{Plan: load.Plan{Invariant: c.Invariant}, Verdict: c.Verdict}, text.Options{Style: a.style(a.stdout), Width: width}); err != nil {
			return err
		}
		if c.Note != "" {
			fmt.Fprintf(a.stdout, "  %s\n", c.Note)
		}
	}
	return nil
}
