package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"ifmatch/reports"
)

// expectation lists the cases that are known to fail, with the reason why that
// is the emulator's fault. One case a line, the reason after a tab:
//
//	CLAUSE/row-key	why it is no fault of the suite
//
// A reason that begins with "sometimes" lets the case pass as well: which of two
// racers wins is nobody's promise. Lines that begin with # are for readers.
type expectation struct {
	header  []string // the comment at the top
	reasons map[string]string
}

// readExpectation reads the list in path; a file that -update will make may be
// missing.
func readExpectation(path string, create bool) (expectation, error) {
	data, err := os.ReadFile(path)
	if err != nil && !(create && errors.Is(err, fs.ErrNotExist)) {
		return expectation{}, fmt.Errorf("read the expected failures: %w", err)
	}
	e, err := parseExpectation(bytes.NewReader(data))
	if err != nil {
		return expectation{}, fmt.Errorf("read the expected failures in %s: %w", path, err)
	}
	return e, nil
}

func parseExpectation(r io.Reader) (expectation, error) {
	e := expectation{reasons: map[string]string{}}
	lines := bufio.NewScanner(r)
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			if len(e.reasons) == 0 {
				e.header = append(e.header, line)
			}
			continue
		}
		id, reason, _ := strings.Cut(line, "\t")
		id, reason = strings.TrimSpace(id), strings.TrimSpace(reason)
		if id == "" {
			if reason != "" {
				return e, fmt.Errorf("line %d has a reason without a case", number)
			}
			continue
		}
		if _, twice := e.reasons[id]; twice {
			return e, fmt.Errorf("line %d: %s is listed twice", number, id)
		}
		e.reasons[id] = reason
	}
	return e, lines.Err()
}

// write lists the cases of r that failed, with the reasons that e knows. A
// listed case without a verdict stays listed.
func (e expectation) write(w io.Writer, r reports.Run) error {
	b := bufio.NewWriter(w)
	for _, line := range e.header {
		fmt.Fprintln(b, line)
	}
	var lines []string
	for _, s := range r.Scenarios {
		reason, listed := e.reasons[s.ID]
		if s.Status == reports.Failed || listed && (undecided(s) || sometimes(reason)) {
			lines = append(lines, strings.TrimSpace(s.ID+"\t"+reason))
		}
	}
	slices.Sort(lines)
	for _, line := range lines {
		fmt.Fprintln(b, line)
	}
	return b.Flush()
}

// sometimes tells whether a case fails in some runs only.
func sometimes(reason string) bool { return strings.HasPrefix(reason, "sometimes") }

func undecided(s reports.Scenario) bool {
	return s.Status == reports.Blocked || s.Status == reports.Error
}

// everything tells whether r is a run of all cases.
func everything(r reports.Run) bool {
	return len(r.Plan.Select) == 0 && len(r.Plan.Skip) == 0
}

// comparison is what a result says about an expectation. Each list is sorted.
type comparison struct {
	New       []string // failed, and not listed
	Fixed     []string // listed, and neither failed nor without a verdict
	Gone      []string // listed, and not in a run of everything
	Undecided []string // without a verdict
}

// compare sets r against e. A listed case that is blocked is as expected: what
// the emulator gets wrong may lie in the set-up.
func (e expectation) compare(r reports.Run) comparison {
	var c comparison
	seen := map[string]bool{}
	for _, s := range r.Scenarios {
		seen[s.ID] = true
		reason, listed := e.reasons[s.ID]
		switch {
		case listed && s.Status == reports.Passed && sometimes(reason):
		case listed && (s.Status == reports.Failed || s.Status == reports.Blocked):
		case undecided(s):
			c.Undecided = append(c.Undecided, s.ID)
		case listed:
			c.Fixed = append(c.Fixed, s.ID)
		case s.Status == reports.Failed:
			c.New = append(c.New, s.ID)
		}
	}
	for id := range e.reasons {
		switch {
		case seen[id]:
		case r.Incomplete:
			c.Undecided = append(c.Undecided, id)
		case everything(r):
			c.Gone = append(c.Gone, id)
		}
	}
	for _, list := range [][]string{c.New, c.Fixed, c.Gone, c.Undecided} {
		slices.Sort(list)
	}
	return c
}

// code is the exit code that the comparison amounts to. On a slow way a case
// may come too late to be judged; slow accepts that, because what must not
// happen there is a failure.
func (c comparison) code(incomplete, slow bool) int {
	switch {
	case len(c.New)+len(c.Fixed)+len(c.Gone) > 0:
		return codeDeviates
	case incomplete || len(c.Undecided) > 0 && !slow:
		return codeUnknown
	}
	return codeOK
}

func (c comparison) print(w io.Writer) {
	for _, part := range []struct {
		what string
		ids  []string
	}{
		{"newly failed", c.New}, {"fixed, but listed as failing", c.Fixed},
		{"listed, but no longer a case", c.Gone}, {"not decided", c.Undecided},
	} {
		if len(part.ids) > 0 {
			fmt.Fprintf(w, "%s (%d):\n  %s\n", part.what, len(part.ids), strings.Join(part.ids, "\n  "))
		}
	}
}

func readResult(path string) (reports.Run, error) {
	f, err := os.Open(path)
	if err != nil {
		return reports.Run{}, fmt.Errorf("read the result: %w", err)
	}
	defer f.Close()
	return reports.Decode(f)
}

// judge compares r with what was expected, and writes the expectation again if
// that was asked for.
func (t tool) judge(o options, expected expectation, r reports.Run) (int, error) {
	c := expected.compare(r)
	c.print(t.stdout)
	code := c.code(r.Incomplete, o.delay > 0)
	if code == codeOK {
		fmt.Fprintln(t.stdout, "every case that failed was expected to")
	}
	if !o.update {
		return code, nil
	}
	if r.Incomplete || !everything(r) {
		return codeUnknown, errors.New("update the expected failures: not every case was run, so nothing was written")
	}
	var text bytes.Buffer
	if err := expected.write(&text, r); err != nil {
		return codeUnknown, err
	}
	if err := os.WriteFile(o.expect, text.Bytes(), 0o644); err != nil {
		return codeUnknown, fmt.Errorf("update the expected failures: %w", err)
	}
	return comparison{Undecided: c.Undecided}.code(false, false), nil
}
