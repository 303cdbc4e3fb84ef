package plan

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"ifmatch/steps/plan/register"
)

// Misread is what is wrong with a user's feature, and where.
type Misread struct {
	File string
	Line int
	Err  error
}

// Error names the place first, as compilers do.
func (m *Misread) Error() string { return fmt.Sprintf("%s:%d: %v", m.File, m.Line, m.Err) }

// Unwrap is what is wrong.
func (m *Misread) Unwrap() error { return m.Err }

// LoadOwn reads a user's own features from own, and the register from fsys. A case that names no clause of
// the register is about the clause OWN-FEATURE, at the level should unless it is tagged with another; it
// must be tagged with its service. The error is a *Misread if a sentence is not understood.
func LoadOwn(fsys, own fs.FS, read Reader) (*Suite, error) {
	reg, err := register.Load(fsys)
	if err != nil {
		return nil, err
	}
	features, err := readFeatures(own, nil, true)
	if err != nil {
		return nil, err
	}
	if len(features) == 0 {
		return nil, errors.New("there is no file that ends in .feature")
	}
	s := &Suite{Register: reg, of: map[string][]int{}, features: features, fsys: fsys}
	readOnce := once(read)
	_, err = s.gather(func(c *Case) (int, error) {
		if err := c.joinOwn(reg); err != nil {
			return c.Line, err
		}
		return c.readOwn(readOnce)
	})
	return s, err
}

// joinOwn is join for a case that may be about no clause of the register.
func (c *Case) joinOwn(reg *register.Register) error {
	if !strings.HasPrefix(c.Clauses[0], ownClause) {
		return join(c, reg)
	}
	if c.Service == "" {
		return errors.New("it names no service; tag the feature @blob, @queue, @table or @file")
	}
	if c.Level == "" {
		c.Level = "should"
	}
	return nil
}

// readOwn reads the sentences, and returns the line of one that it does not understand.
func (c *Case) readOwn(read Reader) (line int, err error) {
	for i, text := range c.Steps {
		st, err := read(text)
		if err != nil {
			if len(c.at) == 0 {
				return c.Line, fmt.Errorf("%q: %w", text, err) // a row: its cells are in the sentence
			}
			return c.at[i], fmt.Errorf("%q: %w", text, err)
		}
		c.Script = append(c.Script, st)
		c.Timed = c.Timed || st.Timed || st.Wait > 0
	}
	return c.Line, nil
}
