package check

import (
	"slices"

	"ifmatch/loadgen/check/finding"
)

// withhold removes what an incomplete history does not prove. What is missing is what
// others did: a violation that its evidence proves whoever else wrote stands, and the
// others make the history no worse than incomplete.
func withhold(r finding.Result) finding.Result {
	if r.State != finding.Invalid {
		return r
	}
	r.Violations = slices.DeleteFunc(slices.Clone(r.Violations), func(v finding.Violation) bool { return v.Whole })
	r.More, r.Unlisted = r.More || r.Unlisted > 0, 0 // of what is not described nobody can tell whether it stands
	if len(r.Violations) == 0 {
		r.State, r.More, r.Why = finding.Incomplete, false, "what is missing may explain what was seen"
	}
	return r
}
