package hazard

import "ifmatch/reference/explore/history"

// finders find one kind of hazard each, in the order in which hazards are reported: what does most harm comes first.
var finders = []struct {
	Kind
	find func(*Finder, []history.Line) (Hazard, bool)
}{
	{TwoOwners, alone(twoOwners)},
	{DoneTwice, (*Finder).doneTwice},
	{EarlyDelete, alone(earlyDelete)},
	{EndedLease, alone(endedLease)},
	{LostUpdate, alone(lostUpdate)},
	{OwnWrite, (*Finder).ownWrite},
}

// alone is for what a history shows by itself.
func alone(find func([]history.Line) (Hazard, bool)) func(*Finder, []history.Line) (Hazard, bool) {
	return func(_ *Finder, lines []history.Line) (Hazard, bool) { return find(lines) }
}

// Kinds returns all kinds.
func Kinds() []Kind {
	var all []Kind
	for _, f := range finders {
		all = append(all, f.Kind)
	}
	return all
}

// Find returns the first hazard of each kind that is not allowed, the worst kind first.
func (f *Finder) Find(lines []history.Line) []Hazard {
	var all []Hazard
	for _, one := range finders {
		if h, found := one.find(f, lines); found && !f.Allowed[one.Kind] {
			h.Kind = one.Kind
			all = append(all, h)
		}
	}
	return all
}
