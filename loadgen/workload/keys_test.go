package workload

import (
	"math/rand/v2"
	"testing"

	"ifmatch/internal/thorough"
)

func TestChoiceAmongKeys(t *testing.T) {
	t.Parallel()
	const draws = 20_000
	for _, test := range []struct {
		name     string
		o        Options
		low, top float64 // bounds of the share of the first key
	}{
		{"one key", Options{Keys: 1}, 1, 1},
		{"one key, skewed", Options{Keys: 1, Zipf: 2}, 1, 1},
		{"uniform", Options{Keys: 10}, 0.08, 0.12},
		{"skewed", Options{Keys: 10, Zipf: 2}, 0.55, 0.75},
	} {
		c := newChooser(rand.New(rand.NewPCG(thorough.Seed(t), 1)), test.o)
		counts := make([]int, test.o.Keys)
		for range draws {
			counts[c.next()]++
		}
		if share := float64(counts[0]) / draws; share < test.low || share > test.top {
			t.Errorf("%s: the first key is drawn with a share of %g, want %g to %g", test.name, share, test.low, test.top)
		}
		for i, n := range counts {
			if n == 0 {
				t.Errorf("%s: key %d is never drawn", test.name, i)
			}
		}
	}
}
