package lease

import (
	"context"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/verdict"
)

// Phrases are the sentences about leases.
func Phrases() []scenario.Phrase {
	return []scenario.Phrase{
		{Keyword: "Then", Pattern: `the lease is (.+)`, Example: `Then the lease is Breaking(A)`, Read: func(s *scenario.Sentence) scenario.Body {
			want := scenario.ReadAs(s, 1, ParseState)
			return func(ctx context.Context, w *scenario.World) error {
				if w.Subject == nil {
					return verdict.Miswritten("no resource yet")
				}
				return judgeState(ctx, w, w.Subject, want)
			}
		}},
		{Keyword: "Then", Pattern: `the lease of the {resource}{named} is (.+)`, Example: `Then the lease of the container is Available`, Read: func(s *scenario.Sentence) scenario.Body {
			label, want := s.Label(1, 2), scenario.ReadAs(s, 3, ParseState)
			return scenario.With(label, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
				return judgeState(ctx, w, t, want)
			})
		}},
	}
}

func judgeState(ctx context.Context, w *scenario.World, t *scenario.Resource, want State) error {
	st, err := w.Read(ctx, t)
	if err != nil {
		return verdict.Unknown("read the lease of the "+t.Label, err)
	}
	if err := w.Time.Judge(); err != nil {
		return err
	}
	lost := st.Common().Require(scenario.FieldLease, "read the lease of the "+t.Label)
	if lost != nil && !want.Locked() {
		return lost
	}
	if how, is, got := want.unlike(st); how != "" && lost == nil {
		return judge.Behind(ctx, w, t, []*scenario.Act{t.Act}, scenario.FieldLease, st, otherLease(t, how, is, got), func(next scenario.State) bool {
			how, _, _ := want.unlike(next)
			return how == ""
		})
	}
	if !want.Locked() {
		return nil
	}
	return judgeOwner(ctx, w, t, want)
}

// unlike says how the lease that a state shows differs from the wanted one; empty if it does not.
func (want State) unlike(st scenario.State) (how, is, got string) {
	shown := map[bool]string{true: "infinite", false: "fixed"}[want.Duration == Infinite]
	switch got := Of(st); {
	case got.short() != want.short():
		return "is in the wrong state", want.short(), got.short()
	case want.Duration != "" && want.Name == "Leased" && got.Duration != shown:
		return "has the wrong duration", shown, got.Duration
	}
	return "", "", ""
}

// otherLease is the verdict on a lease that is not as promised after the last act.
func otherLease(t *scenario.Resource, how, want, got string) error {
	return t.Otherwise(verdict.Failed("the lease of the "+t.Label+" "+how, want, got), scenario.FieldLease)
}

// judgeOwner judges which id holds the lease. Reads show the state but never the id.
func judgeOwner(ctx context.Context, w *scenario.World, t *scenario.Resource, want State) error {
	id, ok := w.IDs[want.ID]
	if !ok {
		return verdict.Miswritten("no client was given a lease %s", want.ID)
	}
	if want.ID == "X" && (id == w.IDs["A"] || id == w.IDs["B"] || id == w.IDs["C"]) {
		return otherLease(t, "has an id that a client once proposed", "an id that the service made up", id)
	}
	opened, err := opens(ctx, w, t, id)
	if err == nil {
		err = w.Time.Judge() // the lease may have ended between the two reads
	}
	if err == nil && !opened {
		err = refused(ctx, w, t, want, id)
	}
	return err
}

// refused is the verdict if t cannot be read with the id that should hold its lease. An action that only this id can perform
// tells whether the lease is wrong or the read.
func refused(ctx context.Context, w *scenario.World, t *scenario.Resource, want State, id string) error {
	action := "renew"
	if want.Name == "Breaking" || t.Kind.Lease.Endless { // such a lease can only be released
		action = "release"
	}
	op, req := ask(w, t, action, Fields{LeaseID: &id})
	resp, err := op.Do(ctx, w.Keeper.Client(op.Service), t.Address, req)
	if err != nil || !resp.OK() {
		return otherLease(t, "has a different id", want.String(), "a read with that id is refused")
	}
	read := t.Kind.Lease.Probe
	return verdict.BlockedBy(read+" is refused with the lease id that "+op.Name+" accepts", read, string(reports.InStatus))
}

// opens reports whether t can be read with a lease id: only with that of its active lease (BLOB-UM-R-A-Le, -Bi).
func opens(ctx context.Context, w *scenario.World, t *scenario.Resource, id string) (bool, error) {
	op := w.Language.Must(t.Kind.Lease.Probe)
	req := op.Request()
	req.(Request).Lease().LeaseID = &id
	resp, err := op.Do(ctx, w.Keeper.Client(op.Service), t.Address, req)
	if err != nil {
		return false, verdict.Unknown("read the "+t.Label+" with its lease id", err)
	}
	return resp.OK(), nil
}
