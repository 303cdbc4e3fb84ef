package clock_test

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
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

func TestABubbleHasAClockOfItsOwn(t *testing.T) {
	t.Parallel()
	if clock.InBubble() {
		t.Error("a test outside of a bubble is in one")
	}
	synctest.Test(t, func(t *testing.T) {
		if !clock.InBubble() {
			t.Error("a test in a bubble is in none")
		}
		var due atomic.Bool
		begun := time.Now()
		time.AfterFunc(30*time.Second, func() { due.Store(true) })
		if now := (clock.Bubble{}).Advance(time.Minute); now.Sub(begun) != time.Minute {
			t.Errorf("a minute after %v it is %v", begun, now)
		}
		if !due.Load() {
			t.Error("what is due within the minute has not happened")
		}
	})
}
