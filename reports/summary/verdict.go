package summary

import (
	"fmt"
	"strings"

	"ifmatch/reports"
)

// verdict prints the closing sentence: what the exit code says, in words.
func (p *printer) verdict() {
	s := p.run.Summary
	failed := p.with(reports.Failed)
	gating, clauses := 0, map[string]bool{}
	for _, f := range failed {
		if !p.gates(f) {
			continue
		}
		gating++
		for _, c := range f.Clauses {
			clauses[c] = true
		}
	}
	var text string
	switch p.run.Outcome() {
	case reports.Deviates:
		text = p.Style.Red("does not conform") + fmt.Sprintf(": %s failed, in %s", plural(gating, "case"), plural(len(clauses), "clause"))
	case reports.Unknown:
		text = p.Style.Yellow("could not tell")
		if n := s.Blocked + s.Error; n > 0 {
			text += fmt.Sprintf(": %s could not be judged", plural(n, "case"))
		}
	default:
		text = p.Style.Green("conforms") + fmt.Sprintf(": %d of %s passed", s.Passed, plural(s.Planned, "case"))
		for _, v := range []reports.Status{reports.Skipped, reports.Recorded} {
			if n := s.Count(v); n > 0 {
				text += fmt.Sprintf(", %d %s", n, v)
			}
		}
	}
	var notes []string
	if lost := s.Planned - s.Total(); lost > 0 {
		notes = append(notes, fmt.Sprintf("%s without a verdict", plural(lost, "case")))
	}
	if n := len(failed) - gating; n > 0 {
		notes = append(notes, fmt.Sprintf("%s failed below level %s (not gating)", plural(n, "case"), p.run.Plan.Level))
	}
	if p.run.Incomplete {
		notes = append(notes, "interrupted")
	}
	notes = append(notes,
		fmt.Sprintf("level %s", p.run.Plan.Level),
		fmt.Sprintf("seed %d", p.run.Plan.Seed),
		fmt.Sprintf("%.1f s", p.run.Seconds))
	p.line("")
	p.line(text + p.Style.Dim(" · "+strings.Join(notes, " · ")))
}
