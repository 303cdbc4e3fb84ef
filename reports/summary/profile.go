package summary

import (
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// profileCards prints a card for each clause that some client relies on and that
// does not hold: that of its first case, once.
func (p *printer) profileCards() {
	seen := map[string]bool{}
	for _, f := range p.run.Profiles {
		for _, u := range f.Broken {
			if len(u.Cases) == 0 || seen[u.Cases[0]] {
				continue
			}
			seen[u.Cases[0]] = true
			for _, s := range p.run.Scenarios {
				if s.ID != u.Cases[0] {
					continue
				}
				var rest []string
				if n := len(u.Cases) - 1; n > 0 {
					rest = append(rest, console.Plural(n, "more case")+" of "+u.Clause)
				}
				p.card(s, rest)
			}
		}
	}
}

// profiles prints the verdict for each client, and the reasons.
func (p *printer) profiles() {
	if len(p.run.Profiles) == 0 {
		return
	}
	p.line("")
	paint := map[reports.Fit]func(string) string{reports.Fits: p.Style.Green, reports.Misfits: p.Style.Red, reports.FitUnknown: p.Style.Yellow}
	for _, f := range p.run.Profiles {
		answer := strings.Replace(console.Clean(f.Answer()), string(f.Fit), paint[f.Fit](string(f.Fit)), 1)
		p.line(console.Clean(f.Title) + ": " + answer + p.Style.Dim(" · "+console.Number(f.Passed)+" of "+console.Plural(f.Cases, "case")+" passed · "+console.Clean(f.LoadText())))
		for _, u := range f.Broken {
			p.line("  " + console.Clean(u.Clause) + "  it " + console.Clean(u.Does) + p.Style.Dim("  "+console.Clean(u.Source)))
		}
		var reasons []string
		clauses := map[string][]string{}
		for _, u := range f.Unjudged {
			if clauses[u.Why] == nil {
				reasons = append(reasons, u.Why)
			}
			clauses[u.Why] = append(clauses[u.Why], u.Clause)
		}
		for _, why := range reasons {
			names := strings.Join(clauses[why][:min(len(clauses[why]), someNames)], " ")
			if n := len(clauses[why]) - someNames; n > 0 {
				names += " and " + console.Number(n) + " more"
			}
			p.line("  not judged: " + console.Clean(why) + p.Style.Dim("  "+console.Clean(names)))
		}
		for _, l := range f.Loads {
			if l.Why != "" {
				p.line("  load " + console.Clean(l.Workload) + ": " + console.Clean(l.Why))
			}
		}
	}
}
