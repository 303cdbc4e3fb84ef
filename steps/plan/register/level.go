package register

import "fmt"

// Level says how strongly a clause is stated. Levels are ordered from the strongest to the
// weakest, so a run that gates at level g gates every clause with Level <= g. The zero Level is
// not a valid level.
type Level uint8

const (
	Must     Level = iota + 1 // stated by the article on managing concurrency
	Should                    // stated only by the REST reference
	Observed                  // known only from recordings, live tests, reports or an emulator
)

var levelNames = [...]string{Must: "must", Should: "should", Observed: "observed"}

// String returns the level as the register and the feature files write it.
func (l Level) String() string {
	if l < Must || l > Observed {
		return fmt.Sprintf("Level(%d)", uint8(l))
	}
	return levelNames[l]
}

// ParseLevel reads a level as String writes it.
func ParseLevel(s string) (Level, error) {
	for l := Must; l <= Observed; l++ {
		if levelNames[l] == s {
			return l, nil
		}
	}
	return 0, fmt.Errorf("%q is not a level; write must, should or observed", s)
}
