package clock_test

import (
	"testing"
	"time"

	"ifmatch/reference/clock"
)

func TestFastMultipliesWhatPasses(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	for _, c := range []struct {
		rate   float64
		passed time.Duration
		want   time.Duration
	}{
		{60, 0, 0},
		{60, time.Second, time.Minute},
		{1, 90 * time.Minute, 90 * time.Minute},
		{2.5, 2 * time.Second, 5 * time.Second},
		{clock.MaxRate, 30 * 24 * time.Hour, clock.MaxRate * 30 * 24 * time.Hour},
	} {
		machine := clock.NewVirtual(start)
		fast := clock.NewFast(machine, c.rate)
		machine.Advance(c.passed)
		if got := fast.Now().Sub(start); got != c.want {
			t.Errorf("%v on a clock %v times as fast: %v, want %v", c.passed, c.rate, got, c.want)
		}
		if got := clock.OfSenders(fast); !got.Equal(machine.Now()) {
			t.Errorf("clients of a fast clock have %v, want the machine's %v", got, machine.Now())
		}
		if got := clock.OfSenders(machine); !got.Equal(machine.Now()) {
			t.Errorf("clients of another clock have %v, want its own %v", got, machine.Now())
		}
	}
}

func TestFastNeverGoesBack(t *testing.T) {
	t.Parallel()
	fast := clock.NewFast(clock.Real{}, 1000)
	last := fast.Now()
	for range 10_000 {
		now := fast.Now()
		if now.Before(last) || now.Location() != time.UTC {
			t.Fatalf("%v follows %v", now, last)
		}
		last = now
	}
}
