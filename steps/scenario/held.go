package scenario

import (
	"context"
	"fmt"
	"time"

	"ifmatch/internal/wire"
	"ifmatch/reports"
	"ifmatch/reports/figure"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// StartHeld lets a client begin a write whose body stays half sent.
func (w *World) StartHeld(ctx context.Context, a *Actor, op Operation, t *Thing, terms []words.Asked) error {
	const doing = "hold back half of a body"
	req, err := w.Ready(ctx, a, op, t, terms)
	if err != nil {
		return err
	}
	h := newHeld()
	ctx, abandon := context.WithCancel(ctx)
	if err := w.Halves.begin(h, abandon); err != nil {
		abandon()
		return verdict.Unknown(doing, err)
	}
	a.release, a.pending, a.abandon = h.letGo, make(chan result, 1), abandon
	a.held = &Act{Op: op, Req: req, Thing: t, Before: t.Before}
	w.Transport.holds.Add(1)
	go func() {
		ac, err := w.Perform(wire.Ungated(withHeldBody(ctx, h)), a, op, t, req)
		w.Transport.holds.Add(-1)
		w.Halves.leave(h)
		a.pending <- result{ac, err}
	}()
	timeout := time.NewTimer(w.Timeout)
	defer timeout.Stop()
	select {
	case <-h.half:
		return nil
	case r := <-a.pending:
		if r.err != nil {
			return w.Halves.failed(doing, r.err, verdict.Blocked)
		}
		return verdict.Blocked(doing, fmt.Errorf("%s was answered %s before its body was sent", op.Name, r.act.Resp))
	case <-timeout.C:
		return verdict.Blocked(doing, fmt.Errorf("the first half was not accepted within %s", figure.Duration(w.Timeout)))
	case <-ctx.Done():
		return w.Halves.failed(doing, ctx.Err(), verdict.Unknown)
	}
}

// SendRest releases the rest of the held body and takes the answer.
func (w *World) SendRest(ctx context.Context, a *Actor) error {
	const doing = "send the rest of a body"
	if a.pending == nil {
		return verdict.Miswritten("%s holds nothing back", a.Name)
	}
	a.release()
	select {
	case r := <-a.pending:
		a.pending = nil
		if r.err != nil {
			return w.Halves.failed(doing, r.err, verdict.Unknown)
		}
		w.Last, a.Last, w.Subject = a, r.act, r.act.Thing
		return w.Remember(a, r.act)
	case <-ctx.Done():
		return verdict.Unknown(doing, ctx.Err())
	case <-time.After(w.Timeout):
		return verdict.Unknown(doing, fmt.Errorf("no answer within %s", figure.Duration(w.Timeout)))
	}
}

// GiveUp aborts a request whose body is half sent: the connection breaks, and the rest never
// comes.
func (w *World) GiveUp(ctx context.Context, a *Actor) error {
	const doing = "give up a request"
	if a.pending == nil {
		return verdict.Miswritten("%s holds nothing back", a.Name)
	}
	a.abandon()
	select {
	case r := <-a.pending:
		a.pending = nil
		w.Resources.Changed()
		w.Subject, a.held.Thing.Act = a.held.Thing, a.held
		if r.err == nil && r.act.Resp.OK() {
			return verdict.In(verdict.Failed(a.held.Op.Name+" was accepted although half of its body never came", "no success", r.act.Resp.String()), reports.InEffect, a.held.Op.Name, string(FieldBody))
		}
		return nil
	case <-ctx.Done():
		return verdict.Unknown(doing, ctx.Err())
	case <-time.After(w.Timeout):
		return verdict.Unknown(doing, fmt.Errorf("the request did not end within %s", figure.Duration(w.Timeout)))
	}
}
