package hazard

import "ifmatch/reference/explore/history"

// finders find one kind of hazard each, in the order in which hazards are reported: what does most harm comes first.
var finders = []struct {
	Kind
	find func(*Finder, []history.Line) *Hazard
}{
	{TwoOwners, alone(twoOwners)},
	{DoneTwice, (*Finder).doneTwice},
	{EarlyDelete, alone(earlyDelete)},
	{EndedLease, alone(endedLease)},
	{LostUpdate, alone(lostUpdate)},
	{OwnWrite, (*Finder).ownWrite},
}

// alone is for what a history shows by itself.
func alone(find func([]history.Line) *Hazard) func(*Finder, []history.Line) *Hazard {
	return func(_ *Finder, lines []history.Line) *Hazard { return find(lines) }
}

// Kinds returns all kinds.
func Kinds() (all []Kind) {
	for _, f := range finders {
		all = append(all, f.Kind)
	}
	return all
}

// Find returns the first hazard of each kind that is not allowed, the worst kind first.
func (f *Finder) Find(lines []history.Line) (all []Hazard) {
	for _, one := range finders {
		if f.Allowed[one.Kind] {
			continue
		}
		if h := one.find(f, lines); h != nil {
			h.Kind = one.Kind
			all = append(all, *h)
		}
	}
	return all
}
