package judge

import (
	"context"
	"fmt"
	"slices"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// Effects on a resource that a sentence can state after an act.
const (
	Unchanged  = "unchanged"   // as before
	AsAsked    = "as asked"    // as the documents promise after the request
	AsAnswered = "as answered" // as asked after a success, else unchanged
	Gone       = "gone"
)

// Effect reads the resource and compares it with its state before the last act, and with
// what that act asked for.
func Effect(ctx context.Context, w *scenario.World, t *scenario.Resource, effect string) error {
	if t.Before == nil {
		return verdict.Miswritten("nothing was done to the %s yet", t.Label)
	}
	after, err := afterwards(ctx, w, t)
	if err == nil {
		err = afterAct(w, t, effect, after)
		f := respect(ctx, err)
		err = Behind(ctx, w, t, []*scenario.Act{t.Act}, f, after, err, func(next scenario.State) bool { return respect(ctx, afterAct(w, t, effect, next)) != f })
		err = moving(ctx, w, t, after, err)
	}
	if err == nil {
		err = lastRead(w, t)
	}
	return err
}

// afterwards reads a resource after what clients did to it.
func afterwards(ctx context.Context, w *scenario.World, t *scenario.Resource) (scenario.State, error) {
	after, err := w.Again(ctx, t)
	if err != nil {
		return nil, w.Findings.UnreadAfter(t, "read the "+t.Label+" afterwards", err)
	}
	w.Subject = t
	return after, w.Time.Judge()
}

// moving is the verdict on a wrong effect: blocked, if of three reads with nothing in between each shows another value. Then
// the read itself changes the resource, whatever the act did. The cases whose act it is judge it.
func moving(ctx context.Context, w *scenario.World, t *scenario.Resource, after scenario.State, wrong error) error {
	v, read := verdict.Of(ctx, wrong), t.Kind.Reads[len(t.Kind.Reads)-1]
	if v == nil || v.Status != reports.Failed || t.Act != nil && t.Act.Op.Name == read && t.Act.Respect() == string(scenario.FieldStatus) {
		return wrong
	}
	seen := []scenario.State{after}
	for range 2 {
		next, err := w.Snapshot(ctx, t)
		if err != nil || slices.ContainsFunc(seen, func(old scenario.State) bool { return !differsIn(old, next, scenario.Field(v.Respect)) }) {
			return wrong
		}
		seen = append(seen, next)
	}
	reason := fmt.Sprintf("%s, which changes nothing, changes the %s of the %s", read, v.Respect, t.Label)
	w.Findings.Add(t, verdict.Finding{Operation: read, Respect: v.Respect, Want: v.Want, Got: v.Got, Differs: reports.InResponse, Reason: reason})
	return verdict.BlockedBy(reason, read, v.Respect)
}

// respect is the field by which a resource is not as it should be; empty if it is.
func respect(ctx context.Context, wrong error) scenario.Field {
	if v := verdict.Of(ctx, wrong); v != nil {
		return scenario.Field(v.Respect)
	}
	return ""
}

// afterAct judges the state in which the last act left the resource.
func afterAct(w *scenario.World, t *scenario.Resource, effect string, after scenario.State) error {
	refused := t.Act == nil || !t.Act.Resp.OK()
	switch {
	case effect == Gone:
		if after.Common().Exists {
			return t.Otherwise(verdict.Failed("the "+t.Label+" is still there", "gone", "ETag "+after.Common().ETag), scenario.FieldExistence)
		}
		return differences(w, t, "", scenario.NewFlaws(t.Before, after), after)
	case effect == Unchanged, effect == AsAnswered && refused, t.Act != nil && t.Act.Op.Reads:
		return differences(w, t, "changed", scenario.Compare(t.Before, after), after)
	case refused:
		return verdict.Miswritten("the service accepted nothing that was asked of the %s", t.Label)
	}
	want := t.Act.Op.After(t.Began(), t.Act.Req, t.Act.Resp)
	want.Common().Flaws = t.Before.Common().Flaws
	return differences(w, t, "is not as asked", scenario.Compare(want, after, stated(t.Act)...), after)
}

// stated are the fields of which a sentence of the scenario states what becomes of them: those of leases.
func stated(ac *scenario.Act) []scenario.Field {
	if ac.Op.Lease == scenario.LeaseSubject {
		return []scenario.Field{scenario.FieldLease}
	}
	return nil
}

// lastRead judges the answer to the last read of t against the state of the resource when the read
// was sent: a status alone is no read. If the reads of a snapshot have a flaw in the same
// respect, the cases of that read judge it instead. A lease may have ended since.
func lastRead(w *scenario.World, t *scenario.Resource) error {
	ac, err := w.LastAct("")
	if err != nil || t.Kind.Answered == nil || ac.Resource != t || !ac.Op.Reads || !ac.Resp.OK() || ac.Before == nil || !ac.Before.Common().Exists {
		return nil
	}
	d, differs := t.Kind.Answered(ac)
	if !differs || d.Field == scenario.FieldLease || slices.ContainsFunc(ac.Before.Common().Flaws, func(f scenario.Flaw) bool { return f.Operation == ac.Op.Name && f.Respect == string(d.Field) }) {
		return nil
	}
	return verdict.In(verdict.Failed(ac.Op.Name+" returned the wrong "+string(d.Field), d.Want, d.Got), reports.InResponse, ac.Op.Name, string(d.Field))
}

// differences judges what an act made different. Flaws that the reads show only after a change
// are noted separately: they may be due to the read alone. After a request that changed nothing
// they are its effect. If a flaw hides a field that the act was to change, the effect is not
// proven.
func differences(w *scenario.World, t *scenario.Resource, how string, diffs []scenario.Difference, after scenario.State) error {
	i := slices.IndexFunc(diffs, func(d scenario.Difference) bool { return d.Flaw != nil }) // they stand last
	if i < 0 {
		i = len(diffs)
	}
	if err := t.Differs(how, diffs[:i]); err != nil {
		return err
	}
	if t.Act == nil || t.Act.Op.Reads || !t.Act.Resp.OK() {
		return flawed(t, diffs[i:])
	}
	w.Findings.NoteAfter(t, diffs[i:])
	for _, of := range t.Act.Op.Changes {
		for _, st := range []scenario.State{t.Before, after} {
			if err := st.Common().Require(of, "read the "+string(of)+" of the "+t.Label); err != nil {
				return err
			}
		}
	}
	return nil
}

// flawed is the verdict on a request that changed nothing, and after which reads have flaws that
// they did not have before.
func flawed(t *scenario.Resource, diffs []scenario.Difference) error {
	for _, d := range diffs {
		if f := d.Flaw; !f.Silent {
			return verdict.In(verdict.Failed(fmt.Sprintf("%s shows the %s differently now: %s", f.Operation, t.Label, f.Respect), f.Want, f.Got), reports.InResponse, f.Operation, f.Respect)
		}
	}
	return nil
}

// EffectOfMany reads the resource after many clients changed it at once. With all, it must hold
// what every client asked for; otherwise what one of them asked for, whole.
func EffectOfMany(ctx context.Context, w *scenario.World, t *scenario.Resource, acts []*scenario.Act, all bool) error {
	after, err := afterwards(ctx, w, t)
	if err != nil {
		return err
	}
	wrong := afterMany(t, acts, all, after)
	return Behind(ctx, w, t, acts, respect(ctx, wrong), after, wrong, func(next scenario.State) bool { return afterMany(t, acts, all, next) == nil })
}

// afterMany judges the state in which many acts at once left the resource.
func afterMany(t *scenario.Resource, acts []*scenario.Act, all bool, after scenario.State) error {
	acts = lastWriterLast(acts, after.Common().ETag)
	var ignored []scenario.Field
	for _, ac := range acts {
		ignored = append(ignored, stated(ac)...)
	}
	want := t.Began()
	least := scenario.Compare(want, after)
	for i, ac := range acts {
		if !all {
			want = t.Began()
		}
		want = ac.Op.After(want, ac.Req, ac.Resp)
		if d := scenario.Compare(want, after, ignored...); all || i == 0 || len(d) <= len(least) {
			least = d
		}
	}
	return t.Differs("is not as "+map[bool]string{true: "every", false: "any"}[all]+" client asked", least)
}

// lastWriterLast returns the accepted acts, with the act whose ETag is current at the end.
func lastWriterLast(acts []*scenario.Act, etag string) []*scenario.Act {
	var out, last []*scenario.Act
	for _, ac := range acts {
		switch {
		case !ac.Resp.OK():
		case etag != "" && ac.Resp.Header.Get("ETag") == etag:
			last = append(last, ac)
		default:
			out = append(out, ac)
		}
	}
	return append(out, last...)
}
