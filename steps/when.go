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
		w.Resources.Changed()
		if err := w.Time.Pass(ctx, d); err != nil {
			return verdict.Unknown("let time pass", err)
		}
		return nil
	}
}

// alone is one client that sends one operation.
type alone struct {
	who   string
	op    scenario.Operation
	on    string
	terms []words.Asked
}

// perform finds the client that acts and the resource it acts on.
func (x alone) perform(w *scenario.World, act func(*scenario.Actor, scenario.Operation, *scenario.Resource, []words.Asked) error) error {
	t, err := w.Resources.Named(x.on)
	if err != nil {
		return err
	}
	return act(w.Cast.Actor(x.who), x.op, t, x.terms)
}

// sends lets a client send one operation. It never judges.
func sends(s *scenario.Sentence) scenario.Body {
	x := alone{who: s.Text(1), op: s.Operation(2)}
	x.on, x.terms = s.On(x.op, 3), s.Request(x.op, 4)
	s.Facts.Sends = true
	return func(ctx context.Context, w *scenario.World) error {
		return x.perform(w, func(a *scenario.Actor, op scenario.Operation, t *scenario.Resource, terms []words.Asked) error {
			return perform.Send(ctx, w, a, op, t, terms)
		})
	}
}

// sendsAndReads lets a client write and then read, with nothing between: this shows what a
// server works out only at the first read.
func sendsAndReads(s *scenario.Sentence) scenario.Body {
	x := alone{who: s.Text(1), op: s.Operation(2)}
	x.on, x.terms = x.op.On, s.Request(x.op, 3)
	read := s.Operation(4)
	s.Facts.Sends, s.Facts.On = true, x.on
	if !read.Reads {
		s.Fail(fmt.Errorf("%s is not a read", read.Name))
	}
	return func(ctx context.Context, w *scenario.World) error {
		return x.perform(w, func(a *scenario.Actor, op scenario.Operation, t *scenario.Resource, terms []words.Asked) error {
			return perform.SendAndRead(ctx, w, a, op, t, terms, read)
		})
	}
}

// startsHeld lets a client begin a write whose body stays half sent.
func startsHeld(s *scenario.Sentence) scenario.Body {
	x := alone{who: s.Text(1), op: s.Operation(2)}
	x.on, x.terms = x.op.On, s.Request(x.op, 3)
	s.Facts.Sends = true
	return func(ctx context.Context, w *scenario.World) error {
		return x.perform(w, func(a *scenario.Actor, op scenario.Operation, t *scenario.Resource, terms []words.Asked) error {
			return perform.StartHeld(ctx, w, a, op, t, terms)
		})
	}
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
