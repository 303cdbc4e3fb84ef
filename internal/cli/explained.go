package cli

import (
	"errors"

	"ifmatch/reports"
)

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
	return r, errors.Join(suite.Describe(&r), a.seen(&r))
}

// seen adds to a result how often Azure was recorded to keep the clauses, and what it answered to
// the cases.
func (a *app) seen(r *reports.Run) error {
	all, err := a.sightings()
	r.See(all)
	return err
}
