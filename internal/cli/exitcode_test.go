package cli

import (
	"testing"

	"ifmatch/internal/loading"
	"ifmatch/reports/load"
)

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
		if got := worst(append(loading.Codes(r), OK)...); got != tc.want {
			t.Errorf("%+v: exit code %d, want %d", tc, got, tc.want)
		}
	}
}
