package summary

import (
	"fmt"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// verdict prints the closing sentence: what the exit code says, in words.
func (p *printer) verdict() {
	var text string
	switch p.run.Outcome() {
	case reports.Deviates:
		cases, clauses := p.gating()
		text = p.Style.Red("does not conform") + fmt.Sprintf(": %s failed, in %s", console.Plural(cases, "case"), console.Plural(clauses, "clause"))
	case reports.Unknown:
		text = p.Style.Yellow("could not tell") + ": " + p.doubt()
	case reports.Outdated:
		text = p.Style.Yellow("the baseline is out of date") + ": " + p.outdated()
	default:
		but := ""
		if n := p.run.Summary.KnownFailure; n > 0 {
			but = " but for " + console.Plural(n, "known failure")
		}
		text = p.Style.Green("conforms"+p.absent()+but) + fmt.Sprintf(": %s of %s passed", console.Number(p.run.Summary.Passed), console.Plural(p.run.Summary.Planned, "case"))
	}
	p.line("")
	p.line(text + "; " + p.unjudged() + p.Style.Dim(" · "+strings.Join(p.notes(), " · ")))
}

// gating counts the failures that decide the exit code, and their clauses.
func (p *printer) gating() (cases, clauses int) {
	seen := map[string]bool{}
	for _, f := range p.with(reports.Failed) {
		if !p.gates(f) || f.Known != nil && f.Known.Change == reports.Less {
			continue
		}
		cases++
		for _, c := range f.Clauses {
			seen[c] = true
		}
	}
	return cases, len(seen)
}

// below counts the failures that are too weak to decide the exit code.
func (p *printer) below() int {
	n := 0
	for _, f := range p.with(reports.Failed) {
		if !p.gates(f) {
			n++
		}
	}
	return n
}

// doubt says why a run proves nothing.
func (p *printer) doubt() string {
	s := p.run.Summary
	switch n := s.Blocked + s.Error; {
	case p.run.Stopped != "":
		return console.Clean(p.run.Stopped)
	case n > 0:
		return console.Plural(n, "case") + " could not be judged"
	case s.Planned != s.Total():
		return "not every case was reached"
	case p.unclaimed() > 0:
		return "set-ups found " + console.Plural(p.unclaimed(), "broken promise") + " that no chosen case judges"
	}
	return fmt.Sprintf("no case that counts at level %s was judged", p.run.Plan.Level)
}

// notes are what else belongs to the verdict.
func (p *printer) notes() []string {
	var notes []string
	if n := p.run.Summary.KnownFailure; n > 0 && p.run.Outcome() != reports.Conforms {
		notes = append(notes, console.Plural(n, "known failure"))
	}
	if n := p.run.Summary.Fixed; n > 0 && p.run.Outcome() != reports.Outdated {
		notes = append(notes, console.Number(n)+" fixed")
	}
	if n := p.below(); n > 0 {
		notes = append(notes, fmt.Sprintf("%s failed below level %s (not gating)", console.Plural(n, "case"), p.run.Plan.Level))
	}
	if w := p.run.Weather; w != nil {
		if w.Repeated > 0 {
			notes = append(notes, were(w.Repeated, "request")+" repeated")
		}
		if w.Afresh > 0 {
			notes = append(notes, were(w.Afresh, "case")+" set up afresh")
		}
	}
	if l := p.run.Late; l != nil {
		notes = append(notes, fmt.Sprintf("%s repeated at the end (%.1f s), because answers came too late to tell", were(l.Cases, "case"), l.Seconds))
	}
	if n := p.inCompany(); n > 0 {
		notes = append(notes, console.Plural(n, "case")+" failed only in company: try --concurrency 1")
	}
	switch {
	case p.run.Stopped == "" && p.run.Incomplete:
		notes = append(notes, "interrupted")
	case p.run.Stopped != "" && p.run.Outcome() == reports.Deviates: // else it is the reason
		notes = append(notes, "ended early: "+console.Clean(p.run.Stopped))
	}
	return append(notes,
		"level "+p.run.Plan.Level,
		fmt.Sprintf("seed %d", p.run.Plan.Seed),
		fmt.Sprintf("%.1f s", p.run.Seconds)+p.crowded())
}

// crowded is the share of waiting for a processor from which on it explains why a run
// took long.
const crowded = 0.6

// crowded says that a run took long because its machine is busy.
func (p *printer) crowded() string {
	if p.run.Waited < crowded || p.run.Seconds < 2 {
		return ""
	}
	return fmt.Sprintf(" (this machine is busy: what could run waited %.0f %% of the time for a processor)", 100*p.run.Waited)
}

// inCompany counts the cases that could be set up only alone.
func (p *printer) inCompany() int {
	n := 0
	for _, s := range p.run.Scenarios {
		if s.Company != "" {
			n++
		}
	}
	return n
}

// were is a number of things with its verb: "1 request was", "12 requests were".
func were(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " was"
	}
	return console.Plural(n, thing) + " were"
}
