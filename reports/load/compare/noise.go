package compare

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"ifmatch/reports/load"
)

// Spread is how far a figure differs from itself.
type Spread struct {
	Name string
	// HalvesDiffer bounds the relative difference of two halves of the runs, for 95 of 100
	// ways to halve them.
	HalvesDiffer float64
	// Samples is how many samples were halved: runs, or stretches of seconds of a
	// single run.
	Samples int
}

// halvings is how many ways to halve the samples are tried.
const halvings = 1000

// Noise reports how far two halves of runs of one configuration differ, figure by
// figure: a difference between two services that is no larger means nothing. With
// fewer than four runs it halves their seconds, which underestimates the noise:
// whole runs differ more.
func Noise(runs []load.Run) ([]Spread, error) {
	if len(runs) == 0 {
		return nil, errors.New("noise: no run")
	}
	for _, r := range runs[1:] {
		if len(parameters(runs[0], r)) > 0 {
			return nil, errors.New("noise: the runs have several configurations: name repetitions of one")
		}
	}
	rng := rand.New(rand.NewPCG(1, uint64(len(runs)))) // same result every time
	var out []Spread
	for _, m := range metrics(runs) {
		samples, ok := values(runs, m.ofRun)
		if ok && len(runs) < 4 {
			if m.ofSecond == nil {
				continue
			}
			samples = stretches(runs, m.ofSecond, m.middle)
		}
		if !ok || len(samples) < 4 {
			continue
		}
		out = append(out, Spread{Name: m.name, HalvesDiffer: halvesDiffer(samples, rng), Samples: len(samples)})
	}
	return out, nil
}

func halvesDiffer(samples []float64, rng *rand.Rand) float64 {
	x := slices.Clone(samples)
	differences := make([]float64, halvings)
	for i := range differences {
		rng.Shuffle(len(x), func(a, b int) { x[a], x[b] = x[b], x[a] })
		half := len(x) / 2
		q := quotient(median(x[:half]), median(x[half:2*half]))
		if q < 1 && q > 0 {
			q = 1 / q
		}
		differences[i] = q - 1
	}
	slices.Sort(differences)
	return math.Abs(differences[halvings*95/100])
}
