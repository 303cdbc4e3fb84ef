// Package perform sends what the sentences of a scenario say. It builds set-ups, sends single
// requests and many at once, and records what the answers teach.
package perform

import (
	"context"
	"errors"
	"net/http"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// send performs one exchange and records its times. It returns the act even without an answer.
func send(ctx context.Context, w *scenario.World, a *scenario.Actor, op scenario.Operation, t *scenario.Resource, req scenario.Request) (*scenario.Act, error) {
	ac := &scenario.Act{Op: op, Req: req, Resource: t, Before: t.Before, Sent: w.Time.Now()}
	if op.Reads {
		ctx = scenario.Reading(ctx)
	}
	var err error
	ac.Resp, err = op.Do(ctx, a.Client(op.Service), t.Address, req)
	ac.Answered = w.Time.Now()
	if scenario.Unimplemented(op, ac.Resp) {
		w.Missing.CompareAndSwap(nil, ac)
	}
	return ac, err
}

// Absent reports whether the target lacks the operation of w.Missing: the target answers in the
// same way without what the case is about.
func Absent(ctx context.Context, w *scenario.World) bool {
	missing := w.Missing.Load()
	op := missing.Op
	resp, err := op.Do(ctx, w.Keeper.Client(op.Service), missing.Resource.Address, op.Request())
	return err == nil && scenario.Unimplemented(op, resp)
}

// Exchange sends one operation. An error is a verdict: no answer came, or none that can be read.
// The act is returned even then, as complete as possible: without an answer its status is 0.
func Exchange(ctx context.Context, w *scenario.World, a *scenario.Actor, op scenario.Operation, t *scenario.Resource, req scenario.Request) (*scenario.Act, error) {
	ac, err := send(scenario.Judged(ctx), w, a, op, t, req)
	if err != nil {
		err = noAnswer(op, err)
	}
	return ac, err
}

// noAnswer turns the error of an operation into a verdict: an answer that the official SDK
// cannot read is the service's fault, a missing answer is no one's.
func noAnswer(op scenario.Operation, err error) error {
	var bad *scenario.UnreadableError
	if errors.As(err, &bad) {
		how := " returned an answer that the official SDK cannot read"
		if bad.Broken {
			how = " returned an answer that breaks off"
		}
		return verdict.In(verdict.Failed(op.Name+how, "an answer as documented", err.Error()), reports.InResponse, op.Name, string(scenario.FieldBody))
	}
	return verdict.Unknown("send "+op.Name, err)
}

// Remember records what an answer taught the client, and the timers that the operation
// started. If the answer came so late that it teaches nothing, it returns a lateness verdict
// before it forgets the timers that the answer might replace.
func Remember(w *scenario.World, a *scenario.Actor, ac *scenario.Act) error {
	if err := w.Time.Judge(); err != nil {
		return err
	}
	if !ac.Op.Reads {
		w.Resources.Changed()
		if ac.Resp.OK() {
			ac.Resource.ChangedBy(ac.Op.Name)
			if ac.Op.Deletes() {
				ac.Resource.Deleted = ac.Before
			}
			w.Time.NameTaken(ac)
		}
	}
	ac.Resource.Act, ac.Memory = ac, a.Seen[ac.Resource]
	if learned := w.Language.Hooks(ac.Op).Learned; ac.Resp.OK() && learned != nil {
		learned(w, a, ac)
	}
	return nil
}

// Send lets a client send one operation. It never judges.
func Send(ctx context.Context, w *scenario.World, a *scenario.Actor, op scenario.Operation, t *scenario.Resource, terms []words.Asked) error {
	req, err := Ready(ctx, w, a, op, t, terms)
	if err != nil {
		return err
	}
	ac, err := Exchange(ctx, w, a, op, t, req)
	if ac.Resp.Status != 0 && err != nil {
		// The effect of the act can still be read, though no client learned anything from the answer.
		t.Act, w.Last, a.Last = ac, a, ac
		w.Resources.Changed()
	}
	if err != nil {
		return err
	}
	if err := Remember(w, a, ac); err != nil {
		return err
	}
	w.Last, a.Last, w.Crowd = a, ac, nil
	return w.Time.Judge()
}

// SendAndRead lets a client write, which must succeed, and then read, with nothing between. The
// next sentence judges the read against what the write left.
func SendAndRead(ctx context.Context, w *scenario.World, a *scenario.Actor, op scenario.Operation, t *scenario.Resource, terms []words.Asked, read scenario.Operation) error {
	if err := Send(ctx, w, a, op, t, terms); err != nil {
		return err
	}
	wrote := a.Last
	if err := wrote.MustSucceed(); err != nil {
		return err
	}
	req, err := Ask(w, a, read, t, nil)
	if err != nil {
		return err
	}
	t.Before = op.After(t.Before, wrote.Req, wrote.Resp)
	ac, err := Exchange(ctx, w, a, read, t, req)
	if err != nil {
		return err
	}
	if err := Remember(w, a, ac); err != nil {
		return err
	}
	// The state afterwards is the effect of the write.
	w.Last, a.Last, t.Act = a, ac, wrote
	return w.Time.Judge()
}

// Try is Exchange for clients in a race, which tolerate an answer that is transient or missing.
// Then known is false: it is unknown whether the request was applied.
func Try(ctx context.Context, w *scenario.World, a *scenario.Actor, op scenario.Operation, t *scenario.Resource, req scenario.Request) (ac *scenario.Act, known bool, err error) {
	ac, err = send(scenario.Borne(scenario.Judged(ctx)), w, a, op, t, req)
	return tried(ctx, ac, err)
}

// tried is the outcome of an act that was answered, or else of its error. An interrupt that comes after the answer changes
// nothing.
func tried(ctx context.Context, ac *scenario.Act, err error) (*scenario.Act, bool, error) {
	var bad *scenario.UnreadableError
	switch {
	case err != nil && ctx.Err() != nil, errors.As(err, &bad) && !bad.Broken:
		return nil, true, noAnswer(ac.Op, err)
	case err != nil, scenario.Transient(ctx, &http.Response{StatusCode: ac.Resp.Status, Header: ac.Resp.Header}, nil):
		return nil, false, nil
	}
	return ac, true, nil
}

// Stagger sends a few harmless requests before a case is tried again. A transient answer that
// comes at every nth request must not hit the case at the same place again.
func Stagger(ctx context.Context, w *scenario.World) {
	service := target.Service(w.Case.Service)
	hello := w.Language.Lexicon(service).Greeting
	c := w.Keeper.Client(service)
	if hello.Request == nil {
		return
	}
	ctx = scenario.Borne(scenario.Reading(ctx))
	for range w.Tries%staggered + 1 {
		_, _ = w.Language.Must(hello.Operation).Do(ctx, c, hello.Of, hello.Request())
	}
}

// staggered bounds the number of these requests. Each try sends a different number, so that no
// rhythm is kept.
const staggered = 13
