package scenario

import (
	"ifmatch/reports"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Judging is one thing that a response is said to carry, together with the response.
type Judging struct {
	World *World
	Act   *Act
	words.Carried
	Got string // the header that the subject is about
}

// Wrong is the verdict on a header that differs from what is said of it.
func (j *Judging) Wrong(want string) error {
	shown := j.Got
	if shown == "" {
		shown = "none"
	}
	return j.Other(j.Subject, want, shown)
}

// Other is the verdict on anything else in the response that differs.
func (j *Judging) Other(what, want, got string) error {
	return verdict.In(verdict.Failed(j.Act.Op.Name+" returned the wrong "+what, want, got), reports.InResponse, j.Act.Op.Name, j.Subject)
}
