// Command flake runs the conformance suite many times and compares the verdicts. On the embedded reference,
// equal seeds must give equal results, including the reason and the answer of every case. It exits 1 if two
// runs differ, and names the cases.
//
//	go run ./internal/tools/flake -n 50 bin/ifmatch bin/ifmatch-race
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"ifmatch/reports"
)

func main() {
	n := flag.Int("n", 50, "runs of each `binary`")
	seed := flag.Int64("seed", 1, "seed of every run")
	flag.Parse()
	differ, err := compare(os.Stdout, flag.Args(), *n, *seed)
	if err != nil {
		fmt.Fprintln(os.Stderr, "flake:", err)
		os.Exit(3)
	}
	if differ {
		os.Exit(1)
	}
}

// compare runs each binary n times and reports whether any result differs from the first one.
func compare(w io.Writer, binaries []string, n int, seed int64) (bool, error) {
	if len(binaries) == 0 || n < 1 {
		return false, errors.New("name the binaries to run: flake [-n RUNS] [-seed N] BINARY [BINARY]")
	}
	dir, err := os.MkdirTemp("", "flake")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	var first *reports.Run
	differ := false
	for _, binary := range binaries {
		slowest, started := time.Duration(0), time.Now()
		for i := range n {
			began := time.Now()
			run, err := once(binary, filepath.Join(dir, "result.json"), seed)
			if err != nil {
				return false, fmt.Errorf("%s, run %d: %w", binary, i+1, err)
			}
			slowest = max(slowest, time.Since(began))
			if first == nil {
				first = &run
				continue
			}
			for _, d := range differences(*first, run) {
				differ = true
				fmt.Fprintf(w, "%s, run %d: %s\n", binary, i+1, d)
			}
		}
		mean := time.Since(started) / time.Duration(n)
		fmt.Fprintf(w, "%s: %d runs of %d cases, mean %.2f s, slowest %.2f s\n", binary, n, len(first.Scenarios), mean.Seconds(), slowest.Seconds())
	}
	if !differ {
		fmt.Fprintln(w, "all verdicts are the same")
	}
	return differ, nil
}

// once runs the whole suite and reads its result. A deviating reference (exit 1) and undecided cases (exit
// 3) are results, too; the caller compares them.
func once(binary, path string, seed int64) (reports.Run, error) {
	cmd := exec.Command(binary, "run", "--seed", fmt.Sprint(seed), "--report", "json="+path)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && slices.Contains([]int{1, 3}, exit.ExitCode()) && !bytes.Contains(stderr.Bytes(), []byte("DATA RACE")) {
		err = nil
	}
	if err != nil {
		return reports.Run{}, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	f, err := os.Open(path)
	if err != nil {
		return reports.Run{}, err
	}
	defer func() {
		f.Close()
		os.Remove(path)
	}()
	return reports.Decode(f)
}

// differences lists where two results of the same plan disagree. Wall time and the contents of the wire
// may differ; verdicts, their reasons and answers, and the time that a case let pass may not.
func differences(a, b reports.Run) []string {
	if a.Plan.Hash != b.Plan.Hash {
		return []string{fmt.Sprintf("the plans differ: %s and %s", a.Plan.Hash, b.Plan.Hash)}
	}
	was, is := byID(a), byID(b)
	var out []string
	for _, id := range slices.Sorted(maps.Keys(was)) {
		if _, ok := is[id]; !ok {
			out = append(out, fmt.Sprintf("%s has no verdict", id))
		} else if was[id] != is[id] {
			out = append(out, fmt.Sprintf("%s was %v, is %v", id, was[id], is[id]))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(is)) {
		if _, ok := was[id]; !ok {
			out = append(out, fmt.Sprintf("%s had no verdict", id))
		}
	}
	return out
}

// verdict is what two runs must agree on.
type verdict struct {
	status            reports.Status
	reason, want, got string
	seconds           float64
}

func (v verdict) String() string {
	return fmt.Sprintf("%s (reason %q, want %q, got %q, %g s)", v.status, v.reason, v.want, v.got, v.seconds)
}

func byID(r reports.Run) map[string]verdict {
	out := map[string]verdict{}
	for _, s := range r.Scenarios {
		out[s.ID] = verdict{s.Status, s.Reason, s.Want, s.Got, s.Seconds}
	}
	return out
}
