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

// code is the exit code that a run with a list of known failures amounts to. It is
// that of ifmatch run, but for two things: a failure that does not gate is to be
// listed as well, because it accuses Azurite all the same; and on a slow way a case may
// come too late to be judged, because what must not happen there is a failure.
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

// late tells whether nothing but lateness kept cases of r from being judged.
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
