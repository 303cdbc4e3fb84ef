package workload

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/thorough"
	"ifmatch/loadgen/history"
)

func TestOptionsThatMakeNoSense(t *testing.T) {
	t.Parallel()
	for _, w := range blobWorkloads {
		for _, test := range []struct {
			name   string
			adjust func(*Options)
		}{
			{"", func(*Options) {}},
			{"keys", func(o *Options) { o.Keys = 0 }},
			{"keys", func(o *Options) { o.Keys = maxKeys + 1 }},
			{"zipf", func(o *Options) { o.Zipf = 1 }},
			{"zipf", func(o *Options) { o.Zipf = -2 }},
			{"zipf", func(o *Options) { o.Zipf = math.NaN() }},
			{"reads", func(o *Options) { o.Reads = 1.01 }},
			{"reads", func(o *Options) { o.Reads = -0.01 }},
			{"reads", func(o *Options) { o.Reads = math.NaN() }},
			{"size", func(o *Options) { o.Size = 23 }},
			{"size", func(o *Options) { o.Size = maxBlob + 1 }},
			{"think", func(o *Options) { o.Think = -time.Second }},
		} {
			o := w.Defaults
			test.adjust(&o)
			_, err := w.New(Env{Run: testRun, Prefix: "ifm-", Options: o, Book: history.NewDictionary(testRun)})
			switch {
			case test.name == "" && err != nil:
				t.Errorf("%s refuses its defaults: %v", w.Name, err)
			case test.name != "" && (err == nil || !strings.HasPrefix(err.Error(), test.name+": ")):
				t.Errorf("%s with %+v: %v, want an error about %s", w.Name, o, err, test.name)
			}
		}
	}
}

func TestThinkTime(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(thorough.Seed(t), 1))
	if got := exponential(rng, 0); got != 0 {
		t.Errorf("without think time: %s", got)
	}
	const mean, draws = time.Millisecond, 20_000
	var sum time.Duration
	for range draws {
		d := exponential(rng, mean)
		if d < 0 || d > maxThink*mean {
			t.Fatalf("a pause of %s around %s", d, mean)
		}
		sum += d
	}
	if got := sum / draws; got < mean*9/10 || got > mean*11/10 {
		t.Errorf("mean %s, want about %s", got, mean)
	}
}

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
