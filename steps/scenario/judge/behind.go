package judge

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// pauses are how long a resource is left alone before each further look at a change that does not show.
var pauses = []time.Duration{30 * time.Millisecond, 90 * time.Millisecond, 180 * time.Millisecond}

// Behind is the verdict on a resource that is not as it should be after acts. If a field is as it was, though one was just
// accepted, and a moment later, with nothing in between, is right, the read is to blame, whatever was sent: it is not fresh.
// A read that did not change when it was waited for is not waited for again in this run.
func Behind(ctx context.Context, w *scenario.World, t *scenario.Resource, acts []*scenario.Act, f scenario.Field, after scenario.State, wrong error, right func(scenario.State) bool) error {
	just := func(ac *scenario.Act) bool {
		return ac != nil && !ac.Op.Reads && ac.Resp.OK() && w.Time.Now().Sub(ac.Answered) < time.Second
	}
	if v := verdict.Of(ctx, wrong); v == nil || v.Status != reports.Failed || t.Before == nil || !slices.ContainsFunc(acts, just) || !was(t, after, f) {
		return wrong
	}
	read, waited, same := w.Language.Reader(t.Kind, f), time.Duration(0), true
	vain := read + ": " + string(f)
	if _, known := w.Stage.Behind.Load(vain); known {
		return wrong
	}
	for _, pause := range pauses {
		select {
		case <-ctx.Done():
			return wrong
		case <-time.After(pause):
		}
		waited += pause
		next, err := w.Snapshot(ctx, t)
		if err != nil {
			return wrong
		}
		if same = same && !differsIn(after, next, f); !same && right(next) {
			late := verdict.Failed(fmt.Sprintf("%s shows a change of the %s of the %s only some %d ms after its answer", read, f, t.Label, waited.Milliseconds()), "what was acknowledged", "what was before")
			return verdict.In(late, reports.InResponse, read, string(scenario.FieldFreshness))
		}
	}
	if same {
		w.Stage.Behind.Store(vain, true)
	}
	return wrong
}

// was reports whether a field is as it was before the last act, or an ETag one that t had earlier.
func was(t *scenario.Resource, after scenario.State, f scenario.Field) bool {
	return !differsIn(t.Before, after, f) || f == scenario.FieldETag && slices.Contains(t.Known, after.Common().ETag)
}

// differsIn reports whether two states differ in a field.
func differsIn(one, other scenario.State, f scenario.Field) bool {
	return slices.ContainsFunc(scenario.Compare(one, other), func(d scenario.Difference) bool { return d.Field == f })
}
