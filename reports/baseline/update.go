package baseline

import "ifmatch/reports"

// Update returns the list after the run r. It has a line for each failure, as it
// failed, and no longer one for cases that passed or do not exist. Reasons, links,
// marks and comments stay, and so do the lines of cases that r does not have. A case
// that cannot be set up because the target violates another clause has a line that
// says so. A finding that its probe did not show again has a line that says that it happens
// sometimes.
func (l List) Update(r reports.Run, exists func(id string) bool) List {
	r = Without(r)
	at := map[string]reports.Scenario{}
	for _, s := range r.Scenarios {
		at[s.ID] = s
	}
	out := List{header: l.header, footer: l.footer}
	if len(l.Lines) == 0 && len(l.header)+len(l.footer) == 0 {
		out.header = intro
	}
	listed := map[string]bool{}
	var orphans []string // comments of removed lines
	for _, line := range l.Lines {
		listed[line.Case] = true
		s, ran := at[line.Case]
		keep := ran || exists(line.Case)
		if ran {
			line, keep = renewed(line, s)
		}
		if !keep {
			orphans = append(orphans, line.comments...)
			continue
		}
		line.comments = append(orphans, line.comments...)
		orphans = nil
		out.Lines = append(out.Lines, line)
	}
	out.footer = append(orphans, out.footer...)
	for _, s := range r.Scenarios {
		if !listed[s.ID] && (s.Status == reports.Failed || s.Status == reports.Blocked && s.BlockedBy != "") {
			out.Lines = append(out.Lines, Line{Case: s.ID, How: reports.MannerOf(s)})
		}
	}
	for _, f := range r.Found {
		if f.Case != "" && !listed[f.Case] {
			out.Lines = append(out.Lines, Line{Case: f.Case, How: f.Manner(), Sometimes: true, Reason: "seen once, in " + f.Scenario})
			listed[f.Case] = true
		}
	}
	out.sort()
	return out
}

// renewed returns a line after its case ran, and whether the line stays.
func renewed(line Line, s reports.Scenario) (Line, bool) {
	how := reports.MannerOf(s)
	switch s.Status {
	case reports.Passed:
		return line, line.Sometimes
	case reports.Recorded:
		return line, false
	case reports.Failed:
		if change := how.Against(line.How); !line.Sometimes || change != reports.Less {
			line.How = how
		}
	case reports.Blocked:
		if s.BlockedBy != "" {
			line.How = how
		}
	}
	return line, true
}

// intro is the beginning of a new list.
var intro = []string{
	"# Known failures: a case, how it fails, why, and where that is followed up,",
	"# separated by tabs. \"sometimes\" before how lets the case pass as well.",
	"# `ifmatch run --baseline FILE` compares a run with them, --write-baseline FILE",
	"# writes them again, sorted, and keeps reasons, links and comments.",
	"",
}
