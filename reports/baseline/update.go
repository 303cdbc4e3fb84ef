package baseline

import (
	"maps"
	"slices"

	"ifmatch/reports"
)

// Update returns the list after runs of the same cases. It has a line for each failure, as it
// failed, and no longer one for cases that passed or do not exist. Reasons, links, marks and
// comments stay, and so do the lines of cases that no run has. A case that cannot be set up
// because the target violates another clause has a line that says so.
//
// What fails in some runs and passes in others, or depends on chance, has its rate. A failure by
// chance has two lines: its own, and one for all cases of its clause, because the others of them
// may fail as rarely. A line with a rate goes when so many rounds have passed that the rate is
// refuted. A finding that its probe did not show again has a line that says that it happens
// sometimes.
func (l List) Update(runs []reports.Run, exists func(Line) bool) List {
	out := List{header: l.header, footer: l.footer}
	if len(l.Lines) == 0 && len(l.header)+len(l.footer) == 0 {
		out.header = intro
	}
	seen := gather(runs)
	var orphans []string // comments of removed lines
	for _, line := range l.Lines {
		keep := true
		switch rec := seen[line.Case]; {
		case line.Family():
			continue // after the lines of single cases, which they leave out
		case rec != nil:
			line, keep = rec.renewed(line)
		default:
			keep = exists(line)
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
	out.failures(l, seen)
	out.families(l, seen, exists)
	out.unproven(runs)
	out.sort()
	return out
}

// has reports whether a case has a line of its own.
func (l List) has(id string) bool {
	return slices.ContainsFunc(l.Lines, func(line Line) bool { return line.Case == id })
}

// failures adds lines for failures that have none of their own. One that is covered by a family of
// an earlier list has its reason and link.
func (l *List) failures(old List, seen map[string]*record) {
	for _, id := range slices.Sorted(maps.Keys(seen)) {
		rec := seen[id]
		if !rec.fails() || l.has(id) {
			continue
		}
		line := Line{Case: id, How: rec.manner()}
		if rec.byChance {
			line.Sometimes, line.Rate = true, rec.rounds
			if at := slices.IndexFunc(old.Lines, func(f Line) bool { return f.Fits(id) }); at >= 0 {
				line.Reason, line.Link = old.Lines[at].Reason, old.Lines[at].Link
			}
		} else {
			line = rec.marked(line)
		}
		l.Lines = append(l.Lines, line)
	}
}

// family is what runs say about the cases of chance that a line fits.
type family struct {
	failing record // of those that failed
	judged  int    // how many cases were judged
	played  int    // their rounds
}

func members(line Line, seen map[string]*record) (out family) {
	for id, rec := range seen {
		if !line.Fits(id) || !rec.chance || rec.failed+rec.passed == 0 || rec.fails() && !rec.byChance {
			continue
		}
		out.judged++
		out.played += rec.rounds.Played
		if rec.fails() {
			out.failing.add(rec)
		}
	}
	return out
}

// families renews the families of an earlier list, and adds one for each clause with a failure by
// chance that none covers. The rate of a family is that of its cases that failed.
func (l *List) families(old List, seen map[string]*record, exists func(Line) bool) {
	for _, line := range old.Lines {
		if !line.Family() {
			continue
		}
		of, keep := members(line, seen), true
		switch {
		case of.failing.fails():
			line, _ = line.counting(of.failing.rounds)
			if (Line{How: of.failing.manner()}).how() != line.how() {
				line.How = reports.Manner{}
			}
		case of.judged > 0:
			line, keep = line.counting(reports.Rounds{Played: of.played / of.judged})
			keep = keep || l.below(line)
		default:
			keep = exists(line)
		}
		if keep {
			l.Lines = append(l.Lines, line)
		} else {
			l.footer = append(line.comments, l.footer...)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(seen)) {
		family := slices.ContainsFunc(l.Lines, func(line Line) bool { return line.Family() && line.Fits(id) })
		if rec := seen[id]; rec.fails() && rec.byChance && !family && !old.has(id) {
			line := Line{Case: reports.Scenario{ID: id}.Clause() + "/**", Sometimes: true}
			of := members(line, seen)
			line.Rate, line.How = of.failing.rounds, of.failing.manner()
			l.Lines = append(l.Lines, line)
		}
	}
}

// unproven adds lines for findings that no probe showed again.
func (l *List) unproven(runs []reports.Run) {
	for _, r := range runs {
		for _, f := range r.Found {
			if f.Case != "" && !l.has(f.Case) {
				l.Lines = append(l.Lines, Line{Case: f.Case, How: f.Manner(), Sometimes: true, Reason: "seen once, in " + f.Scenario})
			}
		}
	}
}

// intro is the beginning of a new list.
var intro = []string{
	"# Known failures: a case, how it fails, why, and where that is followed up,",
	"# separated by tabs. \"sometimes 3/61\" before how lets the case pass as well: it failed",
	"# in 3 of 61 rounds. A case that ends with ** stands for all cases of chance of its clause.",
	"# `ifmatch run --baseline FILE` compares a run with them, --write-baseline FILE",
	"# writes them again, sorted, and keeps reasons, links and comments.",
	"",
}
