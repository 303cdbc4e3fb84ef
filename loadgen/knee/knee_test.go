package knee

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

// edge meets the objective up to a load that jitters by a share.
func edge(at, jitter float64) Trial {
	rng := rand.New(rand.NewPCG(1, 2))
	return func(_ context.Context, load float64) (Outcome, error) {
		if load <= at*(1+jitter*(2*rng.Float64()-1)) {
			return Met, nil
		}
		return Missed, nil
	}
}

// worn is an edge whose trials are unfit from a load on.
func worn(at, from float64) Trial {
	sharp := edge(at, 0)
	return func(ctx context.Context, load float64) (Outcome, error) {
		if load >= from {
			return Unfit, nil
		}
		return sharp(ctx, load)
	}
}

func TestWhatUnfitTrialsDecideIsSaid(t *testing.T) {
	t.Parallel()
	s := Search{Start: 100, Most: 1e6, Least: 1, Within: 0.05, Searches: 3}
	for _, tc := range []struct {
		name    string
		trial   Trial
		below   bool
		limited bool
	}{
		{"nothing but the trials ends it", worn(1e9, 5000), false, true},
		{"the objective ends it first", worn(1000, 5000), false, false},
		{"both at once", worn(4999, 5000), false, true},
		{"not one trial is fit", worn(1e9, 0.1), true, true},
		{"never met by fit trials", worn(0.1, 5000), true, false},
	} {
		got, err := s.Run(t.Context(), tc.trial)
		if err != nil {
			t.Fatal(err)
		}
		if got.Limited() != tc.limited || got.Below != tc.below {
			t.Errorf("%s: found %+v, limited %t, want limited %t, below %t", tc.name, got, got.Limited(), tc.limited, tc.below)
		}
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		search Search
		trial  Trial
		knee   float64
		off    float64 // how far Knee may be off, as a share
		beyond bool
		below  bool
	}{
		{"a sharp edge", Search{Start: 100, Most: 1e6, Least: 1, Within: 0.05, Searches: 3}, edge(12345, 0), 12345, 0.05, false, false},
		{"a blurred edge", Search{Start: 100, Most: 1e6, Least: 1, Within: 0.05, Searches: 5}, edge(5000, 0.1), 5000, 0.2, false, false},
		{"below the start", Search{Start: 1000, Most: 1e6, Least: 1, Within: 0.05, Searches: 3}, edge(70, 0), 70, 0.05, false, false},
		{"whole numbers", Search{Start: 2, Most: 1000, Least: 1, Whole: true, Within: 0.05, Searches: 1}, edge(17.5, 0), 17, 0, false, false},
		{"never reached", Search{Start: 10, Most: 1000, Least: 1, Within: 0.05, Searches: 1}, edge(1e9, 0), 1000, 0, true, false},
		{"never met", Search{Start: 10, Most: 1000, Least: 1, Within: 0.05, Searches: 1}, edge(0.5, 0), 1, 0, false, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := tc.search.Run(t.Context(), tc.trial)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(got.Knee-tc.knee) > tc.off*tc.knee || got.Beyond != tc.beyond || got.Below != tc.below {
				t.Errorf("found %+v, want %v within %v", got, tc.knee, tc.off)
			}
			if got.Low > got.Knee || got.High < got.Knee || !tc.beyond && !tc.below && got.Searches != tc.search.Searches {
				t.Errorf("found %+v: the range does not fit", got)
			}
		})
	}
}

func TestRunRefuses(t *testing.T) {
	t.Parallel()
	for _, s := range []Search{{}, {Start: 1, Most: 0.5, Least: 0.1, Within: 1, Searches: 1}, {Start: 1, Most: 2, Least: 1, Searches: 1}, {Start: 1, Most: 2, Least: 1, Within: 0.1}} {
		if _, err := s.Run(t.Context(), edge(1, 0)); !errors.Is(err, ErrSearch) {
			t.Errorf("%+v: %v, want ErrSearch", s, err)
		}
	}
}

func TestRunPassesErrorsOn(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for fails := range 12 {
		n := 0
		s := Search{Start: 100, Most: 1e6, Least: 1, Within: 0.2, Searches: 2}
		_, err := s.Run(t.Context(), func(ctx context.Context, load float64) (Outcome, error) {
			if n++; n > fails {
				return Missed, broken
			}
			return edge(1500, 0)(ctx, load)
		})
		if n > fails && !errors.Is(err, broken) {
			t.Errorf("trial %d fails: %v", fails, err)
		}
	}
}
