package plan

import (
	"fmt"
	"io/fs"
	"slices"

	"ifmatch/steps/plan/register"
	"ifmatch/steps/verdict"
)

// probesFile says which case shows a finding by itself: the smallest that sends the operation
// and reads.
const probesFile = "probes.tsv"

// whatever stands in that table for every respect, or every operation.
const whatever = "*"

// probe is one line of the table. A read that is wrong in itself can have a line for each
// operation after which it is read.
type probe struct{ operation, respect, after, id string }

// readProbes reads the table. A suite without the file has no probes.
func (s *Suite) readProbes() ([]probe, error) {
	if _, err := fs.Stat(s.fsys, probesFile); err != nil {
		return nil, nil
	}
	t, err := register.ReadRows(s.fsys, probesFile)
	if err != nil {
		return nil, err
	}
	var out []probe
	for i, row := range t.Rows {
		if _, ok := s.at[row["case"]]; !ok {
			return nil, fmt.Errorf("%s line %d: no case is called %q", probesFile, i+2, row["case"])
		}
		out = append(out, probe{row["operation"], row["respect"], row["after"], row["case"]})
	}
	return out, nil
}

// Probes are the cases that show a finding by themselves, in the order in which to try them: those of the
// likeliest operation first, and for each operation in the order of the table.
func (s *Suite) Probes(f verdict.Finding) []Case {
	var out []Case
	for _, op := range f.Suspects() {
		for _, p := range s.probes {
			fits := p.operation == op && (p.respect == whatever || p.respect == f.Respect) && (p.after == whatever || p.after == f.Key().After)
			if !fits || slices.ContainsFunc(out, func(c Case) bool { return c.ID == p.id }) {
				continue
			}
			if c, kept := s.Case(p.id); kept {
				out = append(out, c)
			}
		}
	}
	return out
}
