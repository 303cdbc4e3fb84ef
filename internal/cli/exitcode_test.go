package cli

import (
	"slices"
	"testing"

	"ifmatch/reports/load"
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

// TestFiguresOfABusyMachineProveNothing judges a --fail-if by figures that were measured while the machine was busy.
func TestFiguresOfABusyMachineProveNothing(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		seconds, waited float64
		failed          bool
		want            ExitCode
	}{
		{10, 0.1, true, Deviates}, {10, 0.1, false, OK},
		{10, 0.9, true, Unknown}, {10, 0.9, false, Unknown},
		{1, 0.9, true, Deviates}, // too short to tell
	} {
		r := load.Run{Seconds: tc.seconds, Pace: load.Pace{Waited: tc.waited}, Verdict: load.Verdict{State: load.Valid}, Thresholds: []load.Threshold{{Failed: tc.failed}}}
		if got := worst(append(loadCodes(r), OK)...); got != tc.want {
			t.Errorf("%+v: exit code %d, want %d", tc, got, tc.want)
		}
	}
}
