package plan

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/plan/register"
)

// Suite is all cases, joined with the register.
type Suite struct {
	Cases    []Case
	Register *register.Register
	// Renamed is the ids that cases had in earlier versions.
	Renamed reports.Renamed

	at     map[string]int    // the index in Cases of each id
	of     map[string][]int  // the indexes in Cases of each clause's cases
	titles map[string]string // of the features
	probes []probe
	fsys   fs.FS // the file system that the register was read from
}

// Load reads the feature files and the register from fsys, and the sentences by read, when they are asked for. It checks that they
// belong together: every clause that a case names exists, levels agree, and no two cases share
// an id, or a name within one feature. An id that a case had in an earlier version is no case's
// id today, and the case that it named still exists. pairs are the cases of the features that have
// a row for all of them.
func Load(fsys fs.FS, read Reader, pairs ...Pair) (*Suite, error) {
	s, err := load(fsys, fsys, feature{pairs: pairs}, read)
	if err != nil {
		return nil, err
	}
	if s.Renamed, err = register.Renamed(fsys); err != nil {
		return nil, err
	}
	if err := s.checkRenamed(); err != nil {
		return nil, err
	}
	s.probes, err = s.readProbes()
	return s, err
}

// LoadOwn reads a user's own features from own, and the register from fsys. A case that names no clause of
// the register is about the clause OWN-FEATURE, at the level should unless it is tagged with another; it
// must be tagged with its service. The error is a *Misread if a sentence is not understood.
func LoadOwn(fsys, own fs.FS, read Reader) (*Suite, error) {
	s, err := load(fsys, own, feature{own: true}, read)
	if err == nil && len(s.titles) == 0 {
		return nil, errors.New("there is no file that ends in .feature")
	}
	if err == nil {
		err = s.Check()
	}
	return s, err
}

// load reads the register from fsys and features like the given one from files, and joins them.
func load(fsys, files fs.FS, like feature, read Reader) (*Suite, error) {
	s := &Suite{of: map[string][]int{}, titles: map[string]string{}, fsys: fsys}
	var err error
	if s.Register, err = register.Load(fsys); err != nil {
		return nil, err
	}
	features, err := readFeatures(files, like)
	if err != nil {
		return nil, err
	}
	read = once(read)
	n := 0
	for _, f := range features {
		n += len(f.cases)
	}
	s.Cases, s.at = make([]Case, 0, n), make(map[string]int, n)
	for _, f := range features {
		s.titles[f.name] = f.title
		lines := map[string]int{} // of the names
		for _, c := range f.cases {
			err := join(&c, s.Register, f.own)
			if other, taken := s.Case(c.ID); err == nil && taken {
				err = fmt.Errorf("case id %s is taken by %s.feature:%d; add another column to the scenario's name", c.ID, other.Feature, other.Line)
			}
			if other := lines[c.Name]; err == nil && other > 0 {
				err = fmt.Errorf("the name %q is taken by line %d", c.Name, other)
			}
			if err != nil {
				return nil, &Misread{f.name + ".feature", c.Line, err}
			}
			c.script = c.reading(read)
			lines[c.Name] = c.Line
			s.add(c)
		}
	}
	return s, nil
}

func (s *Suite) add(c Case) {
	s.at[c.ID] = len(s.Cases)
	for _, id := range c.Clauses {
		s.of[id] = append(s.of[id], len(s.Cases))
	}
	s.Cases = append(s.Cases, c)
}

// Check reads the sentences of all cases. The error is a [*Misread] if one is not understood.
func (s *Suite) Check() error { return check(s.Cases) }

func check(cases []Case) error {
	for _, c := range cases {
		if _, err := c.script(); err != nil {
			return err
		}
	}
	return nil
}

// Case is the case of that id, and whether there is one.
func (s *Suite) Case(id string) (Case, bool) {
	i, ok := s.at[id]
	if !ok {
		return Case{}, false
	}
	return s.Cases[i], true
}

// checkRenamed refuses a former id that names a case again, and one whose case is gone.
func (s *Suite) checkRenamed() error {
	for _, old := range slices.Sorted(maps.Keys(s.Renamed)) {
		if c, again := s.Case(old); again {
			return fmt.Errorf("%s.feature:%d: case id %s belonged to another case (renamed.tsv), and ids are never used again", c.Feature, c.Line, old)
		}
		id := s.Renamed[old]
		if _, there := s.Case(id); !there {
			return fmt.Errorf("renamed.tsv: %s became %s, but there is no case %s", old, id, id)
		}
	}
	return nil
}

// join checks c's clauses against the register and takes level and service from the first
// clause. A user's own case may be about no clause of the register.
func join(c *Case, reg *register.Register, own bool) error {
	if own && strings.HasPrefix(c.Clauses[0], ownClause) {
		if c.Service == "" {
			return errors.New("it names no service; tag the feature @blob, @queue, @table or @file")
		}
		c.Level = cmp.Or(c.Level, "should")
		return nil
	}
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
	part.Cases, part.at, part.of = nil, map[string]int{}, map[string][]int{}
	for _, c := range s.Cases {
		if keep(c) {
			part.add(c)
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
