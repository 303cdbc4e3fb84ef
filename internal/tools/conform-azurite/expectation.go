package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"ifmatch/reports"
)

// listed are the flags of ifmatch run for a list of known failures.
func (o options) listed() []string {
	switch {
	case o.expect == "":
		return nil
	case o.update:
		return []string{"--write-baseline", o.expect}
	}
	return []string{"--baseline", o.expect}
}

// code is the exit code of a run with a list of known failures. It is that of ifmatch run, with two
// exceptions. A failure that does not gate must be listed as well, because it still accuses Azurite. On
// a slow connection a case may come too late to be judged; only a failure must not happen there.
func (o options) code(ran int, r reports.Run, w io.Writer) int {
	switch {
	case ran == codeOK && r.Summary.Failed > 0, ran == codeUnknown && r.Summary.Failed > 0:
		fmt.Fprintf(w, "failed below level %s, and not listed (%d):\n", r.Plan.Level, r.Summary.Failed)
		for _, s := range r.Scenarios {
			if s.Status == reports.Failed {
				fmt.Fprintf(w, "  %s\n", s.ID)
			}
		}
		return codeDeviates
	case ran == codeUnknown && o.delay > 0 && !r.Incomplete && late(r):
		return codeOK
	}
	return ran
}

// late reports whether cases of r were not judged only because of lateness.
func late(r reports.Run) bool {
	return r.Summary.Error > 0 && r.Summary.Blocked == 0 && !slices.ContainsFunc(r.Scenarios, func(s reports.Scenario) bool {
		return s.Status == reports.Error && !strings.Contains(s.Reason, "too long to judge")
	})
}

func readResult(path string) (reports.Run, error) {
	f, err := os.Open(path)
	if err != nil {
		return reports.Run{}, fmt.Errorf("read the result: %w", err)
	}
	defer f.Close()
	return reports.Decode(f)
}
