package clock_test

import (
	"testing"
	"time"

	"ifmatch/reference/clock"
)

func TestVirtualStandsStillUntilAdvanced(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 4, 5, 6, 7, 890, time.FixedZone("x", 3600))
	v := clock.NewVirtual(start)
	want := time.Date(2026, 3, 4, 4, 6, 7, 0, time.UTC)
	for _, step := range []struct {
		by   time.Duration
		want time.Time
	}{
		{0, want},
		{15 * time.Second, want.Add(15 * time.Second)},
		{-time.Hour, want.Add(15 * time.Second)},
		{time.Nanosecond, want.Add(15*time.Second + 1)},
	} {
		if got := v.Advance(step.by); !got.Equal(step.want) {
			t.Errorf("Advance(%v) = %v, want %v", step.by, got, step.want)
		}
		if got := v.Now(); !got.Equal(step.want) || got.Location() != time.UTC {
			t.Errorf("after Advance(%v): Now() = %v, want %v in UTC", step.by, got, step.want)
		}
	}
}

func TestRealIsUTC(t *testing.T) {
	t.Parallel()
	before := time.Now()
	got := clock.Real{}.Now()
	if got.Before(before) || got.After(time.Now()) || got.Location() != time.UTC {
		t.Errorf("Real.Now() = %v, not the machine's time in UTC", got)
	}
}
