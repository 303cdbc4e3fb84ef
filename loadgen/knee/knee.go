// Package knee searches for the highest load that still meets an objective. Real
// services answer differently from one trial to the next, so the bisection is
// made several times and what is reported is a middle with a range, never one
// number alone.
package knee

import (
	"context"
	"errors"
	"math"
	"slices"
)

// Trial runs one load and tells whether it met the objective.
type Trial func(ctx context.Context, load float64) (met bool, err error)

// Search says how to look.
type Search struct {
	Start    float64 // first load to try
	Most     float64 // never try more
	Least    float64 // nor less
	Whole    bool    // loads are whole numbers, such as clients
	Within   float64 // stop when the bounds are this close: 0.05 is 5 %
	Searches int     // bisections to make
}

// Found is the outcome of a search.
type Found struct {
	Knee      float64 // median of the searches
	Low, High float64 // least and most of them
	Searches  int     // that were finished
	// Beyond is true when even Most met the objective, and Below when not even
	// Least did: then Knee is that bound, and no knee.
	Beyond, Below bool
}

// ErrSearch is a search that cannot be made.
var ErrSearch = errors.New("a search needs 0 < least <= start <= most, a width and a number of searches")

// Run doubles the load until the objective breaks, then bisects, and repeats the
// bisection around what it found. When ctx ends it returns what it knows, with
// ctx's error.
func (s Search) Run(ctx context.Context, trial Trial) (Found, error) {
	if !(s.Least > 0 && s.Least <= s.Start && s.Start <= s.Most && s.Within > 0 && s.Searches > 0) {
		return Found{}, ErrSearch
	}
	good, bad, err := s.bracket(ctx, trial)
	if err != nil {
		return Found{}, err
	}
	switch {
	case bad == 0:
		return Found{Knee: good, Low: good, High: good, Beyond: true, Searches: 1}, nil
	case good == 0:
		return Found{Knee: bad, Low: bad, High: bad, Below: true, Searches: 1}, nil
	}
	var knees []float64
	for i := range s.Searches {
		low, high := good, bad
		if i > 0 { // around what was found, with room to be wrong
			low, high = max(s.Least, s.round(good*0.8)), min(s.Most, s.round(bad*1.2))
		}
		if good, bad, err = s.bisect(ctx, trial, low, high); err != nil {
			return summarise(knees), err
		}
		knees = append(knees, good)
	}
	return summarise(knees), nil
}

// bracket finds a load that meets the objective and a higher one that does not;
// either is 0 if there is none within the bounds.
func (s Search) bracket(ctx context.Context, trial Trial) (good, bad float64, err error) {
	load := s.round(s.Start)
	met, err := trial(ctx, load)
	if err != nil {
		return 0, 0, err
	}
	for met {
		good = load
		if load >= s.Most {
			return good, 0, nil
		}
		load = min(s.Most, load*2)
		if met, err = trial(ctx, load); err != nil {
			return 0, 0, err
		}
	}
	bad = load
	for good == 0 {
		if load <= s.Least {
			return 0, bad, nil
		}
		load = max(s.Least, s.round(load/2))
		if met, err = trial(ctx, load); err != nil {
			return 0, 0, err
		}
		if met {
			good = load
		} else {
			bad = load
		}
	}
	return good, bad, nil
}

// bisect narrows the bounds, of which low is taken to meet the objective and high
// not to.
func (s Search) bisect(ctx context.Context, trial Trial, low, high float64) (good, bad float64, err error) {
	for high > low*(1+s.Within) {
		// Loads are compared by ratio, so the middle is the geometric one.
		middle := s.round(math.Sqrt(low * high))
		if middle <= low || middle >= high {
			break
		}
		met, err := trial(ctx, middle)
		if err != nil {
			return 0, 0, err
		}
		if met {
			low = middle
		} else {
			high = middle
		}
	}
	return low, high, nil
}

func (s Search) round(load float64) float64 {
	if s.Whole {
		return max(1, math.Round(load))
	}
	return load
}

func summarise(knees []float64) Found {
	if len(knees) == 0 {
		return Found{}
	}
	sorted := slices.Sorted(slices.Values(knees))
	n := len(sorted)
	return Found{Knee: (sorted[(n-1)/2] + sorted[n/2]) / 2, Low: sorted[0], High: sorted[n-1], Searches: n}
}
