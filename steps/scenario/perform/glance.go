package perform

import (
	"context"
	"slices"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// lookAt reads what a set-up made, of which the scenario needs these fields. It is a glance if a sentence judges the
// resource as a whole later, which asks the list, and nothing is to change what only the list shows. Who gets on in a race
// may rest on all of it, so a race gets a whole look.
func lookAt(ctx context.Context, w *scenario.World, t *scenario.Resource, needs []scenario.Field) (scenario.State, error) {
	g := t.Kind.Glance
	if g == nil || w.Wary.Load() || w.Case.Races() || w.Case.Paired() || !w.Case.Judges(t.Label) {
		return w.Read(ctx, t)
	}
	if matters := func(of scenario.Field) bool { return slices.Contains(g.Fields, of) }; slices.ContainsFunc(needs, matters) || slices.ContainsFunc(written(w), matters) {
		return w.Read(ctx, t)
	}
	w.Glances = append(w.Glances, g)
	return w.Read(scenario.Glancing(ctx), t)
}

// written are the fields that the operations of a case write.
func written(w *scenario.World) (all []scenario.Field) {
	for _, step := range w.Case.Script() {
		for _, name := range step.Operations {
			if op, err := w.Language.Operation(name); err == nil {
				all = append(all, op.Writes...)
			}
		}
	}
	return all
}

// RestsOnAGlance reports whether a verdict may be due to what a look at a set-up left out.
func RestsOnAGlance(w *scenario.World, v *verdict.Verdict) bool {
	return slices.ContainsFunc(w.Glances, func(g *scenario.Glance) bool {
		flawed := slices.ContainsFunc(w.Findings.AfterAct, func(x verdict.Finding) bool { return x.Operation == g.Operation })
		return flawed || v != nil && v.Status == reports.Failed && (v.Operation == g.Operation || slices.Contains(g.Fields, scenario.Field(v.Respect)))
	})
}
