// Package hazard finds what is wrong in a history of named clients, though no assertion says so: an update that was lost
// without anybody noticing, a write under a lease that had ended, a message that was handled twice. It judges clients, and
// takes it for granted that the store is right.
package hazard

import (
	"fmt"
	"strings"

	"ifmatch/reference/explore/history"
)

// Kind is what went wrong.
type Kind string

// The kinds.
const (
	TwoOwners   Kind = "message handled twice"         // two owners of a message both had its effect
	DoneTwice   Kind = "done twice"                    // an append or an update was repeated after a lost answer
	EarlyDelete Kind = "deleted before the effect"     // if its owner stops in between, what it deleted is lost
	EndedLease  Kind = "write after the lease's end"   // its writer went on after somebody else had got the lease
	LostUpdate  Kind = "lost update"                   // a write replaced a version that its writer had not read
	OwnWrite    Kind = "own write taken for another's" // a 412 or 409 after a lost answer
)

// Hazard is one thing that went wrong between two lines of a history. Lines count from 0.
type Hazard struct {
	Kind
	First      int
	FirstNote  string // about this line
	Second     int
	SecondNote string
	Remedy     string // what would have prevented it, with the header
}

// Notes are what to put under the lines of a drawing: about the first hazard, which is the worst.
func Notes(all []Hazard) map[int][]string {
	if len(all) == 0 {
		return nil
	}
	return map[int][]string{all[0].First: {all[0].FirstNote}, all[0].Second: {all[0].SecondNote}}
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
