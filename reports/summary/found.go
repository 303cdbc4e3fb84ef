package summary

import (
	"cmp"
	"fmt"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// Once says how a finding was seen, and that its probe did not show it again.
func Once(f reports.Finding) string {
	text := "seen once, in " + f.Scenario
	if f.Case != "" {
		text += ", and not again in " + f.Case + " alone"
	}
	return console.Clean(fmt.Sprintf("%s: want %s, got %s; %s", f.Reason, f.Want, f.Got, text))
}

// Of names what a finding is about: the probe, or what no case is about.
func Of(f reports.Finding) string {
	return console.Clean(cmp.Or(f.Case, f.Clause, f.Operation+", "+f.Respect))
}

// Standing says at which level a finding counts, and why it may not count.
func Standing(r reports.Run, f reports.Finding) string {
	switch {
	case f.Known != nil:
		return fmt.Sprintf("%s, known: line %d", f.Level, f.Known.Line)
	case !r.Doubts(f):
		return f.Level + ", does not gate"
	}
	return f.Level
}

// found lists what set-ups found and no probe showed again, so that nobody thinks the
// run found nothing.
func (p *printer) found() {
	all := p.run.Found
	if len(all) == 0 {
		return
	}
	p.line(p.Style.Bold("seen once, and not again"))
	t := console.Table{Indent: "  ", Width: p.Width}
	for _, f := range all {
		name := Of(f)
		if p.run.Doubts(f) {
			name = p.Style.Yellow(name)
		}
		t.Add(name, Standing(p.run, f), Once(f))
	}
	p.rows(&t)
	p.line("")
}

// doubts counts those of them that keep the run from a verdict.
func (p *printer) doubts() (n int) {
	for _, f := range p.run.Found {
		if p.run.Doubts(f) {
			n++
		}
	}
	return n
}
