package steps

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// serviceAnswers judges the last answer.
func serviceAnswers(s *scenario.Sentence) scenario.Body {
	return answered("", s.Answer(1))
}

// gets judges the last answer that a client received.
func gets(s *scenario.Sentence) scenario.Body {
	return answered(s.Text(1), s.Answer(2))
}

func answered(who string, want words.Answer) scenario.Body {
	return scenario.WithLast(who, func(w *scenario.World, ac *scenario.Act) error { return judge.Answered(w, ac, want) })
}

// pollEvery is the pause between two tries where a service may take a while: long enough not
// to load it, short compared with the 30 seconds that it is given.
const pollEvery = time.Second

// getsWithin asks again and again until the wanted answer comes: the service has a stated
// time to propagate a change.
func getsWithin(s *scenario.Sentence) scenario.Body {
	d, within, who, want, op := s.Duration(1), s.Text(1), s.Text(2), s.Answer(3), s.Operation(4)
	terms := s.Request(op, 5)
	s.Facts.Timed = true
	return scenario.With(op.On, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		a := w.Cast.Actor(who)
		req, err := perform.Ask(w, a, op, t, terms)
		if err != nil {
			return err
		}
		if t.Before, err = w.Read(ctx, t); err != nil {
			return verdict.Unknown("read the "+t.Label+" before the request", err)
		}
		t.Known, w.Subject = slices.Clone(t.ETags), t
		until := w.Time.Now().Add(d)
		for {
			ac, err := perform.Exchange(ctx, w, a, op, t, req)
			if err != nil {
				return err
			}
			if err := perform.Remember(w, a, ac); err != nil {
				return err
			}
			w.Last, a.Last = a, ac
			if judge.Accepts(w, ac.Op, want, ac.Resp) {
				return nil
			}
			if !ac.Sent.Before(until) {
				return verdict.In(verdict.Failed(fmt.Sprintf("%s still returned the wrong status after %s", op.Name, within), want.String(), ac.Resp.String()), reports.InStatus, op.Name, string(scenario.FieldStatus))
			}
			if err := w.Time.Pass(ctx, pollEvery); err != nil {
				return verdict.Unknown("let time pass", err)
			}
		}
	})
}

// counted says how often each answer came: "1 × 201 Created, 7 × 412 ConditionNotMet".
func counted(tally map[string]int) string {
	var out []string
	for _, answer := range slices.Sorted(maps.Keys(tally)) {
		out = append(out, fmt.Sprintf("%d × %s", tally[answer], answer))
	}
	return strings.Join(out, ", ")
}

// exactlyGet judges how many of a crowd succeeded, and how the rest were refused.
func exactlyGet(s *scenario.Sentence) scenario.Body {
	n, winners, losers := s.Count(1), s.Answer(2), s.Answer(3)
	if losers.OK {
		s.Fail(errors.New("say how the rest of the clients is refused"))
	}
	return count(n, s.Text(2), winners, losers, s.Text(2)+" or "+s.Text(3))
}

// allGet judges that each of a crowd succeeded.
func allGet(s *scenario.Sentence) scenario.Body {
	n := 2 // both
	if s.Text(1) != "" {
		n = s.Count(1)
	}
	return count(n, s.Text(2), s.Answer(2), words.Answer{}, s.Text(2))
}

// count judges that n of a crowd succeeded; expected is what any of them may receive.
func count(n int, won string, winners, losers words.Answer, expected string) scenario.Body {
	return scenario.AfterCrowd("", func(_ context.Context, w *scenario.World, _ *scenario.Resource, acts []*scenario.Act) error {
		tally := map[string]int{}
		got := 0
		for _, ac := range acts {
			tally[ac.Resp.String()]++
			if winners.OK && ac.Resp.Status == ac.Op.Success || judge.Accepts(w, ac.Op, winners, ac.Resp) {
				got++
			} else if !judge.Accepts(w, ac.Op, losers, ac.Resp) {
				return verdict.In(verdict.Failed("one of the clients received the wrong status", expected, ac.Resp.String()), reports.InStatus, ac.Op.Name, ac.Respect())
			}
		}
		if got != n {
			return verdict.In(verdict.Failed("the wrong number of clients succeeded", fmt.Sprintf("%d × %s", n, won), counted(tally)), reports.InEffect, acts[0].Op.Name, "one step")
		}
		return nil
	})
}

// atMostOneGets judges two clients of which at most one may succeed. The following steps are
// about that one, or about either if both were refused.
func atMostOneGets(s *scenario.Sentence) scenario.Body {
	one, other, lost := s.Text(1), s.Text(2), s.Answer(3)
	refusal := s.Text(3)
	return func(_ context.Context, w *scenario.World) error {
		var winner *scenario.Actor
		for _, who := range []string{one, other} {
			ac, err := w.LastAct(who)
			switch {
			case err != nil:
				return err
			case ac.Resp.Status == ac.Op.Success && winner != nil:
				return verdict.In(verdict.Failed("both clients succeeded", "one of them, the other "+refusal, "both"), reports.InEffect, ac.Op.Name, "one step")
			case ac.Resp.Status == ac.Op.Success:
				winner = w.Cast.Actor(who)
			case !judge.Accepts(w, ac.Op, lost, ac.Resp):
				return ac.Differs("ok or " + refusal)
			}
		}
		if winner != nil {
			t := winner.Last.Resource
			w.Last, t.Act, t.Before = winner, winner.Last, winner.Last.Before
		}
		return nil
	}
}

// givenOnce judges what a service hands out: each of many clients that ask at once gets one
// that no other client gets.
func givenOnce(s *scenario.Sentence) scenario.Body {
	what := s.Text(1)
	return scenario.AfterCrowd("", func(_ context.Context, w *scenario.World, _ *scenario.Resource, acts []*scenario.Act) error {
		given := map[string]bool{}
		for _, ac := range acts {
			if !ac.Resp.OK() {
				continue
			}
			got, err := w.Language.HandedOut(ac, what)
			if err != nil {
				return err
			}
			if got == "" || given[got] {
				return verdict.In(verdict.Failed("two clients were given the same "+what, "each one of its own", fmt.Sprintf("%q twice", got)), reports.InResponse, ac.Op.Name, what)
			}
			given[got] = true
		}
		if len(given) < 2 {
			return verdict.Unknown("compare what the clients were given", fmt.Errorf("%d of %d succeeded", len(given), len(acts)))
		}
		return nil
	})
}

// responseCarries judges the headers and body of the last answer.
func responseCarries(s *scenario.Sentence) scenario.Body {
	list := s.Carried(1)
	return scenario.WithLast("", func(w *scenario.World, ac *scenario.Act) error { return judge.Carries(w, ac, list) })
}

// isAfter reads the resource and compares it with its state before the last act, and with
// what that act asked for.
func isAfter(s *scenario.Sentence) scenario.Body {
	label, effect := s.Label(1, 2), s.Text(3)
	s.Facts.Judges = label
	return scenario.With(label, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		return judge.Effect(ctx, w, t, effect)
	})
}

// eachIsAfter compares each resource with what its client asked. Many concurrent clients each had
// one of their own.
func eachIsAfter(s *scenario.Sentence) scenario.Body {
	label, effect := s.KindLabel(1), s.Text(2)
	return scenario.AfterCrowd("", func(ctx context.Context, w *scenario.World, _ *scenario.Resource, acts []*scenario.Act) error {
		w.Last = nil // none of them was the last
		for _, ac := range acts {
			if ac.Op.On != label {
				return verdict.Miswritten("the clients had no %s of their own", label)
			}
			ac.Resource.Act = ac
			if err := judge.Effect(ctx, w, ac.Resource, effect); err != nil {
				return err
			}
		}
		return nil
	})
}

// isAsManyAsked compares the resource with what many concurrent clients asked for.
func isAsManyAsked(s *scenario.Sentence) scenario.Body {
	label, all := s.Label(1, 2), s.Text(3) == "every"
	s.Facts.Judges = label
	return scenario.AfterCrowd(label, func(ctx context.Context, w *scenario.World, t *scenario.Resource, acts []*scenario.Act) error {
		return judge.EffectOfMany(ctx, w, t, acts, all)
	})
}

// holdsWritten compares a resource with what a client's accepted write contained.
func holdsWritten(s *scenario.Sentence) scenario.Body {
	label, who := s.Label(1, 2), s.Text(3)
	return scenario.With(label, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		a := w.Cast.Actor(who)
		if a.Last == nil || t.Kind.Holds == nil {
			return verdict.Miswritten("%s has written no content that the scenario states", a.Name)
		}
		return t.Kind.Holds(ctx, w, t, a.Last)
	})
}

// hasReceived judges whether a client received the old version or the new one.
func hasReceived(s *scenario.Sentence) scenario.Body {
	who, which := s.Text(1), s.Text(2)
	return scenario.WithLast(who, func(w *scenario.World, ac *scenario.Act) error {
		received := w.Language.Hooks(ac.Op).Received
		if received == nil {
			return verdict.Miswritten("the versions in answers to %s cannot be told apart", ac.Op.Name)
		}
		return received(w, ac, which)
	})
}
