package plan

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/plan/register"
)

// Profile is what an existing client needs from Azure Storage, with the cases that judge each
// thing it relies on.
type Profile struct {
	register.Profile
	Demand reports.Demand
}

// Selectors choose the cases of the profile.
func (p Profile) Selectors() []string {
	var out []string
	for _, l := range p.Lines {
		for _, e := range l.Selectors {
			out = append(out, selector(e))
		}
	}
	return out
}

// selector is an entry of the table as --select takes it.
func selector(entry string) string {
	if strings.Contains(entry, "/") {
		return "case:" + entry
	}
	return "clause:" + entry
}

// Profiles are the profiles of the table, in its order. An entry that names no clause of the
// register, or selects no case that can be judged, is an error.
func (s *Suite) Profiles() ([]Profile, error) {
	table, err := register.Profiles(s.fsys)
	if err != nil {
		return nil, err
	}
	var out []Profile
	var problems []error
	for _, t := range table {
		p := Profile{Profile: t, Demand: reports.Demand{Name: t.Name, Title: t.Title}}
		for _, l := range t.Loads {
			p.Demand.Loads = append(p.Demand.Loads, l.Workload)
		}
		for _, l := range t.Lines {
			for _, entry := range l.Selectors {
				cases, err := s.demanded(entry)
				if err != nil {
					problems = append(problems, fmt.Errorf("profile %s: %w", t.Name, err))
				}
				clause, _, _ := strings.Cut(entry, "/")
				p.Demand.Needs = append(p.Demand.Needs, reports.Need{Clause: clause, Does: l.Does, Source: l.Source, Cases: cases, Code: l.Code, Takes: l.Takes})
			}
		}
		out = append(out, p)
	}
	return out, errors.Join(problems...)
}

// demanded are the ids of the cases that an entry selects.
func (s *Suite) demanded(entry string) ([]string, error) {
	clause, _, _ := strings.Cut(entry, "/")
	if _, ok := s.Register.Clause(clause); !ok {
		return nil, fmt.Errorf("there is no clause %s", clause)
	}
	fits, err := selectors{}.parse(selector(entry))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, i := range s.of[clause] {
		c := s.Cases[i]
		// A case that no endpoint can show in real time is no reason to doubt an endpoint.
		if fits(c) && !c.Open && !slices.Contains(c.Needs, target.MovableClock) {
			out = append(out, c.ID)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s chooses no case that can be judged", entry)
	}
	return out, nil
}

// ProfileNamed returns the profiles with the given names, each once, in the order of the
// table; "all" means all of them.
func ProfileNamed(all []Profile, names []string) ([]Profile, error) {
	var out []Profile
	for _, name := range names {
		if name != "all" && !slices.ContainsFunc(all, func(p Profile) bool { return p.Name == name }) {
			return nil, fmt.Errorf("there is no profile %q", name)
		}
	}
	for _, p := range all {
		if slices.Contains(names, p.Name) || slices.Contains(names, "all") {
			out = append(out, p)
		}
	}
	return out, nil
}
