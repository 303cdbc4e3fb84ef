package summary

import (
	"cmp"
	"fmt"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// found lists the violations that set-ups found and that none of the chosen cases is
// about, so that nobody thinks the run found nothing.
func (p *printer) found() {
	if len(p.run.Found) == 0 {
		return
	}
	p.line(p.Style.Bold("found in set-ups, and not judged by any of the chosen cases"))
	t := console.Table{Indent: "  ", Width: p.Width}
	for _, f := range p.run.Found {
		clause := cmp.Or(f.Clause, f.Operation)
		if reports.Gates(f.Level, p.run.Plan.Level) {
			clause = p.Style.Red(clause)
		}
		how := fmt.Sprintf("%s: want %s, got %s; seen in %s", f.Reason, f.Want, f.Got, f.Scenario)
		if f.Case != "" {
			how += "; choose " + f.Case + " to judge it"
		}
		t.Add(clause, f.Level, console.Clean(how))
	}
	p.rows(&t)
	p.line("")
}

// unclaimed counts those of them that gate at the level of the run.
func (p *printer) unclaimed() (n int) {
	for _, f := range p.run.Found {
		if reports.Gates(f.Level, p.run.Plan.Level) {
			n++
		}
	}
	return n
}
