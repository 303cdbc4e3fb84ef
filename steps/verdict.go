package steps

import (
	"context"
	"errors"
	"fmt"

	"ifmatch/reports"
)

// verdict ends a scenario. It travels as an error because that is how a godog
// step stops the steps after it.
type verdict struct {
	status    reports.Status
	reason    string
	want, got string
	// late marks a verdict that rests on our own lateness: the case is repeated
	// once alone before it counts.
	late bool
}

// Error puts the verdict into one line, for godog's own output.
func (v *verdict) Error() string {
	switch {
	case v.want != "":
		return fmt.Sprintf("%s: %s: want %s, got %s", v.status, v.reason, v.want, v.got)
	default:
		return fmt.Sprintf("%s: %s", v.status, v.reason)
	}
}

// failed says that the target did something else than the clause promises.
func failed(reason, want, got string) error {
	return &verdict{status: reports.Failed, reason: reason, want: want, got: got}
}

// blocked says that the state a case starts from could not be built.
func blocked(doing string, err error) error {
	var v *verdict
	if errors.As(err, &v) && v.status != reports.Failed {
		return v
	}
	return &verdict{status: reports.Blocked, reason: doing + ": " + err.Error()}
}

// unknown says that no answer could be had, so that nothing can be said.
func unknown(doing string, err error) error {
	var v *verdict
	if errors.As(err, &v) {
		return v
	}
	return &verdict{status: reports.Error, reason: doing + ": " + err.Error()}
}

// skipped says that the case does not apply to this target.
func skipped(reason string) error {
	return &verdict{status: reports.Skipped, reason: reason}
}

// miswritten says that the feature file is wrong. It is our bug, found by the
// suite's own tests on the reference, and never a word about the target.
func miswritten(format string, args ...any) error {
	return &verdict{status: reports.Error, reason: "read the scenario: " + fmt.Sprintf(format, args...)}
}

// tooLate says that we ourselves were too slow for what was to be shown.
func tooLate(what string) error {
	return &verdict{status: reports.Error, late: true,
		reason: "keep the scenario's time: " + what + "; the exchanges took too long to judge the answer fairly"}
}

// asVerdict folds whatever ended a scenario into a verdict; no error means that
// every step held. Nil is no verdict: the run was interrupted, which is all that
// an exchange without an answer says then.
func asVerdict(ctx context.Context, err error) *verdict {
	var v *verdict
	switch {
	case err == nil:
		return &verdict{status: reports.Passed}
	case errors.As(err, &v) && (ctx.Err() == nil || v.status != reports.Blocked && v.status != reports.Error):
		return v
	case ctx.Err() != nil:
		return nil
	default:
		return &verdict{status: reports.Error, reason: err.Error()}
	}
}
