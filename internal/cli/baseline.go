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
