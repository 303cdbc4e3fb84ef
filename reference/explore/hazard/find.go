package hazard

import "ifmatch/reference/explore/history"

// finders find one kind of hazard each, in the order in which hazards are reported: what says most comes first.
var finders = []struct {
	Kind
	find func([]history.Line) (Hazard, bool)
}{
	{EndedLease, endedLease},
	{TwoOwners, twoOwners},
	{EarlyDelete, earlyDelete},
	{DoneTwice, doneTwice},
	{LostUpdate, lostUpdate},
	{OwnWrite, ownWrite},
}

// Kinds returns all kinds.
func Kinds() []Kind {
	var all []Kind
	for _, f := range finders {
		all = append(all, f.Kind)
	}
	return all
}

// Find returns the first hazard of each kind.
func Find(lines []history.Line) []Hazard {
	var all []Hazard
	for _, f := range finders {
		if h, found := f.find(lines); found {
			h.Kind = f.Kind
			all = append(all, h)
		}
	}
	return all
}
