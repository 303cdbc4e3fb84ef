package scenario

import (
	"cmp"
	"slices"
	"strconv"

	"ifmatch/steps/plan"
)

// Sight is what an account has shown of its kind.
type Sight struct {
	Account plan.Account
	// Decisive are the facts on which something depends; others need not be looked for.
	Decisive map[string]bool
	// Hidden says why something did not show: the first operation that was refused, or got no answer.
	Hidden string
	// Silent: an operation got no answer at all.
	Silent bool
}

// Depends reports whether something depends on one of these facts.
func (s *Sight) Depends(facts ...string) bool {
	return slices.ContainsFunc(facts, func(fact string) bool { return s.Decisive[fact] })
}

// Answered reports whether an operation succeeded, so that its answer shows something.
func (s *Sight) Answered(operation string, resp Response, err error) bool {
	why := ""
	switch {
	case err != nil:
		why = operation + " got no answer"
		s.Silent = true
	case !resp.OK():
		why = operation + " was answered " + resp.String()
	}
	s.Hidden = cmp.Or(s.Hidden, why)
	return why == ""
}

// Shows notes a fact as an answer states it, if it does.
func (s *Sight) Shows(fact, value string) {
	if value != "" {
		s.Account[fact] = value
	}
}

// Is notes whether something is so.
func (s *Sight) Is(fact string, so bool) { s.Account[fact] = strconv.FormatBool(so) }
