package reports

import "slices"

// Outcome is the overall result of a run.
type Outcome int

// The outcomes, from best to worst as far as the target is concerned.
const (
	Conforms Outcome = iota
	Outdated         // the baseline no longer fits: a line is fixed, stale or fails less
	Unknown          // some case was blocked, errored, or has no verdict, or nothing was proven
	Deviates         // some gating case failed
)

// Outcome derives the outcome from the verdicts of r. Deviates beats Unknown, because
// one proven deviation is enough. A run in which no gating case was judged proves
// nothing. A run whose set-ups found a violation that no probe showed again does not
// conform either. Failures that the baseline knows are no deviations.
func (r Run) Outcome() Outcome {
	out := Conforms
	if r.Baseline != nil && r.Baseline.outdated(r.Summary) {
		out = Outdated
	}
	if r.Incomplete || r.Summary.Check() != nil {
		out = Unknown
	}
	if slices.ContainsFunc(r.Found, r.Doubts) {
		out = Unknown
	}
	proven := false
	for _, s := range r.Scenarios {
		switch s.Status {
		case Passed, KnownFailure, Fixed:
			proven = proven || Gates(s.Level, r.Plan.Level)
		case Failed:
			if r.Decides(s) {
				return Deviates
			}
			// A case that only fails below the level, by its code, proves its status.
			proven = proven || Gates(s.Level, r.Plan.Level)
		case Blocked, Error:
			out = Unknown
		}
	}
	if !proven && out != Unknown {
		return Unknown
	}
	return out
}
