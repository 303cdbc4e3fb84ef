package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Merge makes one result from several about parts of the suite. They must have the
// same target and level, and no case in common. The start time is that of the first.
func Merge(runs ...Run) (Run, error) {
	if len(runs) == 0 {
		return Run{}, errors.New("merge results: no result was given")
	}
	out := runs[0]
	if len(runs) == 1 {
		return out, nil
	}
	out.Scenarios, out.Promises = slices.Clone(out.Scenarios), slices.Clone(out.Promises)
	out.Grids = slices.Clone(out.Grids)
	out.Plan.Select, out.Plan.Skip = slices.Clone(out.Plan.Select), slices.Clone(out.Plan.Skip)
	seen := map[string]bool{}
	for _, s := range out.Scenarios {
		seen[s.ID] = true
	}
	for i, r := range runs {
		if r.Baseline != nil {
			return Run{}, fmt.Errorf("merge results: result %d was judged with a baseline, which covered only its part: run it without --baseline", i+1)
		}
		if i == 0 {
			continue
		}
		for _, d := range []struct{ what, a, b string }{
			{"target", out.Target.Name, r.Target.Name}, {"level", out.Plan.Level, r.Plan.Level}, {"version of ifmatch", out.Tool.Version, r.Tool.Version},
			{"seed", fmt.Sprint(out.Plan.Seed), fmt.Sprint(r.Plan.Seed)},
		} {
			if d.a != d.b {
				return Run{}, fmt.Errorf("merge results: the %s of result %d is %q, but that of the first is %q", d.what, i+1, d.b, d.a)
			}
		}
		for _, s := range r.Scenarios {
			if seen[s.ID] {
				return Run{}, fmt.Errorf("merge results: %s has a verdict in result %d and in an earlier one", s.ID, i+1)
			}
			seen[s.ID] = true
			out.Scenarios = append(out.Scenarios, s)
			out.Summary.Add(s.Status)
		}
		out.take(r)
	}
	slices.SortStableFunc(out.Scenarios, ByFeature)
	slices.SortFunc(out.Promises, func(a, b Promise) int { return strings.Compare(a.Clause, b.Clause) })
	out.Promises = slices.CompactFunc(out.Promises, func(a, b Promise) bool { return a.Clause == b.Clause })
	return out, nil
}

// take adds the data of more other than its cases.
func (r *Run) take(more Run) {
	r.Plan.Hash, r.Plan.RunID = r.Plan.Hash+"+"+more.Plan.Hash, r.Plan.RunID+"+"+more.Plan.RunID
	r.Plan.Select, r.Plan.Skip = append(r.Plan.Select, more.Plan.Select...), append(r.Plan.Skip, more.Plan.Skip...)
	r.Promises = append(r.Promises, more.Promises...)
	for _, t := range more.Grids {
		if !slices.ContainsFunc(r.Grids, func(have Grid) bool { return have.Name == t.Name }) {
			r.Grids = append(r.Grids, t)
		}
	}
	for _, p := range more.Profiles {
		if !slices.ContainsFunc(r.Profiles, func(have Profile) bool { return have.Name == p.Name }) {
			r.Profiles = append(slices.Clip(r.Profiles), p)
		}
	}
	r.Summary.Planned += more.Summary.Planned
	r.Seconds += more.Seconds
	r.Waited = max(r.Waited, more.Waited)
	if more.Late != nil {
		if r.Late == nil {
			r.Late = &Late{}
		}
		r.Late = &Late{r.Late.Cases + more.Late.Cases, r.Late.Seconds + more.Late.Seconds}
	}
	r.Incomplete = r.Incomplete || more.Incomplete
	if r.Stopped == "" {
		r.Stopped = more.Stopped
	}
	if more.Weather != nil {
		sum := *more.Weather
		if r.Weather != nil {
			sum = Weather{sum.Answers + r.Weather.Answers, sum.Repeated + r.Weather.Repeated, sum.Afresh + r.Weather.Afresh}
		}
		r.Weather = &sum
	}
}
