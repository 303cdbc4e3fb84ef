package baseline

import (
	"fmt"

	"ifmatch/reports"
)

// group is what became of the cases of a line in a run.
type group struct {
	line    Line
	judged  []int // cases that have a verdict, by index
	skipped bool  // some case was skipped
	failed  bool  // one fails as the line says, how often ever
	played  int   // rounds that each of the judged cases played, on average
}

// members are the cases of each line: the one that it names, or for a family those of chance
// that match and have no line of their own.
func (l List) members(cases []reports.Scenario) [][]int {
	own, out := map[string]bool{}, make([][]int, len(l.Lines))
	for _, line := range l.Lines {
		own[line.Case] = true
	}
	for i, line := range l.Lines {
		for at, s := range cases {
			if line.Fits(s.ID) && (!line.Family() || s.Chance && !own[s.ID]) {
				out[i] = append(out[i], at)
			}
		}
	}
	return out
}

func newGroup(line Line, cases []reports.Scenario, members []int) group {
	g := group{line: line}
	for _, at := range members {
		s := cases[at]
		switch s.Status {
		case reports.Skipped:
			g.skipped = true
			continue
		case reports.Recorded:
			continue
		}
		g.judged = append(g.judged, at)
		if s.Status == reports.Failed && !g.asKnown(s) {
			continue // it is judged by itself
		}
		g.failed = g.failed || s.Status == reports.Failed
		g.played += s.Plays().Played
	}
	if len(g.judged) > 0 {
		g.played /= len(g.judged)
	}
	return g
}

// asKnown reports whether a case fails as the line says, how often ever.
func (g group) asKnown(s reports.Scenario) bool {
	if g.line.how() == "" {
		return true
	}
	change := reports.MannerOf(s).Against(g.line.How)
	return change == reports.Same || change == reports.Less && g.line.Sometimes
}

// fixed reports whether so many rounds have passed that the line's rate is refuted. Of the cases of
// a family any may have been the one that failed, so what counts is how often each of them passed.
func (g group) fixed() bool { return !g.failed && refuted(g.line.Rate, g.line.Since+g.played) }

// oftener reports whether a case failed more often in this run than the line says.
func (g group) oftener(s reports.Scenario) bool { return s.Plays().Rate() > g.line.Rate.Rate() }

// tested are the rounds by which that is tested: those alone, if there are some. Those of the run
// ended with the first failure.
func tested(s reports.Scenario) reports.Rounds {
	if s.Alone != nil && s.Alone.Played > 0 {
		return *s.Alone
	}
	return s.Plays()
}

// judge judges a case of the line.
func (g group) judge(s *reports.Scenario) {
	if g.line.Family() && s.Status != reports.Failed {
		return
	}
	s.Known = g.line.known()
	switch {
	case s.Status == reports.Passed && (!g.line.Sometimes && !s.Chance || g.fixed()):
		s.Status = reports.Fixed
	case s.Status == reports.Blocked && s.BlockedBy != "" && s.BlockedBy == g.line.How.BlockedBy:
		s.Status = reports.KnownFailure
	case s.Status == reports.Failed:
		if s.Known.Change = g.change(*s); s.Known.Change == reports.Same {
			s.Status = reports.KnownFailure
		}
		if s.Known.Change == reports.Oftener {
			now := tested(*s)
			s.Known.Rate = fmt.Sprintf("%d of %d rounds failed, where the list knows %d of %d (p = %.2g, Fisher's exact test; below %v counts)",
				now.Failed, now.Played, g.line.Rate.Failed, g.line.Rate.Played+g.line.Since, aboveBy(now, g.line.all()), changed)
		}
	}
}

// change is the relation of a failure to the line; Same if it is known.
func (g group) change(s reports.Scenario) reports.Relation {
	if !g.asKnown(s) {
		return reports.MannerOf(s).Against(g.line.How)
	}
	above := aboveBy(tested(s), g.line.all())
	switch {
	case g.line.Rate.Played == 0 || g.line.often():
	case !s.ByChance() && (g.line.Family() || s.Chance && above < gone):
		return reports.Certain
	case g.oftener(s) && above < changed:
		return reports.Oftener
	}
	return reports.Same
}

// Doubtful lists the failed cases on which the list says nothing certain: those without a line, and
// those of chance that failed more often in this run than their line says. Repeating them tells
// more.
func (l List) Doubtful(cases []reports.Scenario) []string {
	settled := map[string]bool{}
	for i, members := range l.members(cases) {
		g := newGroup(l.Lines[i], cases, members)
		for _, at := range g.judged {
			s := cases[at]
			settled[s.ID] = !(s.Chance && g.line.Rate.Played > 0 && !g.line.often() && g.asKnown(s) && g.oftener(s))
		}
	}
	var out []string
	for _, s := range cases {
		if s.Status == reports.Failed && !settled[s.ID] {
			out = append(out, s.ID)
		}
	}
	return out
}
