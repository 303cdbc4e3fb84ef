package perform

import (
	"context"
	"slices"

	"ifmatch/steps/scenario"
	"ifmatch/steps/words"
)

// Ready prepares what the operation needs, reads the state of the resource before the act,
// and builds the request.
func Ready(ctx context.Context, w *scenario.World, a *scenario.Actor, op scenario.Operation, t *scenario.Resource, terms []words.Asked) (scenario.Request, error) {
	if _, err := look(ctx, w, t, "read the "+t.Label+" before the request"); err != nil {
		return nil, err
	}
	if ready := w.Language.Hooks(op).Ready; ready != nil {
		if err := ready(ctx, w, op, t); err != nil {
			return nil, err
		}
	}
	// The current ETags and dates are known for certain only now.
	req, err := Ask(w, a, op, t, terms)
	if err == nil && op.Source && op.Prepare != nil {
		// The result of a copy depends on what its source held.
		// It mostly reads; a source that it makes may be made twice.
		if err = op.Prepare(scenario.Reading(ctx), w.Keeper.Client(op.Service), t.Address, req); err != nil {
			err = w.Findings.Blocked(t, "read the source of the copy", err)
		}
	}
	return req, err
}

// Look reads the state of t before an act.
func Look(ctx context.Context, w *scenario.World, t *scenario.Resource) (scenario.State, error) {
	return look(ctx, w, t, "read the "+t.Label)
}

func look(ctx context.Context, w *scenario.World, t *scenario.Resource, doing string) (scenario.State, error) {
	before, err := w.Read(ctx, t)
	if err != nil {
		return nil, w.Findings.Blocked(t, doing, err)
	}
	w.Findings.NoteBefore(t, before)
	t.Before, t.Known, w.Subject = before, slices.Clone(t.ETags), t
	return before, nil
}

// Ask turns the terms of a request cell into a request to t, as client a sees t.
func Ask(w *scenario.World, a *scenario.Actor, op scenario.Operation, t *scenario.Resource, terms []words.Asked) (scenario.Request, error) {
	q := &scenario.Asking{World: w, Actor: a, Op: op, Resource: t, Req: op.Request()}
	m := w.Language.Hooks(op)
	if m.Defaults != nil {
		m.Defaults(q)
	}
	for _, asked := range terms {
		if err := asked.Value.(scenario.Fill)(q); err != nil {
			return nil, err
		}
	}
	if m.Finish != nil {
		m.Finish(q)
	}
	return q.Req, nil
}
