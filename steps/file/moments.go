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

// moments are the room's hooks into a scenario.
func moments() scenario.Moments {
	return scenario.Moments{Ready: ready, Defaults: lease.Defaults, Finish: finish, Built: lease.Built, Learned: lease.Learned}
}

// ready reads the source before the act: a rename removes it.
func ready(ctx context.Context, w *scenario.World, op scenario.Operation, _ *scenario.Resource) error {
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
	src := q.World.Resources.Get(sourceLabel)
	if src == nil || !q.Op.Source {
		return
	}
	from := src.Address.(Address)
	q.Req.(request).Source = &from
}

// uses adds the list of shares if a snapshot of one is taken: nothing else shows it.
func uses(c plan.Case) []string {
	if slices.ContainsFunc(c.Script, func(s *plan.Step) bool { return slices.Contains(s.Operations, "Snapshot Share") }) {
		return []string{shareList}
	}
	return nil
}
