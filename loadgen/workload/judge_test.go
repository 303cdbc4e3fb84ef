package workload

import (
	"testing"

	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/finding"
)

// judge gives the events of a run to all checks that apply. The reference's clock
// is exact, so no tolerance is granted for the end of a lease or a visibility
// timeout.
func judge(d *driver) check.Verdict {
	return check.Events(d.env.Book, d.events, true, "", check.Options{Early: -1, Late: -1})
}

// mustBeValid fails the test with what a check found.
func mustBeValid(t *testing.T, v check.Verdict) {
	t.Helper()
	if v.State == finding.Valid {
		return
	}
	t.Errorf("the history is %s %s", v.State, v.Why)
	for _, r := range v.Results {
		t.Errorf("%s of %s: %s %s", r.Check, r.Key, r.State, r.Why)
		for i, v := range r.Violations {
			if i == 3 {
				break
			}
			t.Errorf("%s: %s", v.Rule, v.Sentence)
			for _, e := range v.Evidence {
				t.Errorf("    %s: %+v", e.Role, e.Event)
			}
		}
	}
}
