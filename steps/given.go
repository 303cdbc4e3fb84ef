package steps

import (
	"context"
	"fmt"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
)

// aResource builds a resource in the state that the sentence names.
func aResource(s *scenario.Sentence) scenario.Body {
	prepared, name := s.Given(1, 3), s.Text(2)
	return func(ctx context.Context, w *scenario.World) error {
		kind, state := prepared(w)
		return perform.Provide(ctx, w, kind, name, state)
	}
}

// hasRead lets a client remember the current version.
func hasRead(s *scenario.Sentence) scenario.Body {
	who, label := s.Text(1), s.Label(2, 3)
	return scenario.With(label, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		a := w.Cast.Actor(who)
		op := w.Language.Must(t.Kind.Reads[0])
		ac, err := perform.Exchange(ctx, w, a, op, t, op.Request())
		if err != nil {
			return verdict.Blocked("read the "+label, err)
		}
		if ac.Resp.Status != 200 {
			return verdict.Blocked("read the "+label, fmt.Errorf("%s was answered %s", op.Name, ac.Resp))
		}
		return perform.Remember(w, a, ac)
	})
}

// holdsSAS gives a client a SAS that refers to a stored access policy, and nothing else.
func holdsSAS(s *scenario.Sentence) scenario.Body {
	who, policy, label := s.Text(1), s.Text(2), s.KindLabel(3)
	return scenario.With(label, func(_ context.Context, w *scenario.World, t *scenario.Resource) error {
		if t.Kind.SAS == nil {
			return verdict.Miswritten("a %s has no stored access policies that a SAS could use", t.Kind.Word)
		}
		sas, err := t.Kind.SAS(w.Session, t.Address, policy)
		if err != nil {
			return verdict.Blocked("sign a SAS under the stored access policy", err)
		}
		w.Cast.Actor(who).Hold(scenario.Access{SAS: sas})
		return nil
	})
}

// wrongKey is the key of some other account, in base64.
const wrongKey = "bm90IHRoZSBrZXkgb2YgdGhpcyBhY2NvdW50LCBvbmx5IGl0cyBmb3JtIQ=="

// holds gives a client another way to authorise its requests.
func holds(access scenario.Access) func(s *scenario.Sentence) scenario.Body {
	return func(s *scenario.Sentence) scenario.Body {
		who := s.Text(1)
		return func(_ context.Context, w *scenario.World) error {
			w.Cast.Actor(who).Hold(access)
			return nil
		}
	}
}
