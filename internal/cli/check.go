package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/workload"
	"ifmatch/reports"
	"ifmatch/reports/load"
	"ifmatch/reports/load/text"
)

// checkFlags are the flags of `ifmatch check`.
type checkFlags struct {
	selfTest  int
	seed      int64
	clockRate float64
	limit     time.Duration
	witness   string
	export    string
	stream    bool
	json      bool
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
		Example: "  ifmatch check run1\n  ifmatch check run1 run2 --self-test 100",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.check(cmd.Context(), f, args)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&f.selfTest, "self-test", 0, "falsify this `number` of events in copies of each valid history, and require the checker to find each")
	flags.Int64Var(&f.seed, "seed", 1, "`number` that chooses what --self-test falsifies")
	flags.Float64Var(&f.clockRate, "clock-rate", 0, "the target's clock ran `N` times faster (default as recorded)")
	addCheckLimit(flags, &f.limit)
	flags.StringVar(&f.witness, "witness", "", "write the order that was found to this `file`, or the operations that contradict each other; go run ./internal/tools/witness verifies it without the checker")
	flags.StringVar(&f.export, "export", "", "write the operations on blobs, entities and containers for another checker, as `KIND=FILE`: porcupine, lines of JSON")
	flags.BoolVar(&f.stream, "stream", false, "read and check in bounded memory, for histories larger than memory")
	flags.BoolVar(&f.json, "json", false, "print a JSON array of verdicts")
	return cmd
}

// addCheckLimit adds the flag for what a check may spend.
func addCheckLimit(flags *pflag.FlagSet, limit *time.Duration) {
	flags.DurationVar(limit, "check-limit", finding.LimitTime, "longest `duration` to search for an order of leases and messages, and to explain what is wrong; then the verdict is what was found, undecided or at least so many violations")
}

func badCheckLimit(d time.Duration) error {
	return usagef("for instance --check-limit 5m", "--check-limit must be longer than nothing, and is %s", d)
}

// checked is one judged history.
type checked struct {
	Run     string       `json:"run"`
	Verdict load.Verdict `json:"verdict"`

	note      string // what else to report, in words
	invariant string // what a valid verdict proves, in words
}

func (a *app) check(ctx context.Context, f checkFlags, args []string) error {
	switch {
	case len(args) == 0:
		return usagef(`"ifmatch load WORKLOAD --out RUN" makes one`, "check which run?")
	case f.limit <= 0:
		return badCheckLimit(f.limit)
	case f.selfTest < 0 || f.selfTest > 10000:
		return usagef("for instance --self-test 100", "--self-test must be between 0 and 10000, and is %d", f.selfTest)
	case f.selfTest > 0 && f.stream:
		return usagef("leave one of them out", "--self-test needs the whole history, which --stream does not keep")
	case f.clockRate != 0 && !(f.clockRate >= 1 && f.clockRate <= 1000):
		return usagef("for instance --clock-rate 60", "--clock-rate must be between 1 and 1000, and is %v", f.clockRate)
	}
	kind, export, _ := strings.Cut(f.export, "=")
	switch {
	case f.export != "" && (kind != "porcupine" || export == ""):
		return usagef("for instance --export porcupine=operations.json", "--export %s names no kind and file", f.export)
	case f.witness+f.export != "" && (f.stream || f.selfTest > 0):
		return usagef("leave --stream and --self-test out", "--witness and --export need the whole history, as it is")
	}
	groups, err := until(ctx, func() ([][]string, error) { return histories(args) })
	if err != nil {
		return err
	}
	if f.witness+f.export != "" && (len(groups) != 1 || isShard(groups[0][0])) {
		return usagef("name one run of one process", "--witness and --export are of one history")
	}
	var all []checked
	codes := []ExitCode{OK}
	for _, group := range groups {
		c, err := until(ctx, func() (checked, error) { return judgeGroup(group, f) })
		if ctx.Err() != nil {
			return a.checkedSoFar(all, len(groups), f)
		}
		if err != nil {
			return usage("is it a history that ifmatch recorded?", err)
		}
		all = append(all, c)
		codes = append(codes, loadCodes(load.Run{Verdict: c.Verdict})...)
	}
	shown := func() (struct{}, error) { return struct{}{}, a.showVerdicts(all, len(groups), f.json) }
	if _, err := until(ctx, shown); ctx.Err() != nil {
		return exitWith(Interrupted)
	} else if err != nil {
		return unknown("", err)
	}
	return exitWith(worst(codes...))
}

// readable is how long the verdicts that are known may take to print after an interruption: whoever
// reads stdout may have stopped.
const readable = time.Second

// checkedSoFar ends a check that was interrupted, with the verdicts that it has.
func (a *app) checkedSoFar(all []checked, of int, f checkFlags) error {
	fmt.Fprintf(a.stderr, "ifmatch: interrupted: %d of %d histories were judged\n", len(all), of)
	if len(all) > 0 || f.json {
		soon, cancel := context.WithTimeout(context.Background(), readable)
		defer cancel()
		_, _ = until(soon, func() (struct{}, error) { return struct{}{}, a.showVerdicts(all, of, f.json) })
	}
	return exitWith(Interrupted)
}

// histories finds the histories that the arguments name. Those of the parts of one run are together.
func histories(args []string) ([][]string, error) {
	var paths []string
	for _, arg := range args {
		found, err := historiesIn(arg)
		if err != nil {
			return nil, usage(`RUN is a folder that "ifmatch load --out" wrote, or the history file in it`, err)
		}
		for _, path := range found {
			if path == arg { // a file that was named itself, whatever is next to it
				continue
			}
			if err := belongTogether(path); err != nil {
				return nil, usage(fmt.Sprintf("the parts of a folder belong to one run; ifmatch check %s judges the history alone", path), err)
			}
		}
		paths = append(paths, found...)
	}
	return grouped(paths), nil
}

// judgeGroup judges one run.
func judgeGroup(group []string, f checkFlags) (c checked, err error) {
	run := filepath.Dir(group[0])
	if isShard(group[0]) {
		run = filepath.Dir(run)
		c, err = judgeShards(group, f)
	} else {
		c, err = judgeFile(group[0], f)
	}
	c.Run = run
	return c, err
}

// showVerdicts prints the verdicts on some or all of the histories.
func (a *app) showVerdicts(all []checked, of int, asJSON bool) error {
	if asJSON {
		return writeJSON(a.stdout, all)
	}
	width, _ := terminal(a.stdout)
	for i, c := range all {
		if of > 1 {
			if i > 0 {
				fmt.Fprintln(a.stdout)
			}
			fmt.Fprintf(a.stdout, "%s\n", c.Run)
		}
		if err := text.WriteVerdict(a.stdout, load.Run{Plan: load.Plan{Invariant: c.invariant}, Verdict: c.Verdict}, text.Options{Style: a.style(a.stdout), Width: width}); err != nil {
			return err
		}
		if c.note != "" {
			fmt.Fprintf(a.stdout, "  %s\n", c.note)
		}
	}
	return nil
}

// historiesIn finds the histories that a RUN names: one, or those of the runs of a sweep or a
// search.
func historiesIn(arg string) ([]string, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return nil, fmt.Errorf("open run: %w", err)
	}
	runs := []string{arg}
	if info.IsDir() {
		if runs, err = historiesBelow(arg); err != nil {
			return nil, err
		}
	}
	for _, path := range runs {
		if err := checkFile(path, 0); err != nil {
			return nil, fmt.Errorf("open run: %w", err)
		}
	}
	return runs, nil
}

// historiesBelow finds the history in a folder, or those in its folders.
func historiesBelow(folder string) ([]string, error) {
	path := filepath.Join(folder, historyFile)
	if _, err := os.Stat(path); err == nil {
		return []string{path}, nil
	}
	runs, err := filepath.Glob(filepath.Join(folder, "*", historyFile))
	if err != nil || len(runs) == 0 {
		return nil, fmt.Errorf("open run: there is no %s in %s", historyFile, folder)
	}
	return runs, nil
}

// belongTogether returns an error if the manifest next to a history is not that of its run. A
// folder without a manifest is accepted.
func belongTogether(path string) error {
	beside := filepath.Join(filepath.Dir(path), manifestFile)
	file, err := openFile(beside)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("read the manifest: %w", err)
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	if err != nil {
		return fmt.Errorf("read the manifest: %w", err)
	}
	var m manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return fmt.Errorf("read the manifest: %s is damaged: %w", beside, err)
	}
	if m.Kind != "load" || m.Run == "" {
		return fmt.Errorf("read the manifest: %s names no load run", beside)
	}
	r, err := history.OpenFile(path)
	if err != nil {
		return nil // judging the file gives a better error
	}
	defer r.Close()
	if run := r.Header().Run; run != m.Run {
		return fmt.Errorf("read the run: %s is of run %s, and %s of run %s", path, run, beside, m.Run)
	}
	return nil
}

// judgeFile reads and checks one history.
func judgeFile(path string, f checkFlags) (checked, error) {
	if f.stream {
		r, err := history.OpenFile(path)
		if err != nil {
			return checked{}, err
		}
		defer r.Close()
		v, err := judgeReader(r, f.options(r.Header()))
		return checked{Verdict: v, invariant: invariant(r.Header())}, err
	}
	h, err := history.ReadFile(path)
	if err != nil {
		return checked{}, err
	}
	if f.export != "" {
		_, file, _ := strings.Cut(f.export, "=")
		if err := reports.WriteFile(file, h, exportPorcupine); err != nil {
			return checked{}, err
		}
	}
	if f.witness != "" {
		v, text := witnessed(h, f.options(h.Header))
		if err := reports.WriteFile(f.witness, text, func(out io.Writer, text []byte) error { _, err := out.Write(text); return err }); err != nil {
			return checked{}, fmt.Errorf("write the witness: %w", err)
		}
		return checked{Verdict: verdictOf(v, h.Header, h.Book), invariant: invariant(h.Header)}, nil
	}
	v := judgeHistory(h, f.options(h.Header), f.selfTest, uint64(f.seed))
	return checked{Verdict: v, invariant: invariant(h.Header)}, nil
}

// invariant is the invariant that a history's workload guards.
func invariant(h history.Header) string {
	if w, ok := workload.Lookup(h.Workload); ok {
		return w.Invariant
	}
	return "every answer can be explained"
}

// options are what the check of a history needs to know about its run.
func (f checkFlags) options(h history.Header) check.Options {
	w, _ := workload.Lookup(h.Workload) // for an unknown workload nothing is needed
	return check.Options{Rate: f.rate(h), Needs: w.Needs, Limit: f.limit}
}

// rate is how many times faster than real time the target's clock ran.
func (f checkFlags) rate(h history.Header) float64 {
	if f.clockRate != 0 {
		return f.clockRate
	}
	var rate float64
	if _, err := fmt.Sscanf(strings.TrimSpace(h.Params["clock-rate"]), "%g", &rate); err != nil || rate < 1 {
		return 1
	}
	return rate
}
