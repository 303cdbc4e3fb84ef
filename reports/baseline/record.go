package baseline

import (
	"slices"

	"ifmatch/reports"
)

// record is what several runs say about one case, or about the cases of a family.
type record struct {
	chance         bool
	failed, passed int            // runs
	byChance       bool           // no failure was certain
	rounds         reports.Rounds // of all runs; where it failed again alone, those alone, by which its rate is tested later
	manners        []reports.Manner
	recorded       bool
}

// gather reads the verdicts of runs, by case.
func gather(runs []reports.Run) map[string]*record {
	out := map[string]*record{}
	for _, r := range runs {
		for _, s := range Without(r).Scenarios {
			rec := out[s.ID]
			if rec == nil {
				rec = &record{chance: s.Chance, byChance: s.Chance}
				out[s.ID] = rec
			}
			rec.note(s)
		}
	}
	return out
}

// note adds one verdict.
func (rec *record) note(s reports.Scenario) {
	switch {
	case s.Status == reports.Passed:
		rec.passed++
	case s.Status == reports.Failed, s.Status == reports.Blocked && s.BlockedBy != "":
		rec.failed++
		rec.byChance = rec.byChance && s.ByChance()
		rec.manners = append(rec.manners, reports.MannerOf(s))
	case s.Status == reports.Recorded:
		rec.recorded = true
	}
	if s.Alone != nil {
		rec.rounds = rec.rounds.Add(*s.Alone)
	}
	if s.Alone == nil || s.Alone.Failed == 0 {
		rec.rounds = rec.rounds.Add(s.Plays())
	}
}

// add adds another case to a family.
func (rec *record) add(other *record) {
	rec.failed, rec.passed = rec.failed+other.failed, rec.passed+other.passed
	rec.rounds, rec.manners = rec.rounds.Add(other.rounds), slices.Concat(rec.manners, other.manners)
}

func (rec *record) fails() bool { return rec.failed > 0 }

// manner is how the case failed, if it always failed so; otherwise the zero Manner, unless one of
// them includes the others.
func (rec *record) manner() reports.Manner {
	for _, m := range rec.manners {
		if !slices.ContainsFunc(rec.manners, func(o reports.Manner) bool {
			change := o.Against(m)
			return change != reports.Same && change != reports.Less
		}) {
			return m
		}
	}
	return reports.Manner{}
}

// marked gives a line its rate, if the case does not fail in every run.
func (rec *record) marked(line Line) Line {
	if rec.passed > 0 || line.how() == "" {
		line.Sometimes, line.Rate = true, reports.Rounds{Failed: rec.failed, Played: rec.failed + rec.passed}
	}
	return line
}

// renewed returns a line after its case ran, and whether the line stays.
func (rec *record) renewed(line Line) (Line, bool) {
	switch {
	case rec.recorded && !rec.fails():
		return line, false
	case !rec.fails() && rec.passed == 0: // not judged
		return line, true
	case !rec.fails() && !line.Sometimes && !rec.chance:
		return line, false
	case !rec.fails():
		line.Sometimes = true
		return line.counting(rec.rounds)
	}
	if how := rec.manner(); line.how() != "" || len(line.How.Differs) > 0 {
		if change := how.Against(line.How); !line.Sometimes || change != reports.Less {
			line.How = how
		}
	}
	switch {
	case line.Sometimes:
		if line.Rate.Played == 0 {
			line.Rate, line.Since = rec.rounds, 0
			return line, true
		}
		return line.counting(rec.rounds)
	case rec.byChance:
		line.Sometimes, line.Rate = true, rec.rounds
		return line, true
	}
	return rec.marked(line), true
}
