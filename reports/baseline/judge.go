package baseline

import (
	"fmt"
	"slices"

	"ifmatch/reports"
)

// Judge returns r with the verdicts according to the list. file is the list's name.
// exists reports whether the suite has a case of a line, chosen for this run or not.
//
// A failure is known if it is the one in its line. A case that fails worse, or in
// another way, counts as failed; so does one whose line has a rate and that fails
// significantly more often. A case that could not be judged stays so, unless its line
// says that the same clause blocks it.
func (l List) Judge(r reports.Run, file string, exists func(Line) bool) reports.Run {
	r = Without(r)
	b := &reports.Baseline{File: file, Lines: len(l.Lines)}
	r.Baseline = b
	members := l.members(r.Scenarios)
	stale := func(line Line, why string) {
		b.Stale = append(b.Stale, reports.Stale{Case: line.Case, Line: line.Number, Why: why})
	}
	for i, line := range l.Lines {
		if line.Reason == "" && line.Rate.Played == 0 {
			b.Unexplained++
		}
		seen := found(r, line)
		switch {
		case len(members[i]) > 0:
		case seen:
			continue
		case exists(line):
			b.Outside++
			continue
		default:
			stale(line, map[bool]string{false: "no case has this id", true: "it matches no case"}[line.Family()])
			continue
		}
		group := newGroup(line, r.Scenarios, members[i])
		if len(group.judged) == 0 && group.skipped {
			b.Outside++
			continue
		}
		if len(group.judged) == 0 {
			stale(line, "the answer is recorded and no longer judged")
			continue
		}
		if line.Family() && group.fixed() && !l.below(line) {
			stale(line, fmt.Sprintf("each of its cases passed the last %d rounds: its rate is refuted", line.Since+group.played))
			continue
		}
		for _, at := range group.judged {
			s := &r.Scenarios[at]
			group.judge(s)
			if s.Status == reports.Fixed && seen {
				s.Status = reports.Passed // a set-up still showed the failure
			}
			if s.Status == reports.Failed && !r.Decides(*s) {
				b.Misfits++
			}
		}
	}
	for i := range r.Scenarios {
		tooRare(&r.Scenarios[i])
	}
	r.Summary = count(r)
	return r
}

// manyAlone is how many rounds alone must pass before a failure by chance counts as too rare to gate.
// Of a fault that shows in one round of fifty, seven times of eight at least one of them fails.
const manyAlone = 100

// tooRare makes a failure by chance that no line knows, and that did not show again when it was
// repeated alone, no reason for a red gate. Whoever writes the list again adds its line.
func tooRare(s *reports.Scenario) {
	if s.Status != reports.Failed || s.Known != nil || !s.Chance || s.Alone == nil || s.Alone.Failed > 0 || s.Alone.Played < manyAlone {
		return
	}
	s.Known = &reports.Known{How: reports.MannerOf(*s).String(), Sometimes: true,
		Reason: fmt.Sprintf("too rare to gate: it failed in none of %d rounds alone", s.Alone.Played)}
	s.Status = reports.KnownFailure
}

// found gives the line to the finding of its probe, if there is one: the line also
// covers what the probe did not show again this time.
func found(r reports.Run, line Line) bool {
	i := slices.IndexFunc(r.Found, func(f reports.Finding) bool { return f.Case == line.Case })
	if i < 0 {
		return false
	}
	r.Found[i].Known = line.known()
	return true
}

// Without returns r without the effects of any list.
func Without(r reports.Run) reports.Run {
	r.Baseline = nil
	r.Scenarios = slices.Clone(r.Scenarios)
	for i := range r.Scenarios {
		s := &r.Scenarios[i]
		s.Status, s.Known = s.Plainly(), nil
	}
	r.Found = slices.Clone(r.Found)
	for i := range r.Found {
		r.Found[i].Known = nil
	}
	r.Summary = count(r)
	return r
}

func count(r reports.Run) reports.Summary {
	out := reports.Summary{Planned: r.Summary.Planned}
	for _, s := range r.Scenarios {
		out.Add(s.Status)
	}
	return out
}
