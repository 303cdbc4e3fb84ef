package cli

import (
	"errors"
	"maps"
	"slices"

	"ifmatch/reports"
	"ifmatch/steps/plan"
)

// explain adds to a result the statements of the clauses that its cases are about, and the
// documents' tables that they judge.
func explain(r *reports.Run, suite *plan.Suite) error {
	about := map[string]bool{}
	for _, s := range r.Scenarios {
		for _, c := range s.Clauses {
			about[c] = true
		}
	}
	if len(r.Promises) > 0 { // the result has the statements of its own time
		clear(about)
	}
	for _, id := range slices.Sorted(maps.Keys(about)) {
		if c, ok := suite.Register.Clause(id); ok {
			r.Promises = append(r.Promises, reports.Promise{Clause: id, Level: c.Level.String(), State: string(c.State), Statement: c.Statement, Document: c.Document, Heading: c.Heading})
		}
	}
	tables, err := suite.Grids()
	if err != nil {
		return err
	}
	r.Grids = reports.GridsOf(*r, tables)
	return nil
}

// described returns a result that states what its clauses promise. For a result of an older
// version, today's register supplies the statements.
func (a *app) described(r reports.Run) (reports.Run, error) {
	if len(r.Promises) > 0 && len(r.Grids) > 0 && r.Promises[0].Seen != nil {
		return r, nil
	}
	suite, err := a.suite()
	if err != nil {
		return r, err
	}
	return r, errors.Join(explain(&r, suite), a.seen(&r))
}

// seen adds to a result how often Azure was recorded to keep the clauses, and what it answered to
// the cases.
func (a *app) seen(r *reports.Run) error {
	all, err := a.sightings()
	for i := range r.Promises {
		s := all[r.Promises[i].Clause] // never, if it is not among them
		r.Promises[i].Seen = &s
	}
	for i := range r.Scenarios {
		if s, ok := all[r.Scenarios[i].ID]; ok {
			r.Scenarios[i].Seen = &s
		}
	}
	return err
}
