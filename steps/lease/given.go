package lease

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
)

// expiring is the duration of a lease that must expire, in seconds: the shortest allowed.
const expiring = 15

// Given is the state "is <lease state>" of a kind of resource that make creates. Leases that
// must last do so for at least a minute; one that must expire has the shortest duration. uses
// lists the operations that make needs in addition to the kind's own; the lease needs no others. what begins
// the words of the state if make does more than create: "has tags, and ".
func Given(what string, make perform.Build, uses ...string) scenario.Given {
	return scenario.Varying(what+"is <lease state>", "it exists, and its lease is in this state: see the lease states", what+"is (.*)", func(state []string) (scenario.Prepared, error) {
		ls, err := ParseState(state[0])
		bring := func(ctx context.Context, w *scenario.World, t *scenario.Resource) error { return Bring(ctx, w, t, ls) }
		p := scenario.Prepared{Lively: true, Uses: uses, Build: perform.Then(make, bring), Verify: func(ctx context.Context, w *scenario.World, t *scenario.Resource, st scenario.State) error {
			return verify(ctx, w, t, st, ls)
		}}
		if ls.Name == "Expired" {
			p.Waits = expiring
		}
		return p, err
	})
}

// Bring brings the lease of t into the state ls.
func Bring(ctx context.Context, w *scenario.World, t *scenario.Resource, ls State) error {
	endless := t.Kind.Lease.Endless
	switch {
	case ls.Name == "Available":
		return nil
	case endless && (ls.Name == "Breaking" || ls.Name == "Expired" || ls.Duration != ""):
		return verdict.Miswritten("the lease of a %s never ends by itself: it is not %s", t.Kind.Word, ls)
	}
	err := acquire(ctx, w, t, ls)
	if err == nil {
		err = end(ctx, w, t, ls)
	}
	if err != nil {
		return err
	}
	if ls.Name != "Leased" {
		t.Rests = nil
	}
	switch ls.Since {
	case "modified":
		return t.Kind.Lease.Modify(ctx, w, t)
	case "leased":
		_, err = prepare(ctx, w, t, "acquire", Fields{Duration: new(map[bool]string{true: "-1", false: "60"}[endless]), ProposedID: new(w.IDs["B"])})
	}
	return err
}

// acquire takes the lease that is brought into the state ls.
func acquire(ctx context.Context, w *scenario.World, t *scenario.Resource, ls State) error {
	f := Fields{Duration: new(map[string]string{"Leased": "60", "Breaking": "-1", "Broken": "-1", "Expired": fmt.Sprint(expiring)}[ls.Name])}
	switch {
	case t.Kind.Lease.Endless, ls.Duration == Infinite:
		f.Duration = new("-1")
	case ls.Duration != "" && ls.Name != "Breaking":
		f.Duration = new(strings.TrimSuffix(ls.Duration, " seconds"))
	}
	if ls.ID != "X" {
		f.ProposedID = new(w.IDs[ls.ID])
	}
	if _, err := prepare(ctx, w, t, "acquire", f); err != nil {
		return err
	}
	t.Rests = func(ctx context.Context, st scenario.State) error {
		if ls.Name == "Expired" {
			return nil // the lease may be over
		}
		return verify(ctx, w, t, st, State{Name: "Leased", ID: ls.ID})
	}
	return nil
}

// end lets an active lease break or expire, if it is not to stay active.
func end(ctx context.Context, w *scenario.World, t *scenario.Resource, ls State) (err error) {
	switch {
	case ls.Name == "Breaking":
		_, err = prepare(ctx, w, t, "break", Fields{BreakPeriod: new(cmp.Or(strings.TrimSuffix(ls.Duration, " seconds"), "60"))})
	case ls.Name == "Broken" && t.Kind.Lease.Endless:
		_, err = prepare(ctx, w, t, "break", Fields{})
	case ls.Name == "Broken":
		_, err = prepare(ctx, w, t, "break", Fields{BreakPeriod: new("0")})
	case ls.Name == "Expired":
		err = w.Time.Pass(ctx, expiring*time.Second)
	}
	return err
}

// prepare performs an action on the lease of t that must succeed.
func prepare(ctx context.Context, w *scenario.World, t *scenario.Resource, action string, f Fields) (scenario.Response, error) {
	op, req := ask(w, t, action, f)
	if action == "acquire" && f.ProposedID == nil {
		req.Common().Drop = []string{"x-ms-proposed-lease-id"}
	}
	return perform.Prepare(ctx, w, op.Name, t, req)
}

// verify compares the lease that reads show with the one asked for. If a probe with its id
// finds the lease, it exists, whatever the reads show. Whether it was broken, only the reads
// tell; the cases that are about what reads show judge that themselves.
func verify(ctx context.Context, w *scenario.World, t *scenario.Resource, st scenario.State, ls State) error {
	want := ls.standing(t.Kind.Lease)
	got := Of(st)
	lost := st.Common().Require(scenario.FieldLease, "read the lease of the "+t.Label)
	// That it is leased does not show by whom. A new lease in place of an old one must be that.
	same, text := got.short() == want.short(), got.String()
	if same && ls.Since != "leased" || lost != nil && want.Name == "Available" {
		return nil
	}
	if want.Locked() {
		held, err := opens(scenario.Reading(ctx), w, t, w.IDs[want.ID])
		if err == nil && held {
			other, failed := opens(scenario.Reading(ctx), w, t, w.GUID())
			held, err = !other, failed
		}
		if err = cmp.Or(err, w.Time.Judge()); err != nil {
			return err
		}
		if held && (same || lost != nil || want.Name != "Breaking" || got.State != "leased" || judgesHeaders(w)) {
			if lost == nil && !same {
				w.Findings.WrongRead(t, scenario.FieldLease, want.short(), text)
			}
			return nil
		}
	} else if lost != nil {
		return lost
	}
	if same {
		text += ", under another id"
	}
	return w.Findings.NotAsAsked(t, scenario.FieldLease, want.short(), text)
}

// judgesHeaders reports whether the case itself says which lease state a read shows.
func judgesHeaders(w *scenario.World) bool {
	return slices.ContainsFunc(w.Case.Script(), func(s *plan.Step) bool {
		return s.Judging && strings.Contains(s.Text, "lease state")
	})
}

// standing is what reads show of a lease after the change that Since names: a write ends the
// memory of a blob's lease, but not that of a container's.
func (l State) standing(kind *scenario.Lease) State {
	switch {
	case l.Since == "leased":
		return State{Name: "Leased", ID: "B"}
	case l.Since == "modified" && kind.Forgotten:
		return State{Name: "Available"}
	}
	return l
}
