package cli

import (
	"slices"
	"testing"
)

func TestWorstFollowsThePrecedence(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		codes []ExitCode
		want  ExitCode
	}{
		{nil, OK},
		{[]ExitCode{OK}, OK},
		{[]ExitCode{OK, Stale}, Stale},
		{[]ExitCode{Stale, Unknown}, Unknown},
		{[]ExitCode{Unknown, Deviates}, Deviates},
		{[]ExitCode{Deviates, Interrupted}, Interrupted},
		{[]ExitCode{Interrupted, Usage}, Usage},
		{[]ExitCode{OK, Unknown, OK, Deviates}, Deviates},
	} {
		if got := worst(tc.codes...); got != tc.want {
			t.Errorf("worst(%v) = %d, want %d", tc.codes, got, tc.want)
		}
	}
}

func TestEveryCodeIsListedAndRanked(t *testing.T) {
	t.Parallel()
	for _, c := range exitCodes {
		if !slices.Contains(precedence, c.Code) {
			t.Errorf("exit code %d has no place in the precedence", c.Code)
		}
	}
	if len(exitCodes) != len(precedence) {
		t.Errorf("%d codes are listed, %d ranked", len(exitCodes), len(precedence))
	}
}
