package bounds

import (
	"testing"
	"time"
)

func TestHowLongSomethingLasts(t *testing.T) {
	t.Parallel()
	const s = time.Second
	for _, tc := range []struct {
		name   string
		timing Timing
		span   time.Duration
		lo, hi time.Duration
		says   string
	}{
		{"in real time", Timing{}, 15 * s, 14 * s, 17 * s, "at most 1 s before and 2 s after its time, by a clock of the service that runs as fast as ours"},
		{"for less than the tolerance", Timing{}, s / 2, 0, 5 * s / 2, ""},
		{"by a fast clock", Timing{Rate: 30}, 15 * s, 14 * s / 30, 17 * s / 30, "at most 1 s before and 2 s after its time, by a clock of the service that runs 30 times as fast as ours"},
		{"exactly", Timing{Early: -1, Late: -1}, 15 * s, 15 * s, 15 * s, "at most 0 before and 0 after its time, by a clock of the service that runs as fast as ours"},
		{"by tolerances of its own", Timing{Early: 3 * s, Late: s, Rate: 2}, 15 * s, 6 * s, 8 * s, ""},
	} {
		lo, hi := tc.timing.Lasts(int64(tc.span))
		if near(lo, tc.lo) && near(hi, tc.hi) && (tc.says == "" || tc.says == tc.timing.Assumption()) {
			continue
		}
		t.Errorf("%s: %v lasts %v to %v and ends %s; want %v to %v, %s", tc.name, tc.span, time.Duration(lo), time.Duration(hi), tc.timing.Assumption(), tc.lo, tc.hi, tc.says)
	}
}

// near reports whether a span is as wanted, apart from rounding.
func near(got int64, want time.Duration) bool { return max(got-int64(want), int64(want)-got) <= 2 }
