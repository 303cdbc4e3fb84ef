package steps

import "testing"

func TestCounted(t *testing.T) {
	t.Parallel()
	tally := map[string]int{"412 ConditionNotMet": 6, "201 Created": 2}
	if got, want := counted(tally), "2 × 201 Created, 6 × 412 ConditionNotMet"; got != want {
		t.Errorf("counted(%v) = %q, want %q", tally, got, want)
	}
}
