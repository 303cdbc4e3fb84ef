package file

import (
	"context"
	"slices"

	"ifmatch/steps/lease"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// sourceLabel is the label of the source of a copy or a rename.
const sourceLabel = "source"

// hooks are the room's hooks into a scenario.
func hooks() scenario.Hooks {
	return scenario.Hooks{Ready: ready, Defaults: defaults, Finish: finish, Learned: lease.Learned}
}

// defaults names what was deleted.
func defaults(q *scenario.Asking) {
	if t := q.Resource; t.Deleted != nil {
		req := q.Req.(request)
		req.Deleted, req.Version = t.Deleted.(*State), t.Version
	}
	lease.Defaults(q)
}

// ready reads the source before the act: a rename removes it. Before a share is restored, it reads which deletion can be
// undone.
func ready(ctx context.Context, w *scenario.World, op scenario.Operation, t *scenario.Resource) (err error) {
	if op.Name == "Restore Share" {
		c := w.Keeper.Client(op.Service)
		if t.Version, err = deletedVersion(ctx, c.(*client), t.Address.(Address)); err != nil {
			return w.Findings.Blocked(t, "list the deleted shares", err)
		}
	}
	src := w.Resources.Get(sourceLabel)
	if src == nil || !op.Source {
		return nil
	}
	before, err := w.Read(ctx, src)
	if err != nil {
		return w.Findings.Blocked(src, "read the source", err)
	}
	src.Before, src.Known, src.Act = before, slices.Clone(src.ETags), nil
	return nil
}

// finish names the source of a copy or a rename.
func finish(q *scenario.Asking) {
	if src, req := q.World.Resources.Get(sourceLabel), q.Req.(request); src != nil && q.Op.Source && req.Source == nil {
		req.Source = new(src.Address.(Address))
	}
}

// uses adds the list of shares if a snapshot of one is taken, or one is restored: nothing else shows it, or which deletion.
func uses(c plan.Case) []string {
	if slices.ContainsFunc(c.Script(), func(s *plan.Step) bool {
		return slices.Contains(s.Operations, "Snapshot Share") || slices.Contains(s.Operations, "Restore Share")
	}) {
		return []string{shareList}
	}
	return nil
}
