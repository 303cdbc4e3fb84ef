package reports

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Merge makes one result from several about parts of the suite. They must have the
// same target and level, and no case in common but probes, of which a failure counts. The start time is that of the first.
func Merge(runs ...Run) (Run, error) {
	if len(runs) == 0 {
		return Run{}, errors.New("merge results: no result was given")
	}
	out := runs[0]
	if len(runs) == 1 {
		return out, nil
	}
	out.Scenarios, out.Promises = slices.Clone(out.Scenarios), slices.Clone(out.Promises)
	out.Grids, out.Found = slices.Clone(out.Grids), slices.Clone(out.Found)
	out.Plan.Select, out.Plan.Skip = slices.Clone(out.Plan.Select), slices.Clone(out.Plan.Skip)
	at := map[string]int{}
	for i, s := range out.Scenarios {
		at[s.ID] = i
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
		if id, twice := out.join(r.Scenarios, at); twice {
			return Run{}, fmt.Errorf("merge results: %s has a verdict in result %d and in an earlier one", id, i+1)
		}
		out.take(r)
	}
	out.Found, out.Summary = once(out), out.counted()
	slices.SortStableFunc(out.Scenarios, ByFeature)
	slices.SortFunc(out.Promises, func(a, b Promise) int { return strings.Compare(a.Clause, b.Clause) })
	out.Promises = slices.CompactFunc(out.Promises, func(a, b Promise) bool { return a.Clause == b.Clause })
	return out, nil
}

// join adds cases to those of r, which stand at the given places. It returns the id of a
// case that both results chose.
func (r *Run) join(more []Scenario, at map[string]int) (id string, twice bool) {
	for _, s := range more {
		have, known := at[s.ID]
		switch {
		case !known:
			at[s.ID] = len(r.Scenarios)
			r.Scenarios = append(r.Scenarios, s)
			continue
		case s.ProbeOf == "" && r.Scenarios[have].ProbeOf == "":
			return s.ID, true
		case r.Scenarios[have].Status != Failed: // the probe failed, and the case that was chosen did not
			r.Scenarios[have] = s
		}
		r.Summary.Planned--
	}
	return "", false
}

// counted counts the verdicts.
func (r Run) counted() Summary {
	out := Summary{Planned: r.Summary.Planned}
	for _, s := range r.Scenarios {
		out.Add(s.Status)
	}
	return out
}

// once returns the findings of merged results, each once, and none that a case of
// another result shows.
func once(r Run) []Finding {
	var out []Finding
	for _, f := range r.Found {
		shown := slices.ContainsFunc(r.Scenarios, func(s Scenario) bool { return s.ID == f.Case && s.Status == Failed })
		known := slices.ContainsFunc(out, func(o Finding) bool {
			return o.Case == f.Case && (f.Case != "" || o.Operation == f.Operation && o.Respect == f.Respect)
		})
		if !shown && !known {
			out = append(out, f)
		}
	}
	return out
}

// take adds the data of more other than its cases.
func (r *Run) take(more Run) {
	r.Plan.Hash, r.Plan.RunID = r.Plan.Hash+"+"+more.Plan.Hash, r.Plan.RunID+"+"+more.Plan.RunID
	r.Plan.Select, r.Plan.Skip = append(r.Plan.Select, more.Plan.Select...), append(r.Plan.Skip, more.Plan.Skip...)
	r.Promises, r.Found = append(r.Promises, more.Promises...), append(r.Found, more.Found...)
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
