// Package compare reports whether a load run differs from an earlier one beyond the
// noise, and by how much. It compares the configuration first: a figure that
// changed together with a parameter says nothing about the service.
//
// Repeated runs are tested run against run with the Mann-Whitney test, which
// assumes nothing about the distribution of the figures. A single run offers only
// its seconds as samples. They show how steady the run was, but not how far the
// next run would have differed, so such a comparison carries a caveat.
package compare

import (
	"errors"
	"fmt"
	"slices"

	"golang.org/x/perf/benchmath"

	"ifmatch/reports/load"
)

// Comparison is the differences between the runs of two sides.
type Comparison struct {
	Old, New   Side
	Parameters []Parameter // those that differ
	Figures    []Figure
	Caveats    []string // in sentences
}

// Side is the runs of one configuration.
type Side struct {
	Runs  int
	State string // the worst verdict among them
	Name  string // "blob-cas on reference"
}

// Compare compares the runs of two sides. All runs of a side should have the same
// configuration. It returns an error if a side has no runs, or if the workloads
// differ and the options do not force the comparison.
func Compare(before, after []load.Run, o Options) (Comparison, error) {
	if len(before) == 0 || len(after) == 0 {
		return Comparison{}, errors.New("compare: a side has no run: name at least two results")
	}
	if a, b := before[0].Plan.Workload, after[0].Plan.Workload; a != b && !o.Force {
		return Comparison{}, fmt.Errorf("compare: the workloads are %s and %s, whose figures mean different things: use --force to compare them anyway", a, b)
	}
	byRun := len(before) >= repeated && len(after) >= repeated
	o.Alpha = orDefault(o.Alpha, DefaultAlpha)
	if byRun {
		o.Minimum = orDefault(o.Minimum, DefaultMinimum)
	} else {
		o.Minimum = orDefault(o.Minimum, DefaultMinimumOfOne)
	}
	c := Comparison{
		Old: side(before), New: side(after),
		Parameters: parameters(before[0], after[0]),
	}
	c.Caveats = caveats(before, after, byRun)
	thresholds := benchmath.DefaultThresholds
	thresholds.CompareAlpha = o.Alpha
	for _, m := range metrics(slices.Concat(before, after)) {
		if f, ok := m.figure(before, after, byRun, &thresholds, o); ok {
			c.Figures = append(c.Figures, f)
		}
	}
	return c, nil
}

func orDefault(x, otherwise float64) float64 {
	if x > 0 {
		return x
	}
	return otherwise
}

func side(runs []load.Run) Side {
	s := Side{Runs: len(runs), Name: runs[0].Plan.Workload + " on " + runs[0].Target.Name}
	worst := 0
	for _, r := range runs {
		worst = max(worst, slices.Index(load.States, r.Verdict.State))
	}
	s.State = load.States[worst]
	return s
}

// caveats returns reasons not to trust the figures.
func caveats(before, after []load.Run, byRun bool) []string {
	var out []string
	if !byRun {
		out = append(out, fmt.Sprintf("one side has fewer than %d runs: the samples are stretches of seconds, which show how steady a run was but not how far two runs are apart", repeated))
	}
	for _, s := range []struct {
		name string
		runs []load.Run
	}{{"old", before}, {"new", after}} {
		var late, cut, mixed int
		for _, r := range s.runs {
			if r.Pace.Bottleneck != "" {
				late++
			}
			if r.Interrupted {
				cut++
			}
			if len(parameters(s.runs[0], r)) > 0 {
				mixed++
			}
		}
		if late > 0 {
			out = append(out, fmt.Sprintf("in %s of %d the generator was the bottleneck: those figures are its own", numbered(late, s.name), len(s.runs)))
		}
		if cut > 0 {
			out = append(out, fmt.Sprintf("%s of %d was interrupted", numbered(cut, s.name), len(s.runs)))
		}
		if mixed > 0 {
			out = append(out, fmt.Sprintf("%s of %d was asked for something other than the first", numbered(mixed, s.name), len(s.runs)))
		}
	}
	return out
}

func numbered(n int, name string) string {
	if n == 1 {
		return "1 " + name + " run"
	}
	return fmt.Sprintf("%d %s runs", n, name)
}

// Correctness judges the change of the verdict. Valid to invalid is worse whatever
// the figures say. A missing verdict is not judged.
func (c Comparison) Correctness() Judgement {
	decided := func(state string) bool { return state == load.Valid || state == load.Invalid }
	switch {
	case !decided(c.Old.State) || !decided(c.New.State):
		if c.New.State == load.Invalid {
			return Worse // it is not known to have been so before
		}
		return Untested
	case c.Old.State == c.New.State:
		return Same
	case c.New.State == load.Invalid:
		return Worse
	}
	return Better
}

// repeated reports whether the runs were tested run against run. If not, figures
// prove nothing: the seconds of a run do not show how far the next one would have
// differed.
func (c Comparison) repeated() bool { return min(c.Old.Runs, c.New.Runs) >= repeated }

// Gate returns the comparison as one word, for an exit code: Worse if the service
// became incorrect or a figure worse, Untested if there was too little data, Better
// if something is better and nothing worse, otherwise Same.
func (c Comparison) Gate() Judgement {
	if !c.repeated() && c.Correctness() != Worse {
		return Untested
	}
	all := []Judgement{c.Correctness()}
	for _, f := range c.Figures {
		all = append(all, f.Judgement)
	}
	tested := slices.ContainsFunc(all[1:], func(j Judgement) bool { return j != Untested })
	switch {
	case slices.Contains(all, Worse):
		return Worse
	case all[0] == Untested || !tested:
		return Untested
	case slices.Contains(all, Better):
		return Better
	}
	return Same
}
