// Package tap renders a run as TAP version 13, the Test Anything Protocol. A failure
// that is known, or does not gate, is a TODO: expected to fail, and shown.
package tap

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/summary"
)

// Write renders r: a test point for each case in the order of the features, because the
// numbers of a plan mean that order; then one for each violation that was seen once and not
// again, and for each line of the baseline that no longer fits. Cases without a verdict have no
// test point, but are in the plan, so that a consumer notices that they are missing.
func Write(w io.Writer, r reports.Run) error {
	misfits := summary.Misfits(r)
	card := summary.Teller(r)
	b := bufio.NewWriter(w)
	planned := max(r.Summary.Planned, len(r.Scenarios))
	fmt.Fprintf(b, "TAP version 13\n1..%d\n", planned+len(r.Found)+len(misfits))
	for i, s := range r.Scenarios {
		ok, directive, diagnostic := point(r, s)
		line(b, ok, i+1, s.ID, directive)
		if diagnostic {
			comment(b, card(s))
		}
	}
	number := planned
	for _, f := range r.Found {
		number++
		line(b, false, number, summary.Of(f), doubtful(r, f))
		comment(b, summary.Once(f))
	}
	for _, m := range misfits {
		number++
		line(b, false, number, fmt.Sprintf("line %d of the baseline: %s", m.Line, m.Case), "")
		comment(b, m.Why)
	}
	comment(b, summary.Verdict(r))
	return b.Flush()
}

// point returns how a case is shown.
func point(r reports.Run, s reports.Scenario) (ok bool, directive string, diagnostic bool) {
	switch s.Status {
	case reports.Passed, reports.Fixed:
		return true, "", false
	case reports.Skipped, reports.Recorded:
		return true, "SKIP " + cmp.Or(s.Reason, "undocumented"), false
	case reports.KnownFailure:
		return false, "TODO " + cmp.Or(s.Known.Reason, "known failure"), false
	case reports.Failed:
		if s.Known != nil && s.Known.Change == reports.Less {
			return false, "TODO fails in fewer ways than known", false
		}
		if !reports.Gates(s.GatingLevel(), r.Plan.Level) {
			return false, "TODO fails below level " + r.Plan.Level, false
		}
	}
	return false, "", true
}

// doubtful returns the directive of a finding.
func doubtful(r reports.Run, f reports.Finding) string {
	switch {
	case f.Known != nil:
		return "TODO " + cmp.Or(f.Known.Reason, "known failure")
	case !r.Doubts(f):
		return "TODO found below level " + r.Plan.Level
	}
	return ""
}

// line writes a test point. Its name must not look like a directive.
func line(b *bufio.Writer, ok bool, number int, name, directive string) {
	verdict := "not ok"
	if ok {
		verdict = "ok"
	}
	fmt.Fprintf(b, "%s %d - %s", verdict, number, escaped(name))
	if directive != "" {
		fmt.Fprintf(b, " # %s", escaped(directive))
	}
	fmt.Fprintln(b)
}

func escaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, "#", `\#`).Replace(console.Clean(text))
}

// comment writes lines that a consumer shows but does not parse.
func comment(b *bufio.Writer, text string) {
	for part := range strings.Lines(text) {
		fmt.Fprintf(b, "%s\n", strings.TrimRight("# "+strings.TrimRight(part, "\n"), " "))
	}
}
