package perform

import (
	"context"
	"slices"

	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// lookAt reads what a set-up made, of which the scenario needs these fields. It is a glance if a sentence judges the
// resource as a whole later, which asks the list, and nothing is to change what only the list shows. Who gets on in a race
// may rest on all of it, so a race gets a whole look.
func lookAt(ctx context.Context, w *scenario.World, t *scenario.Resource, needs []scenario.Field) (scenario.State, error) {
	g := t.Kind.Glance
	if g == nil || w.Wary.Load() || w.Case.Races() || w.Case.Pair != nil || !w.Case.Judges(t.Label) {
		return w.Read(ctx, t)
	}
	listed := func(of scenario.Field) bool { return slices.Contains(g.Fields, of) }
	changes := func(name string) bool { return slices.ContainsFunc(w.Language.Must(name).Writes, listed) }
	if slices.ContainsFunc(needs, listed) || slices.ContainsFunc(w.Case.Script(), func(s *plan.Step) bool { return slices.ContainsFunc(s.Operations, changes) }) {
		return w.Read(ctx, t)
	}
	w.Glances = append(w.Glances, g)
	return w.Read(scenario.Glancing(ctx), t)
}

// RestsOnAGlance reports whether a verdict may be due to what a look at a set-up left out.
func RestsOnAGlance(w *scenario.World, v *verdict.Verdict) bool {
	return slices.ContainsFunc(w.Glances, func(g *scenario.Glance) bool {
		flawed := slices.ContainsFunc(w.Findings.AfterAct, func(x verdict.Finding) bool { return x.Operation == g.Operation })
		return flawed || v != nil && v.Status == reports.Failed && (v.Operation == g.Operation || slices.Contains(g.Fields, scenario.Field(v.Respect)))
	})
}
