package plan

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/plan/register"
	"ifmatch/steps/verdict"
)

// Suite is all cases, joined with the register.
type Suite struct {
	Cases    []Case
	Register *register.Register
	// Renamed is the ids that cases had in earlier versions.
	Renamed reports.Renamed

	of       map[string][]int // the indexes in Cases of each clause's cases
	features []feature
	probes   []probe
	fsys     fs.FS // the file system that all this was read from
}

// Load reads the feature files, their sentences and the register from fsys. It checks that they
// belong together: every clause that a case names exists, levels agree, and no two cases share
// an id, or a name within one feature. An id that a case had in an earlier version is no case's
// id today, and the case that it named still exists. pairs are the cases of the features that have
// a row for all of them.
func Load(fsys fs.FS, read Reader, pairs ...Pair) (*Suite, error) {
	reg, err := register.Load(fsys)
	if err != nil {
		return nil, err
	}
	fs, err := readFeatures(fsys, pairs, false)
	if err != nil {
		return nil, err
	}
	renamed, err := register.Renamed(fsys)
	if err != nil {
		return nil, err
	}
	s := &Suite{Register: reg, Renamed: renamed, of: map[string][]int{}, features: fs, fsys: fsys}
	readOnce := once(read)
	known, err := s.gather(func(c *Case) (int, error) {
		if err := join(c, reg); err != nil {
			return c.Line, err
		}
		return c.Line, c.read(readOnce)
	})
	if err != nil {
		return nil, err
	}
	if err := s.checkRenamed(known.ids); err != nil {
		return nil, err
	}
	s.probes, err = readProbes(fsys, s.Cases)
	return s, err
}

// gather takes the cases of the features into the suite, each once take has read it. take returns
// the line that an error is about.
func (s *Suite) gather(take func(*Case) (line int, err error)) (taken, error) {
	known := taken{map[string]*Case{}, map[[2]string]*Case{}}
	for fi := range s.features {
		for ci := range s.features[fi].cases {
			c := &s.features[fi].cases[ci]
			at, err := take(c)
			if err == nil {
				err = known.add(c)
			}
			if err != nil {
				return known, &Misread{c.Feature + ".feature", at, err}
			}
			s.add(*c)
		}
		s.features[fi].cases = nil
	}
	return known, nil
}

func (s *Suite) add(c Case) {
	for _, id := range c.Clauses {
		s.of[id] = append(s.of[id], len(s.Cases))
	}
	s.Cases = append(s.Cases, c)
}

// taken are the ids of the cases so far, and their names by feature.
type taken struct {
	ids   map[string]*Case
	names map[[2]string]*Case
}

func (t taken) add(c *Case) error {
	name := [2]string{c.Feature, c.Name}
	if other := t.ids[c.ID]; other != nil {
		return fmt.Errorf("case id %s is taken by %s.feature:%d; add another column to the scenario's name", c.ID, other.Feature, other.Line)
	}
	if other := t.names[name]; other != nil {
		return fmt.Errorf("the name %q is taken by line %d", c.Name, other.Line)
	}
	t.ids[c.ID], t.names[name] = c, c
	return nil
}

// checkRenamed refuses a former id that names a case again, and one whose case is gone.
func (s *Suite) checkRenamed(ids map[string]*Case) error {
	for _, old := range slices.Sorted(maps.Keys(s.Renamed)) {
		if c := ids[old]; c != nil {
			return fmt.Errorf("%s.feature:%d: case id %s belonged to another case (renamed.tsv), and ids are never used again", c.Feature, c.Line, old)
		}
		if id := s.Renamed[old]; ids[id] == nil {
			return fmt.Errorf("renamed.tsv: %s became %s, but there is no case %s", old, id, id)
		}
	}
	return nil
}

// join checks c's clauses against the register and takes level and service from the first
// clause.
func join(c *Case, reg *register.Register) error {
	for i, id := range c.Clauses {
		cl, ok := reg.Clause(id)
		if !ok {
			return fmt.Errorf("no clause %s in the register", id)
		}
		if cl.State == register.Note || cl.State == register.Untestable {
			return fmt.Errorf("clause %s is %s: it cannot have a case", id, cl.State)
		}
		if slices.Contains(c.Clauses[:i], id) {
			return fmt.Errorf("clause %s occurs twice", id)
		}
		if i > 0 {
			continue
		}
		level := cl.Level.String()
		if c.Level != "" && c.Level != level {
			return fmt.Errorf("the tag says @%s but clause %s is %s", c.Level, id, level)
		}
		if c.Service != "" && c.Service != cl.Service && !slices.Contains(c.Needs, target.Capability(cl.Service)) {
			return fmt.Errorf("the tag says @%s but clause %s belongs to service %s", c.Service, id, cl.Service)
		}
		if c.Level = level; c.Service == "" {
			c.Service = cl.Service
		}
		c.Open = cl.State == register.Open
	}
	return nil
}

// Uncovered lists the clauses that ought to have a case and have none, in the register's
// order; with services, only theirs.
func (s *Suite) Uncovered(services ...string) []register.Clause {
	var out []register.Clause
	for _, cl := range s.Register.Clauses {
		if cl.State == register.Note || cl.State == register.Untestable || len(s.of[cl.ID]) > 0 {
			continue
		}
		if len(services) == 0 || slices.Contains(services, cl.Service) {
			out = append(out, cl)
		}
	}
	return out
}

// Part is the suite without the cases that keep does not pick, and without their probes.
func (s *Suite) Part(keep func(Case) bool) *Suite {
	part := *s
	part.Cases, part.of, part.probes = nil, map[string][]int{}, nil
	now := map[int]int{} // the index of each case that is kept
	for i, c := range s.Cases {
		if !keep(c) {
			continue
		}
		now[i] = len(part.Cases)
		part.add(c)
	}
	for _, p := range s.probes {
		if at, kept := now[p.at]; kept {
			p.at = at
			part.probes = append(part.probes, p)
		}
	}
	return &part
}

// CasesOf lists the cases that name the clause id.
func (s *Suite) CasesOf(id string) []Case {
	var out []Case
	for _, i := range s.of[id] {
		out = append(out, s.Cases[i])
	}
	return out
}

// Probes are the cases that show a finding by themselves, in the order in which to try them.
func (s *Suite) Probes(f verdict.Finding) []Case {
	var out []Case
	for _, i := range find(s.probes, f) {
		out = append(out, s.Cases[i])
	}
	return out
}
