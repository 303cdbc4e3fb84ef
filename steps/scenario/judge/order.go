package judge

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// Order judges that requests sent at once were performed one after the other: in some order each
// answer is as the documents promise, and so is the state afterwards. What was answered before
// another request was sent comes first in it. Which codes refusals have is for other cases.
func Order(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	switch {
	case w.Crowd == nil || t.Before == nil:
		return verdict.Miswritten("no clients have sent anything at once")
	case t.Kind.Turn == nil:
		return verdict.Miswritten("it is not known what requests to a %s do to each other", t.Kind.Word)
	}
	after, err := w.Again(ctx, t)
	if err != nil {
		return verdict.Unknown("read the "+t.Label+" afterwards", err)
	}
	w.Subject = t
	if err := w.Time.Judge(); err != nil {
		return err
	}
	if err := shown(t, after, w.Crowd.Acts); err != nil {
		return err
	}
	before := t.Before.Clone()
	before.Common().Seen = t.Older()
	o := order{turn: t.Kind.Turn, answered: t.Kind.Answered, after: after}
	token := w.IDs["A"]
	if t.Kind.Token != nil {
		token = t.Kind.Token(t)
	}
	if o.explains(scenario.Standing{State: before, Token: token}, w.Crowd.Acts) {
		return nil
	}
	return o.verdict(t, w.Crowd.Acts)
}

// shown is the verdict if no read shows what the requests write: then any order would explain it.
func shown(t *scenario.Resource, after scenario.State, acts []*scenario.Act) error {
	if !after.Common().Exists {
		return nil
	}
	for _, ac := range acts {
		for _, f := range ac.Op.Writes {
			if err := after.Common().Require(f, "read the "+t.Label+" afterwards"); err != nil {
				return err
			}
		}
	}
	return nil
}

// order looks for an order of acts.
type order struct {
	turn     func(scenario.Standing, *scenario.Act) (scenario.Standing, bool)
	answered func(*scenario.Act) (scenario.Difference, bool)
	after    scenario.State
	least    []scenario.Difference // to the state afterwards, of the orders that explain the answers
}

// explains reports whether the acts that are left can follow a state.
func (o *order) explains(now scenario.Standing, left []*scenario.Act) bool {
	if len(left) == 0 {
		diffs := scenario.Compare(now.State, o.after, scenario.FieldLease, scenario.FieldConsistency)
		if o.least == nil || len(diffs) < len(o.least) {
			o.least = diffs
		}
		return len(diffs) == 0
	}
	for i, ac := range left {
		if slices.ContainsFunc(left, func(other *scenario.Act) bool { return other.Between[1] < ac.Between[0] }) {
			continue // another was answered before this one was sent
		}
		if next, fits := o.place(now, ac); fits && o.explains(next, slices.Delete(slices.Clone(left), i, i+1)) {
			return true
		}
	}
	return false
}

// place performs an act in a state, if its answer allows that.
func (o *order) place(now scenario.Standing, ac *scenario.Act) (scenario.Standing, bool) {
	now.State, now.Either = now.State.Clone(), false
	next, performed := o.turn(now, ac)
	switch {
	case !ac.Resp.OK():
		refused := ac.Resp.Status == http.StatusNotModified || ac.Resp.Status >= 400 && ac.Resp.Status < 500
		return now, (!performed || next.Either) && refused
	case !performed:
		return now, false
	case !ac.Op.Reads:
		return next, true
	}
	if o.answered == nil {
		return now, true
	}
	shown := *ac
	shown.Before = now.State
	_, differs := o.answered(&shown)
	return now, !differs
}

// verdict says which answers no order explains, or how the state differs after the best order.
func (o *order) verdict(t *scenario.Resource, acts []*scenario.Act) error {
	var got []string
	for _, ac := range acts {
		text := ac.Op.Name
		if on := ac.Respect(); on != string(scenario.FieldStatus) {
			text += " with " + on
		}
		got = append(got, text+": "+ac.Resp.String())
	}
	for i, d := range o.least {
		if i == 0 {
			got = append(got, "afterwards, in the order that fits best")
		}
		got = append(got, d.String())
	}
	why := "no order of the requests explains their answers"
	if len(o.least) > 0 {
		why = "no order of the requests explains the " + t.Label + " afterwards"
	}
	return verdict.In(verdict.Failed(why, "requests that are performed one after the other", strings.Join(got, "; ")), reports.InEffect, acts[0].Op.Name, "one step")
}
