// Package knee searches for the highest load that still meets an objective. Real
// services answer differently from one trial to the next, so it repeats the
// bisection several times and reports a median with a range, never a single
// number.
package knee

import (
	"context"
	"errors"
	"math"
	"slices"
)

// Outcome is the outcome of a trial.
type Outcome int

// The outcomes. An Unfit trial bounds a search as a Missed one does, but says
// nothing about the objective: its figures were not those of the service.
const (
	Missed Outcome = iota
	Met
	Unfit
)

// Trial runs one load and reports whether it met the objective.
type Trial func(ctx context.Context, load float64) (Outcome, error)

// Search says how to search.
type Search struct {
	Start    float64 // first load to try
	Most     float64 // upper bound of all loads
	Least    float64 // lower bound of all loads
	Whole    bool    // loads are whole numbers, such as clients
	Within   float64 // stop when the bounds are this close: 0.05 is 5 %
	Searches int     // bisections to make
}

// Found is the result of a search.
type Found struct {
	Knee      float64 // median of the searches
	Low, High float64 // lowest and highest of them
	Searches  int     // that finished
	Unfit     int     // of those, how many an unfit trial bounded
	// Beyond is true if even Most met the objective, and Below if not even Least
	// did. Then Knee is that bound, and not a knee.
	Beyond, Below bool
}

// Limited reports whether unfit trials decided the knee. Then higher loads may
// still meet the objective.
func (f Found) Limited() bool { return 2*f.Unfit > f.Searches }

// bound is a load that did not meet the objective; zero is none.
type bound struct {
	load  float64
	unfit bool
}

// ErrSearch is the error of a Search with invalid bounds, width or number of
// searches.
var ErrSearch = errors.New("a search needs 0 < least <= start <= most, a width and a number of searches")

// Run doubles the load until the objective is missed, then bisects, and repeats
// the bisection around the result. When ctx ends, Run returns what it knows, with
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
	case bad.load == 0:
		return Found{Knee: good, Low: good, High: good, Beyond: true, Searches: 1}, nil
	case good == 0:
		out := Found{Knee: bad.load, Low: bad.load, High: bad.load, Below: true, Searches: 1}
		if bad.unfit {
			out.Unfit = 1
		}
		return out, nil
	}
	var knees []float64
	unfit := 0
	for i := range s.Searches {
		low, high := good, bad
		if i > 0 { // around the first result, with some margin
			low, high.load = max(s.Least, s.round(good*0.8)), min(s.Most, s.round(bad.load*1.2))
		}
		if good, bad, err = s.bisect(ctx, trial, low, high); err != nil {
			return summarise(knees, unfit), err
		}
		knees = append(knees, good)
		if bad.unfit {
			unfit++
		}
	}
	return summarise(knees, unfit), nil
}

// bracket finds a load that meets the objective and a higher one that does not;
// either is 0 if there is none within the bounds.
func (s Search) bracket(ctx context.Context, trial Trial) (good float64, bad bound, err error) {
	load := s.round(s.Start)
	came, err := trial(ctx, load)
	if err != nil {
		return 0, bad, err
	}
	for came == Met {
		good = load
		if load >= s.Most {
			return good, bad, nil
		}
		load = min(s.Most, load*2)
		if came, err = trial(ctx, load); err != nil {
			return 0, bad, err
		}
	}
	bad = bound{load, came == Unfit}
	for good == 0 {
		if load <= s.Least {
			return 0, bad, nil
		}
		load = max(s.Least, s.round(load/2))
		if came, err = trial(ctx, load); err != nil {
			return 0, bad, err
		}
		if came == Met {
			good = load
		} else {
			bad = bound{load, came == Unfit}
		}
	}
	return good, bad, nil
}

// bisect narrows the bounds. It assumes that low meets the objective and high does
// not.
func (s Search) bisect(ctx context.Context, trial Trial, low float64, high bound) (good float64, bad bound, err error) {
	for high.load > low*(1+s.Within) {
		// Loads are compared by ratio, so the middle is the geometric one.
		middle := s.round(math.Sqrt(low * high.load))
		if middle <= low || middle >= high.load {
			break
		}
		came, err := trial(ctx, middle)
		if err != nil {
			return 0, bound{}, err
		}
		if came == Met {
			low = middle
		} else {
			high = bound{middle, came == Unfit}
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

func summarise(knees []float64, unfit int) Found {
	if len(knees) == 0 {
		return Found{}
	}
	sorted := slices.Sorted(slices.Values(knees))
	n := len(sorted)
	return Found{Knee: (sorted[(n-1)/2] + sorted[n/2]) / 2, Low: sorted[0], High: sorted[n-1], Searches: n, Unfit: unfit}
}
