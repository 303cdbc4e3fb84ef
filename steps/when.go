package steps

import (
	"context"
	"fmt"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// timePasses moves the target's clock, or waits.
func timePasses(s *scenario.Sentence) scenario.Body {
	d := s.Duration(1)
	s.Facts.Wait = d
	return func(ctx context.Context, w *scenario.World) error {
		w.Resources.Aged()
		if err := w.Time.Pass(ctx, d); err != nil {
			return verdict.Unknown("let time pass", err)
		}
		return nil
	}
}

// send lets a client send one operation to the resource of that label, as do says.
func send(who string, op scenario.Operation, on string, terms []words.Asked, do func(context.Context, *scenario.World, *scenario.Actor, scenario.Operation, *scenario.Resource, []words.Asked) error) scenario.Body {
	return scenario.With(on, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		return do(ctx, w, w.Cast.Actor(who), op, t, terms)
	})
}

// sends lets a client send one operation. It never judges.
func sends(s *scenario.Sentence) scenario.Body {
	who, op := s.Text(1), s.Operation(2)
	s.Facts.Sends = true
	return send(who, op, s.On(op, 3), s.Request(op, 4), perform.Send)
}

// sendsAndReads lets a client write and then read, with nothing between: this shows what a
// server works out only at the first read.
func sendsAndReads(s *scenario.Sentence) scenario.Body {
	who, op, read := s.Text(1), s.Operation(2), s.Operation(4)
	s.Facts.Sends, s.Facts.On = true, op.On
	if !read.Reads {
		s.Fail(fmt.Errorf("%s is not a read", read.Name))
	}
	return send(who, op, op.On, s.Request(op, 3), func(ctx context.Context, w *scenario.World, a *scenario.Actor, op scenario.Operation, t *scenario.Resource, terms []words.Asked) error {
		return perform.SendAndRead(ctx, w, a, op, t, terms, read)
	})
}

// startsHeld lets a client begin a write whose body stays half sent.
func startsHeld(s *scenario.Sentence) scenario.Body {
	who, op := s.Text(1), s.Operation(2)
	s.Facts.Sends, s.Facts.Chance = true, true
	return send(who, op, op.On, s.Request(op, 3), perform.StartHeld)
}

// sendsRest releases the rest of the held body and takes the answer.
func sendsRest(s *scenario.Sentence) scenario.Body {
	who := s.Text(1)
	return func(ctx context.Context, w *scenario.World) error {
		return perform.SendRest(ctx, w, w.Cast.Actor(who))
	}
}

// givesUp ends a request whose body is half sent.
func givesUp(s *scenario.Sentence) scenario.Body {
	who := s.Text(1)
	s.Facts.Abandons = true
	return func(ctx context.Context, w *scenario.World) error { return perform.GiveUp(ctx, w, w.Cast.Actor(who)) }
}
