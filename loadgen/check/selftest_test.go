package check_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/check"
	"ifmatch/loadgen/check/selftest"
)

// TestTheSelfTestFindsEveryFlip falsifies the simulated histories.
func TestTheSelfTestFindsEveryFlip(t *testing.T) {
	thorough.Alone(t)
	t.Parallel()
	for name, h := range check.Shapes(4000) {
		before := slices.Clone(h.Events)
		if got := selftest.Run(h, 60, 5, check.Options{}); got.Flipped != 60 || got.Found != got.Flipped || len(got.Missed) > 0 {
			t.Errorf("%s: %+v", name, got)
		}
		if diff := cmp.Diff(before, h.Events); diff != "" {
			t.Errorf("%s was changed (-want +got):\n%s", name, diff)
		}
	}
}
