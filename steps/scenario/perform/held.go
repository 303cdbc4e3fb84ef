package perform

import (
	"context"
	"fmt"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/reports"
	"ifmatch/reports/figure"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// arrives is how long a service over a network is given to begin with the half that the network has taken.
const arrives = 20 * time.Millisecond

// StartHeld lets a client begin a write whose body stays half sent.
func StartHeld(ctx context.Context, w *scenario.World, a *scenario.Actor, op scenario.Operation, t *scenario.Resource, terms []words.Asked) error {
	const doing = "hold back half of a body"
	req, err := Ready(ctx, w, a, op, t, terms)
	if err != nil {
		return err
	}
	h := scenario.NewHeldBody()
	ctx, h.Abandon = context.WithCancel(ctx)
	if err := w.Halves.Begin(h, h.Abandon); err != nil {
		h.Abandon()
		return verdict.Unknown(doing, err)
	}
	answer := make(chan scenario.HeldAnswer, 1)
	a.Held, a.Answer = h, answer
	w.Transport.Holds.Add(1)
	go func() {
		ac, err := Exchange(wire.Ungated(scenario.WithHeldBody(ctx, h)), w, a, op, t, req)
		w.Transport.Holds.Add(-1)
		w.Halves.Leave(h)
		answer <- scenario.HeldAnswer{Act: ac, Err: err}
	}()
	select {
	case <-h.Half.Done():
		if !w.Target.Has(target.MovableClock) {
			time.Sleep(arrives)
		}
		return nil
	case r := <-answer:
		if r.Err != nil {
			return w.Halves.Failed(doing, r.Err, verdict.Blocked)
		}
		return verdict.Blocked(doing, fmt.Errorf("%s was answered %s before its body was sent", op.Name, r.Act.Resp))
	case <-time.After(w.Timeout):
		return verdict.Blocked(doing, fmt.Errorf("the first half was not accepted within %s", figure.Duration(w.Timeout)))
	case <-ctx.Done():
		return w.Halves.Failed(doing, ctx.Err(), verdict.Unknown)
	}
}

// SendRest releases the rest of the held body and takes the answer.
func SendRest(ctx context.Context, w *scenario.World, a *scenario.Actor) error {
	const doing = "send the rest of a body"
	r, err := heldAnswer(ctx, w, a, doing, "no answer", func() { a.Held.LetGo() })
	switch {
	case err != nil:
		return err
	case r.Err != nil:
		return w.Halves.Failed(doing, r.Err, verdict.Unknown)
	}
	w.Last, a.Last, w.Subject = a, r.Act, r.Act.Resource
	return Remember(w, a, r.Act)
}

// GiveUp aborts a request whose body is half sent: the connection breaks, and the rest never
// comes.
func GiveUp(ctx context.Context, w *scenario.World, a *scenario.Actor) error {
	r, err := heldAnswer(ctx, w, a, "give up a request", "the request did not end", func() { a.Held.Abandon() })
	if err != nil {
		return err
	}
	w.Resources.Changed()
	ac := r.Act
	w.Subject, ac.Resource.Act = ac.Resource, ac
	if r.Err == nil && ac.Resp.OK() {
		return verdict.In(verdict.Failed(ac.Op.Name+" was accepted although half of its body never came", "no success", ac.Resp.String()), reports.InEffect, ac.Op.Name, string(scenario.FieldBody))
	}
	return nil
}

// heldAnswer ends the wait of a request that a client holds back, and takes what becomes of it.
func heldAnswer(ctx context.Context, w *scenario.World, a *scenario.Actor, doing, silent string, end func()) (scenario.HeldAnswer, error) {
	if a.Answer == nil {
		return scenario.HeldAnswer{}, verdict.Miswritten("%s holds nothing back", a.Name)
	}
	end()
	select {
	case r := <-a.Answer:
		a.Answer = nil
		return r, nil
	case <-ctx.Done():
		return scenario.HeldAnswer{}, verdict.Unknown(doing, ctx.Err())
	case <-time.After(w.Timeout):
		return scenario.HeldAnswer{}, verdict.Unknown(doing, fmt.Errorf("%s within %s", silent, figure.Duration(w.Timeout)))
	}
}
