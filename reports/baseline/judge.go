package baseline

import (
	"slices"

	"ifmatch/reports"
)

// Judge returns r with the verdicts according to the list. file is the list's name.
// exists reports whether the suite has a case, chosen for this run or not.
//
// A failure is known if it is the one in its line. A case that fails worse, or in
// another way, counts as failed. A case that could not be judged stays so, unless
// its line says that the same clause blocks it.
func (l List) Judge(r reports.Run, file string, exists func(id string) bool) reports.Run {
	r = Without(r)
	b := &reports.Baseline{File: file, Lines: len(l.Lines)}
	r.Baseline = b
	at := positions(r)
	stale := func(line Line, why string) {
		b.Stale = append(b.Stale, reports.Stale{Case: line.Case, Line: line.Number, Why: why})
	}
	for _, line := range l.Lines {
		if line.Reason == "" {
			b.Unexplained++
		}
		i, ran := at[line.Case]
		seen := found(r, line)
		switch {
		case ran:
		case seen:
			continue
		case exists(line.Case):
			b.Outside++
			continue
		default:
			stale(line, "no case has this id")
			continue
		}
		s := &r.Scenarios[i]
		switch s.Status {
		case reports.Skipped:
			b.Outside++
			continue
		case reports.Recorded:
			stale(line, "the answer is recorded and no longer judged")
			continue
		}
		s.Known = line.known()
		s.Status = verdict(s, line)
		if s.Status == reports.Fixed && seen {
			s.Status = reports.Passed // a set-up still showed the failure
		}
		if s.Status == reports.Failed && !r.Decides(*s) {
			b.Misfits++
		}
	}
	r.Summary = count(r)
	return r
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

// verdict judges a case with a line.
func verdict(s *reports.Scenario, line Line) reports.Status {
	switch s.Status {
	case reports.Passed:
		if !line.Sometimes {
			return reports.Fixed
		}
	case reports.Failed:
		change := reports.MannerOf(*s).Against(line.How)
		if change == reports.Same || change == reports.Less && line.Sometimes {
			return reports.KnownFailure
		}
		s.Known.Change = change
	case reports.Blocked:
		if s.BlockedBy != "" && s.BlockedBy == line.How.BlockedBy {
			return reports.KnownFailure
		}
	}
	return s.Status
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

func positions(r reports.Run) map[string]int {
	at := make(map[string]int, len(r.Scenarios))
	for i, s := range r.Scenarios {
		at[s.ID] = i
	}
	return at
}
