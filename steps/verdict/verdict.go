// Package verdict holds what ends a scenario: a verdict that travels as an error,
// because that is how a step stops the steps after it.
package verdict

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ifmatch/reports"
)

// Verdict ends a scenario.
type Verdict struct {
	Status    reports.Status
	Reason    string
	Want, Got string
	// Differs lists the respects in which the target differs. CodeLevel is the level at which
	// a differing error code counts.
	Differs   []reports.Difference
	CodeLevel string
	// Operation and Respect say what misbehaved: "Put Page", "ETag".
	Operation, Respect string
	// Lacks says what a skipped case needs and the target or credential lacks.
	Lacks *reports.Lack
	// Late marks a verdict that rests on the suite's own lateness: the case is repeated once,
	// alone, before the verdict counts.
	Late bool
}

// Error puts the verdict into one line.
func (v *Verdict) Error() string {
	if v.Want != "" {
		return fmt.Sprintf("%s: %s: want %s, got %s", v.Status, v.Reason, v.Want, v.Got)
	}
	return fmt.Sprintf("%s: %s", v.Status, v.Reason)
}

// Failed says that the target did something other than the clause promises: in what reads
// show, unless In says otherwise.
func Failed(reason, want, got string) error {
	return &Verdict{Status: reports.Failed, Reason: reason, Want: want, Got: got, Differs: []reports.Difference{reports.InEffect}}
}

// In sets the respect and the operation of a Failed verdict. Any other error stays as it is.
func In(err error, d reports.Difference, operation, respect string) error {
	var v *Verdict
	if errors.As(err, &v) && v.Status == reports.Failed {
		v.Differs, v.Operation, v.Respect = []reports.Difference{d}, operation, respect
	}
	return err
}

// OtherCode says that the status is as promised but the error code is not, which counts at
// a level of its own.
func OtherCode(operation, level, want, got string) *Verdict {
	return &Verdict{Status: reports.Failed, Reason: operation + " returned the promised status, but the wrong error code",
		Want: want, Got: got, Differs: []reports.Difference{reports.InCode}, CodeLevel: level, Operation: operation, Respect: string(reports.InCode)}
}

// Has reports whether the target differs in d.
func (v *Verdict) Has(d reports.Difference) bool { return slices.Contains(v.Differs, d) }

// Add records that the target differs in further respects.
func (v *Verdict) Add(more *Verdict) {
	v.Differs = slices.DeleteFunc(slices.Clone(reports.Differences), func(d reports.Difference) bool { return !v.Has(d) && !more.Has(d) })
	if more.CodeLevel != "" {
		v.CodeLevel = more.CodeLevel
	}
}

// Blocked says that the state a case starts from could not be built.
func Blocked(doing string, err error) error {
	var v *Verdict
	if errors.As(err, &v) && v.Status != reports.Failed {
		return v
	}
	return &Verdict{Status: reports.Blocked, Reason: doing + ": " + err.Error()}
}

// BlockedBy is Blocked by an operation that broke a promise on which the case rests.
func BlockedBy(reason, operation, respect string) error {
	return &Verdict{Status: reports.Blocked, Reason: reason, Operation: operation, Respect: respect}
}

// Unknown says that no answer came, so that nothing can be judged.
func Unknown(doing string, err error) error {
	var v *Verdict
	if errors.As(err, &v) {
		return v
	}
	return &Verdict{Status: reports.Error, Reason: doing + ": " + err.Error()}
}

// Skipped says that the case does not apply to this target.
func Skipped(reason string, lacks reports.Lack) *Verdict {
	return &Verdict{Status: reports.Skipped, Reason: reason, Lacks: &lacks}
}

// NeedsPermission says that a case needs a permission that the credential does not grant.
func NeedsPermission(name string) *Verdict {
	return Skipped("needs permission "+name, reports.Lack{Kind: reports.LacksPermission, Name: name})
}

// Miswritten says that the feature file is wrong. This is a bug of the suite, found by its
// own tests on the reference, and says nothing about the target.
func Miswritten(format string, args ...any) error {
	return &Verdict{Status: reports.Error, Reason: "read the scenario: " + fmt.Sprintf(format, args...)}
}

// TooLate says that the suite itself was too slow to judge the answer.
func TooLate(what string) error {
	return &Verdict{Status: reports.Error, Late: true,
		Reason: "keep the scenario's time: " + what + "; the exchanges took too long to judge the answer fairly"}
}

// Of turns the error that ended a scenario into a verdict; a nil error means that every
// step held. It returns nil if the run was interrupted: an exchange without an answer then
// proves nothing.
func Of(ctx context.Context, err error) *Verdict {
	var v *Verdict
	switch {
	case err == nil:
		return &Verdict{Status: reports.Passed}
	case errors.As(err, &v) && (ctx.Err() == nil || v.Status != reports.Blocked && v.Status != reports.Error):
		return v
	case ctx.Err() != nil:
		return nil
	default:
		return &Verdict{Status: reports.Error, Reason: err.Error()}
	}
}

// Weather is what the requests of one scenario met.
type Weather struct {
	Requests            int
	Judged              int // requests of the story
	Once                int // requests that may change something, and are never sent again
	Transient, Repeated int
	Borne               int // transient answers that the sentence itself could allow for
	Last                *Hiccup
	Page                bool // a refusal was an HTML page without any header of the services: it may be another server's
}

// Hiccup is the last transient answer that a scenario met and could not recover from.
type Hiccup struct {
	Status int  // 0: no answer
	Broken bool // the answer began and broke off
	Judged bool // it answered a request of the story, not of the set-up or a read-back
}
