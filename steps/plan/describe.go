package plan

import (
	"maps"
	"slices"

	"ifmatch/reports"
)

// Describe adds to a result the statements of the clauses that its cases are about, and the
// documents' tables that they judge. A result that has statements, those of its own time, keeps them.
func (s *Suite) Describe(r *reports.Run) error {
	about := map[string]bool{}
	if len(r.Promises) == 0 {
		for _, sc := range r.Scenarios {
			for _, c := range sc.Clauses {
				about[c] = true
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(about)) {
		if c, ok := s.Register.Clause(id); ok {
			r.Promises = append(r.Promises, reports.Promise{Clause: id, Level: c.Level.String(), State: string(c.State), Statement: c.Statement, Document: c.Document, Heading: c.Heading})
		}
	}
	tables, err := s.Grids()
	if err != nil {
		return err
	}
	r.Grids = reports.GridsOf(*r, tables)
	return nil
}
