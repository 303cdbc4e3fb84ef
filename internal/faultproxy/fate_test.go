package faultproxy

import (
	"math"
	"testing"
	"time"
)

func TestFatesFollowTheirShares(t *testing.T) {
	t.Parallel()
	const n = 100_000
	o := Options{Seed: 7, ResetShare: 0.2, SilentShare: 0.05, LateShare: 0.15, DelayShare: 0.25}
	var got [delayed + 1]int
	for k := range uint64(n) {
		got[o.fate(k)]++
	}
	want := [delayed + 1]float64{passed: 0.35, resetBefore: 0.1, resetAfter: 0.1, silent: 0.05, late: 0.15, delayed: 0.25}
	for f, share := range want {
		if deviation := math.Abs(float64(got[f])/n - share); deviation > 0.01 {
			t.Errorf("fate %d struck %d of %d, want about %.0f", f, got[f], n, share*n)
		}
	}
}

func TestFatesRepeatBySeed(t *testing.T) {
	t.Parallel()
	a := Options{Seed: 1, ResetShare: 0.5}
	b := Options{Seed: 2, ResetShare: 0.5}
	differ := 0
	for k := range uint64(1000) {
		if again := (Options{Seed: 1, ResetShare: 0.5}); a.fate(k) != again.fate(k) {
			t.Fatalf("exchange %d has two fates", k)
		}
		if a.fate(k) != b.fate(k) {
			differ++
		}
	}
	if differ == 0 {
		t.Error("two seeds have the same fates")
	}
	for k := range uint64(1000) {
		if f := (&Options{Seed: k}).fate(k); f != passed {
			t.Fatalf("without a share an exchange had the fate %d", f)
		}
	}
}

func TestOptionsThatCannotBe(t *testing.T) {
	t.Parallel()
	for _, o := range []Options{
		{ResetShare: -0.1}, {SilentShare: 1.1}, {LateShare: math.NaN()}, {ResetShare: 0.6, DelayShare: 0.6},
		{Late: -time.Second}, {Delay: -1},
	} {
		if p, err := Listen(t.Context(), "127.0.0.1:1", o); err == nil {
			p.Close()
			t.Errorf("Listen with %+v gave no error", o)
		}
	}
	for _, upstream := range []string{"", "h", "http://h:1/"} {
		if p, err := Listen(t.Context(), upstream, Options{}); err == nil {
			p.Close()
			t.Errorf("Listen before %q gave no error", upstream)
		}
	}
}
