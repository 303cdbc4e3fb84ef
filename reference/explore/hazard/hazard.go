// Package hazard finds what is wrong in a history of named clients, though no assertion says so: an update that was lost
// without anybody noticing, a write under a lease that had ended, a message that was handled twice. It judges clients, and
// takes it for granted that the store is right.
package hazard

import "fmt"

// Kind is what went wrong.
type Kind string

// The kinds, the worst first.
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

// String says what went wrong, and how to prevent it. Lines count from 1 there, as in a drawing.
func (h Hazard) String() string {
	return fmt.Sprintf("%s, in lines %d and %d. What prevents it: %s", h.Kind, h.First+1, h.Second+1, h.Remedy)
}

// Notes are what to put under the lines of a drawing: about the first hazard, which is the worst.
func Notes(all []Hazard) map[int][]string {
	if len(all) == 0 {
		return nil
	}
	h := all[0]
	return map[int][]string{h.First: {h.FirstNote}, h.Second: {h.SecondNote}}
}

// Summary says the first hazard, and mentions the others.
func Summary(all []Hazard) string {
	text := ""
	for i, h := range all {
		if i == 0 {
			text = h.String() + "\n"
		} else {
			text += fmt.Sprintf("also here: %s, in lines %d and %d\n", h.Kind, h.First+1, h.Second+1)
		}
	}
	return text
}
