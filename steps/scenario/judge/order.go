package judge

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// Order judges that requests sent at once were performed one after the other: in some order each
// answer is as the documents promise, and so are the states afterwards of what they addressed. What
// was answered before another request was sent comes first in it. Which codes refusals have is for
// other cases.
func Order(ctx context.Context, w *scenario.World, t *scenario.Resource, acts []*scenario.Act) error {
	o := order{on: []*scenario.Resource{t}}
	for _, ac := range acts {
		if w.Resources.Get(ac.Resource.Label) == ac.Resource && !slices.Contains(o.on, ac.Resource) {
			o.on = append(o.on, ac.Resource)
		}
	}
	var began []scenario.Standing
	for _, r := range o.on {
		token := w.IDs["A"]
		if r.Kind.Token != nil {
			token = r.Kind.Token(r)
		}
		began = append(began, scenario.Standing{State: r.Began(), Token: token, Locked: r == t && slices.ContainsFunc(acts, ends)})
	}
	for _, r := range o.on {
		after, err := afterwards(ctx, w, r)
		if err != nil {
			if o.after = nil; slices.ContainsFunc(acts, locks) && !o.explains(began, acts) {
				return o.verdict(t, acts) // a lock that was left over hides the rest
			}
			return err
		}
		o.after = append(o.after, after)
	}
	w.Subject = t
	if err := o.shown(acts); err != nil {
		return err
	}
	if o.explains(began, acts) {
		return o.bare
	}
	wrong := o.verdict(t, acts)
	if len(o.least) == 0 {
		return wrong
	}
	return Behind(ctx, w, t, acts, o.least[0].Field, o.after[0], wrong, func(next scenario.State) bool {
		o.after[0] = next
		return o.explains(began, acts)
	})
}

// locks reports whether an act takes or ends a lock, and ends whether it ends one that was there before.
func locks(ac *scenario.Act) bool { return ac.Lock != scenario.NoLock }
func ends(ac *scenario.Act) bool  { return ac.Lock == scenario.EndsLock }

// shown is the verdict if no read shows what the requests write: then any order would explain it.
func (o *order) shown(acts []*scenario.Act) error {
	for _, ac := range acts {
		after := o.after[o.which(ac)].Common()
		if !after.Exists {
			continue
		}
		for _, f := range slices.Concat(ac.Op.Writes, stated(ac)) {
			if err := after.Require(f, "read the "+ac.Resource.Label+" afterwards"); err != nil {
				return err
			}
		}
	}
	return nil
}

// order looks for an order of acts.
type order struct {
	on    []*scenario.Resource  // one or two
	after []scenario.State      // of each; nil: unknown
	least []scenario.Difference // to the states afterwards, of the orders that explain the answers
	bare  error                 // the verdict if a read fits an order only because the ETag that it lacks is left to the cases of that read
}

// which is the place of the resource that an act addresses; a list is of what it shows.
func (o *order) which(ac *scenario.Act) int {
	return max(0, slices.IndexFunc(o.on, func(r *scenario.Resource) bool { return r.Label == ac.Resource.Label }))
}

// explains reports whether the acts that are left can follow these states.
func (o *order) explains(now []scenario.Standing, left []*scenario.Act) bool {
	if len(left) == 0 {
		if o.after == nil {
			return true // the answers alone are judged
		}
		diffs := []scenario.Difference{}
		for i, s := range now {
			diffs = append(diffs, scenario.Compare(s.State, o.after[i], scenario.FieldConsistency)...)
		}
		if o.least == nil || len(diffs) < len(o.least) {
			o.least = diffs
		}
		return len(diffs) == 0
	}
	for i, ac := range left {
		if slices.ContainsFunc(left, func(other *scenario.Act) bool { return other.Between[1] < ac.Between[0] }) {
			continue // another was answered before this one was sent
		}
		if next, fits := o.perform(now, ac); fits && o.explains(next, slices.Delete(slices.Clone(left), i, i+1)) {
			return true
		}
	}
	return false
}

// perform performs an act in a state, if its answer allows that.
func (o *order) perform(states []scenario.Standing, ac *scenario.Act) ([]scenario.Standing, bool) {
	states = slices.Clone(states)
	for i, s := range states {
		states[i].State, states[i].Either = s.State.Clone(), false
	}
	at := o.which(ac)
	now, kind, inside, around := states[at], o.on[at].Kind, false, false
	if len(states) == 2 {
		other := o.on[1-at].Kind
		now.Beside, inside, around = &states[1-at], kind.In == other.Word, other.In == kind.Word
	}
	var next scenario.Standing
	performed := !inside || now.Beside.State.Common().Exists
	if performed && kind.Listed[ac.Op.Name] == nil {
		turn := scenario.Plain
		if kind.Turn != nil {
			turn = kind.Turn
		}
		next, performed = turn(now, ac)
	}
	switch {
	case !ac.Resp.OK():
		refused := ac.Resp.Status == http.StatusNotModified || ac.Resp.Status >= 400 && ac.Resp.Status < 500
		return states, (!performed || next.Either) && refused
	case !performed:
		return states, false
	case !ac.Op.Reads:
		states[at] = next
		if around && !next.State.Common().Exists {
			_, now.Beside.State = o.on[1-at].Kind.Own(nil, now.Beside.State.Common().Address) // it lay in what is gone
		}
		return states, true
	case kind.Answered == nil:
		return states, true
	}
	shown := *ac
	shown.Before = now.State
	_, differs := kind.Answered(&shown)
	if etag := now.State.Common().ETag; differs && etag != "" && shown.Resp.Header.Get("ETag") == "" {
		shown.Resp.Header = shown.Resp.Header.Clone()
		shown.Resp.Header.Set("ETag", etag)
		if _, differs = kind.Answered(&shown); !differs {
			o.bare = verdict.BlockedBy("tell which version "+ac.Op.Name+" shows: it returns no ETag", ac.Op.Name, string(scenario.FieldETag))
		}
	}
	return states, !differs
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
	why, differs, respect := "no order of the requests explains their answers", reports.InEffect, "one step"
	if len(o.least) > 0 {
		why = "no order of the requests explains the " + t.Label + " afterwards"
		if len(o.on) > 1 {
			why = fmt.Sprintf("no order of the requests explains the %s and the %s afterwards", t.Label, o.on[1].Label)
		}
		if !slices.ContainsFunc(o.least, func(d scenario.Difference) bool { return d.Field != scenario.FieldETag }) {
			differs, respect = reports.InResponse, string(scenario.FieldETag) // what was written is there
		}
		got = append(got, "afterwards, in the order that fits best")
		for _, d := range o.least {
			got = append(got, d.String())
		}
	}
	return verdict.In(verdict.Failed(why, "requests that are performed one after the other", strings.Join(got, "; ")), differs, acts[0].Op.Name, respect)
}
