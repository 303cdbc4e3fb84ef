package compare

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reports/load"
)

// incidental are parameters that only name things and do not influence the run.
var incidental = []string{"seed", "out", "report", "prefix", "run"}

// setting is one line of the configuration and the surroundings of a run.
type setting struct{ name, value string }

func settings(r load.Run) []setting {
	out := []setting{{"workload", r.Plan.Workload}, {"shape", r.Plan.Shape}}
	for _, k := range slices.Sorted(maps.Keys(r.Plan.Params)) {
		if !slices.Contains(incidental, k) {
			out = append(out, setting{"--" + k, r.Plan.Params[k]})
		}
	}
	out = append(out, setting{"target", r.Target.Name}, setting{"server", r.Target.Server})
	for _, k := range slices.Sorted(maps.Keys(r.Target.Versions)) {
		out = append(out, setting{"x-ms-version of " + k, r.Target.Versions[k]})
	}
	return append(out,
		setting{"host", strings.Join([]string{r.Host.OS, r.Host.Arch, strconv.Itoa(r.Host.CPUs) + " CPUs"}, ", ")},
		setting{"ifmatch", r.Tool.Version}, setting{"Go", r.Tool.Go})
}

// parameters returns the settings that differ, in the order of a, then of b. A
// setting that a side does not have is empty there.
func parameters(a, b load.Run) []Parameter {
	x, y := settings(a), settings(b)
	find := func(in []setting, name string) string {
		for _, s := range in {
			if s.name == name {
				return s.value
			}
		}
		return ""
	}
	var out []Parameter
	for _, s := range x {
		if v := find(y, s.name); v != s.value {
			out = append(out, Parameter{s.name, s.value, v})
		}
	}
	for _, s := range y {
		if !slices.ContainsFunc(x, func(t setting) bool { return t.name == s.name }) {
			out = append(out, Parameter{s.name, "", s.value})
		}
	}
	return out
}

// Split groups runs of equal configuration, in order of first appearance; each
// group is one side of a comparison. If all are equal, the first half is one side
// and the second half the other. This covers two builds under one version, and a
// check of the noise. Split returns an error if there are not two sides.
func Split(runs []load.Run) ([][]load.Run, error) {
	var groups [][]load.Run
next:
	for _, r := range runs {
		for i, g := range groups {
			if len(parameters(g[0], r)) == 0 {
				groups[i] = append(g, r)
				continue next
			}
		}
		groups = append(groups, []load.Run{r})
	}
	switch {
	case len(runs) < 2:
		return nil, errors.New("compare: there is nothing to compare with: name at least two results")
	case len(groups) > 1:
		return groups, nil
	case len(runs)%2 != 0:
		return nil, fmt.Errorf("compare: all %d runs have one configuration and cannot be split into two halves: leave one out or name the sides", len(runs))
	}
	return [][]load.Run{runs[:len(runs)/2], runs[len(runs)/2:]}, nil
}

// Parameter is a setting that differs.
type Parameter struct{ Name, Old, New string }
