package exit

import (
	"slices"
	"testing"
)

func TestWorstFollowsThePrecedence(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		codes []Code
		want  Code
	}{
		{nil, OK},
		{[]Code{OK}, OK},
		{[]Code{OK, Stale}, Stale},
		{[]Code{Stale, Unknown}, Unknown},
		{[]Code{Unknown, Deviates}, Deviates},
		{[]Code{Deviates, Interrupted}, Interrupted},
		{[]Code{Interrupted, Usage}, Usage},
		{[]Code{OK, Unknown, OK, Deviates}, Deviates},
	} {
		if got := Worst(tc.codes...); got != tc.want {
			t.Errorf("Worst(%v) = %d, want %d", tc.codes, got, tc.want)
		}
	}
}

func TestEveryCodeIsListedAndRanked(t *testing.T) {
	t.Parallel()
	for _, c := range Meanings {
		if !slices.Contains(precedence, c.Code) {
			t.Errorf("exit code %d has no place in the precedence", c.Code)
		}
	}
	if len(Meanings) != len(precedence) {
		t.Errorf("%d codes are listed, %d ranked", len(Meanings), len(precedence))
	}
}
