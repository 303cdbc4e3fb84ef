package hazard

import (
	"fmt"
	"strings"

	"ifmatch/reference/explore/history"
)

// The kinds.
const (
	TwoOwners   Kind = "message handled twice"         // two owners of a message both had its effect
	DoneTwice   Kind = "done twice"                    // an append or an update was repeated after a lost answer
	EarlyDelete Kind = "deleted before the effect"     // if its owner stops in between, what it deleted is lost
	EndedLease  Kind = "write after the lease's end"   // its writer went on after somebody else had got the lease
	LostUpdate  Kind = "lost update"                   // a write replaced a version that its writer had not read
	OwnWrite    Kind = "own write taken for another's" // a 412 or 409 after a lost answer
)

// rules find one kind of hazard each. What does most harm comes first. Command lines allow kinds by their short names.
var rules = []struct {
	Kind
	name string
	find func(*story) *Hazard
}{
	{TwoOwners, "two-owners", (*story).twoOwners},
	{DoneTwice, "done-twice", (*story).doneTwice},
	{EarlyDelete, "early-delete", (*story).earlyDelete},
	{EndedLease, "ended-lease", (*story).endedLease},
	{LostUpdate, "lost-update", (*story).lostUpdate},
	{OwnWrite, "own-write", (*story).ownWrite},
}

// Kinds returns all kinds, the worst first.
func Kinds() (all []Kind) {
	for _, r := range rules {
		all = append(all, r.Kind)
	}
	return all
}

// Names returns the kinds by their short names.
func Names() map[string]Kind {
	all := make(map[string]Kind)
	for _, r := range rules {
		all[r.name] = r.Kind
	}
	return all
}

// Find returns the first hazard of each kind that is not allowed, the worst kind first. Whether a refusal was taken for a
// failure can only be told by what the client does when it is not refused: without returns the history in which the
// answer in a line is not lost; nil, as far as anybody knows.
func Find(lines []history.Line, allowed map[Kind]bool, without func(line int) []history.Line) (all []Hazard) {
	s := newStory(lines, without)
	for _, r := range rules {
		if allowed[r.Kind] {
			continue
		}
		if h := r.find(s); h != nil {
			h.Kind = r.Kind
			all = append(all, *h)
		}
	}
	return all
}

// Summary says the first hazard with its remedy, and mentions the others. Lines count from 1 there, as in a drawing.
func Summary(all []Hazard) (text string) {
	for i, h := range all {
		text += fmt.Sprintf("%s, in lines %d and %d\n", h.Kind, h.First+1, h.Second+1)
		if i == 0 {
			text += history.Fold("", strings.Fields("What prevents it: "+h.Remedy))
		}
		if i < len(all)-1 {
			text += "also here: "
		}
	}
	return text
}
