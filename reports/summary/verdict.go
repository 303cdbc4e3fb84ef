package summary

import (
	"fmt"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/figure"
)

// Closing is the closing sentence of a summary in its parts. It says in words what
// the exit code says.
type Closing struct {
	Outcome  string   // "does not conform"
	What     string   // "12 cases failed, in 3 clauses"
	Unjudged string   // "65 not judged (undocumented: 65)"
	Notes    []string // further remarks on the verdict
}

// closing returns the verdict on the run.
func (p *printer) closing() Closing {
	c := Closing{Unjudged: p.unjudged(), Notes: p.notes()}
	switch p.run.Outcome() {
	case reports.Deviates:
		c.Outcome, c.What = "does not conform", Headline(p.run)
	case reports.Unknown:
		c.Outcome, c.What = "could not tell", p.whyNoProof()
	case reports.Outdated:
		c.Outcome, c.What = "the baseline is out of date", p.outdated()
	default:
		but := ""
		if n := p.run.Summary.KnownFailure; n > 0 {
			but = " but for " + console.Plural(n, "known failure")
		}
		c.Outcome = "conforms" + p.absent() + but
		c.What = fmt.Sprintf("%s of %s passed", console.Number(p.run.Summary.Passed), console.Plural(p.run.Summary.Planned, "case"))
	}
	return c
}

// verdict prints the closing sentence.
func (p *printer) verdict() {
	c := p.closing()
	paint := map[reports.Outcome]func(string) string{reports.Conforms: p.Style.Green, reports.Deviates: p.Style.Red, reports.Unknown: p.Style.Yellow, reports.Outdated: p.Style.Yellow}
	p.line("")
	last := paint[p.run.Outcome()](c.Outcome) + ": " + c.What + "; " + c.Unjudged + p.Style.Dim(" · "+strings.Join(c.Notes, " · "))
	p.line(strings.Join(console.Wrap(last, max(p.Width-2, 0)), "\n  "))
}

// Headline counts the failures that decide the exit code, and their clauses: "12 cases
// failed, in 3 clauses". Every report says it in these words.
func Headline(r reports.Run) string {
	failures, clauses := r.Accused(), map[string]bool{}
	for _, f := range failures {
		for _, c := range f.Clauses {
			clauses[c] = true
		}
	}
	return fmt.Sprintf("%s failed, in %s", console.Plural(len(failures), "case"), console.Plural(len(clauses), "clause"))
}

// below counts the failures that do not decide the exit code because of their level.
func (p *printer) below() int {
	n := 0
	for _, f := range p.with(reports.Failed) {
		if !reports.Gates(f.GatingLevel(), p.run.Plan.Level) {
			n++
		}
	}
	return n
}

// whyNoProof returns why a run proves nothing.
func (p *printer) whyNoProof() string {
	s := p.run.Summary
	switch n := s.Blocked + s.Error; {
	case p.run.Stopped != "":
		return console.Clean(p.run.Stopped)
	case n > 0:
		return console.Plural(n, "case") + " could not be judged"
	case s.Planned != s.Total():
		return "not every case was reached"
	case p.doubts() > 0:
		return were(p.doubts(), "broken promise") + " seen once, and not again"
	}
	return fmt.Sprintf("no case that counts at level %s was judged", p.run.Plan.Level) + p.beneath()
}

// beneath says at which level the cases would have counted that were judged all the same.
func (p *printer) beneath() string {
	n, highest := 0, ""
	for _, s := range append(p.with(reports.Passed), p.with(reports.Failed)...) {
		n++
		if level := s.GatingLevel(); highest == "" || reports.Gates(level, highest) {
			highest = level
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", but %s below it; --level %s counts them", console.Plural(n, "case"), highest)
}

// notes returns further remarks on the verdict.
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
	if n := p.doubts(); n > 0 && p.run.Outcome() == reports.Deviates { // otherwise they are the reason
		notes = append(notes, were(n, "more broken promise")+" seen once, and not again")
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
		notes = append(notes, fmt.Sprintf("%s repeated at the end (%s), because answers came too late to tell", were(l.Cases, "case"), figure.Seconds(l.Seconds)))
	}
	if n := p.inCompany(); n > 0 {
		notes = append(notes, console.Plural(n, "case")+" failed only while other cases ran: try --concurrency 1")
	}
	switch {
	case p.run.Stopped == "" && p.run.Incomplete:
		notes = append(notes, "interrupted")
	case p.run.Stopped != "" && p.run.Outcome() == reports.Deviates: // otherwise it is the reason
		notes = append(notes, "ended early: "+console.Clean(p.run.Stopped))
	}
	return append(notes,
		"level "+p.run.Plan.Level,
		fmt.Sprintf("seed %d", p.run.Plan.Seed),
		figure.Seconds(p.run.Seconds)+p.crowded())
}

// crowded is the share of time spent waiting for a processor above which it explains
// a slow run.
const crowded = 0.6

// crowded returns a remark if a run was slow because its machine was busy.
func (p *printer) crowded() string {
	if p.run.Waited < crowded || p.run.Seconds < 2 {
		return ""
	}
	return fmt.Sprintf(" (this machine is overloaded: runnable threads waited %.0f %% of the time for a CPU)", 100*p.run.Waited)
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

// were returns a number of things with its verb: "1 request was", "12 requests were".
func were(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " was"
	}
	return console.Plural(n, thing) + " were"
}
