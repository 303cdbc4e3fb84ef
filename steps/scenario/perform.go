package scenario

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Ready prepares what the operation needs, reads the state of the resource before the act,
// and builds the request.
func (w *World) Ready(ctx context.Context, a *Actor, op Operation, t *Thing, terms []words.Asked) (Request, error) {
	before, err := w.Read(ctx, t)
	if err != nil {
		return nil, w.Findings.Blocked(t, "read the "+t.Label+" before the request", err)
	}
	w.Findings.NoteBefore(t, before)
	t.Before, t.Known = before, slices.Clone(t.ETags)
	w.Subject = t
	if ready := w.Language.moments(op).Ready; ready != nil {
		if err := ready(ctx, w, op, t); err != nil {
			return nil, err
		}
	}
	// The current ETags and dates are known for certain only now.
	req, err := w.Ask(a, op, t, terms)
	if err == nil && op.Source && op.Prepares() {
		// The result of a copy depends on what its source held.
		var c Client
		if c, err = w.Keeper.Client(op.Service); err == nil {
			// It mostly reads; a source that it makes may be made twice.
			err = op.Prepare(Reading(ctx), c, t.Res, req)
		}
		if err != nil {
			err = w.Findings.Blocked(t, "read the source of the copy", err)
		}
	}
	return req, err
}

// Ask turns the terms of a request cell into a request to t, as client a sees t.
func (w *World) Ask(a *Actor, op Operation, t *Thing, terms []words.Asked) (Request, error) {
	q := &Asking{World: w, Actor: a, Op: op, Thing: t, Req: op.Request()}
	m := w.Language.moments(op)
	if m.Defaults != nil {
		m.Defaults(q)
	}
	for _, asked := range terms {
		term := w.Language.term(op.Service, asked.Key)
		if asked.No {
			term.leave(q)
			continue
		}
		if err := term.apply(q, asked.Value); err != nil {
			return nil, err
		}
	}
	if m.Finish != nil {
		m.Finish(q)
	}
	return q.Req, nil
}

// send performs one exchange and records its times. It returns the act even without an answer.
func (w *World) send(ctx context.Context, a *Actor, op Operation, t *Thing, req Request) (*Act, error) {
	ac := &Act{Op: op, Req: req, Thing: t, Before: t.Before, Sent: w.Time.Now()}
	c, err := a.Client(op.Service)
	if err != nil {
		return ac, err
	}
	if op.Reads {
		ctx = Reading(ctx)
	}
	ac.Resp, err = op.Do(ctx, c, t.Res, req)
	ac.Answered = w.Time.Now()
	if unimplemented(op, ac.Resp) {
		w.missing.Do(func() { w.Missing = ac })
	}
	return ac, err
}

// Absent reports whether the target lacks the operation in w.Missing: the target answers in the
// same way without what the case is about.
func (w *World) Absent(ctx context.Context) bool {
	op := w.Missing.Op
	c, err := w.Keeper.Client(op.Service)
	if err != nil {
		return false
	}
	resp, err := op.Do(ctx, c, w.Missing.Thing.Res, op.Request())
	return err == nil && unimplemented(op, resp)
}

// Doubt checks whether the set-up is at fault for an answer that was not as promised; nil if
// nothing suggests that.
func (w *World) Doubt(ctx context.Context) error {
	if doubt := w.Language.Lexicon(target.Service(w.Case.Service)).Moments.Doubt; doubt != nil {
		return doubt(ctx, w)
	}
	return nil
}

// Perform sends one operation. An error is a verdict: no answer came, or none that can be read.
// The act is returned even then, as complete as possible.
func (w *World) Perform(ctx context.Context, a *Actor, op Operation, t *Thing, req Request) (*Act, error) {
	ac, err := w.send(context.WithValue(ctx, judged{}, true), a, op, t, req)
	var bad *UnreadableError
	switch {
	case errors.As(err, &bad):
		ac.Resp = bad.Response
		return ac, noAnswer(op, err)
	case err != nil:
		return nil, noAnswer(op, err)
	}
	return ac, nil
}

// noAnswer turns the error of an operation into a verdict: an answer that the official SDK
// cannot read is the service's fault, a missing answer is no one's.
func noAnswer(op Operation, err error) error {
	var bad *UnreadableError
	if errors.As(err, &bad) {
		how := " returned an answer that the official SDK cannot read"
		if bad.Broken {
			how = " returned an answer that breaks off"
		}
		return verdict.In(verdict.Failed(op.Name+how, "an answer as documented", err.Error()), reports.InResponse, op.Name, string(FieldBody))
	}
	return verdict.Unknown("send "+op.Name, err)
}

// Remember records what an answer taught the client, and the timers that the operation
// started. If the answer came so late that it teaches nothing, it returns a lateness verdict
// before it forgets the timers that the answer might replace.
func (w *World) Remember(a *Actor, ac *Act) error {
	if err := w.Time.Judge(); err != nil {
		return err
	}
	if !ac.Op.Reads {
		w.Resources.Changed()
	}
	ac.Thing.Act, ac.Memory = ac, a.Seen[ac.Thing]
	if learned := w.Language.moments(ac.Op).Learned; ac.Resp.OK() && learned != nil {
		learned(w, a, ac)
	}
	return nil
}

// Send lets a client send one operation. It never judges.
func (w *World) Send(ctx context.Context, a *Actor, op Operation, t *Thing, terms []words.Asked) error {
	req, err := w.Ready(ctx, a, op, t, terms)
	if err != nil {
		return err
	}
	ac, err := w.Perform(ctx, a, op, t, req)
	if ac != nil && err != nil {
		// The effect of the act can still be read, though no client learned anything from the answer.
		t.Act, w.Last, a.Last = ac, a, ac
		w.Resources.Changed()
	}
	if err != nil {
		return err
	}
	if err := w.Remember(a, ac); err != nil {
		return err
	}
	w.Last, a.Last, w.Crowd = a, ac, nil
	return w.Time.Judge()
}

// SendAndRead lets a client write, which must succeed, and then read, with nothing between. The
// next sentence judges the read against what the write left.
func (w *World) SendAndRead(ctx context.Context, a *Actor, op Operation, t *Thing, terms []words.Asked, read Operation) error {
	if err := w.Send(ctx, a, op, t, terms); err != nil {
		return err
	}
	wrote := a.Last
	if err := wrote.MustSucceed(); err != nil {
		return err
	}
	req, err := w.Ask(a, read, t, nil)
	if err != nil {
		return err
	}
	t.Before = op.After(t.Before, wrote.Req, wrote.Resp)
	ac, err := w.Perform(ctx, a, read, t, req)
	if err != nil {
		return err
	}
	if err := w.Remember(a, ac); err != nil {
		return err
	}
	// The state afterwards is the effect of the write.
	w.Last, a.Last, t.Act = a, ac, wrote
	return w.Time.Judge()
}

// Try is Perform for clients in a race, which tolerate an answer that is transient or missing.
// Then known is false: it is unknown whether the request was applied.
func (w *World) Try(ctx context.Context, a *Actor, op Operation, t *Thing, req Request) (ac *Act, known bool, err error) {
	ac, err = w.send(context.WithValue(context.WithValue(ctx, judged{}, true), borne{}, true), a, op, t, req)
	var bad *UnreadableError
	switch {
	case ctx.Err() != nil, errors.As(err, &bad) && !bad.Broken:
		return nil, true, noAnswer(op, err)
	case isTransient(ctx, &http.Response{StatusCode: ac.Resp.Status, Header: ac.Resp.Header}, err):
		return nil, false, nil
	}
	return ac, true, nil
}

// Stagger sends a few harmless requests before a case is tried again. A transient answer that
// comes at every nth request must not hit the case at the same place again.
func (w *World) Stagger(ctx context.Context) {
	service := target.Service(w.Case.Service)
	hello := w.Language.Lexicon(service).Greeting
	c, err := w.Keeper.Client(service)
	if err != nil || hello.Request == nil {
		return
	}
	ctx = context.WithValue(Reading(ctx), borne{}, true)
	for range w.again%staggered + 1 {
		_, _ = w.Language.Must(hello.Operation).Do(ctx, c, hello.Of, hello.Request())
	}
}

// staggered bounds the number of these requests. Each try sends a different number, so that no
// rhythm is kept.
const staggered = 13
