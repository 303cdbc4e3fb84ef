package steps

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"ifmatch/steps/cell"
)

// serviceAnswers judges the last answer.
func (w *world) serviceAnswers(_ context.Context, answer string) error {
	if w.last == nil || w.last.last == nil {
		return miswritten("nobody has sent anything yet")
	}
	return w.judge(w.last.last, answer)
}

// isAnswered judges the last answer that a client got.
func (w *world) isAnswered(_ context.Context, who, answer string) error {
	a, err := w.actor(who)
	if err != nil {
		return err
	}
	if a.last == nil {
		return miswritten("%s has sent nothing yet", a.name)
	}
	return w.judge(a.last, answer)
}

func (w *world) judge(ac *act, answer string) error {
	if answer == cell.OK {
		answer = strconv.Itoa(ac.op.Success)
	}
	want, err := cell.ParseAnswer(answer)
	if err != nil {
		return miswritten("%v", err)
	}
	if !want.Accepts(ac.resp.Status, ac.resp.Code, w.run.strict()) {
		return failed(ac.op.Name+" was answered differently", want.String(), describe(ac.resp))
	}
	return nil
}

// isAnsweredWithin asks again and again until the answer comes: the service has
// a stated time to propagate a change.
func (w *world) isAnsweredWithin(ctx context.Context, within, who, answer, operation, words string) error {
	d, err := cell.ParseDuration(within)
	if err != nil {
		return miswritten("%v", err)
	}
	want, err := cell.ParseAnswer(answer)
	if err != nil {
		return miswritten("%v", err)
	}
	a, op, t, err := w.scene(who, operation, "")
	if err != nil {
		return err
	}
	req, err := w.request(a, op, t, words)
	if err != nil {
		return err
	}
	if t.before, err = w.read(ctx, t); err != nil {
		return unknown("read the "+t.label+" before the request", err)
	}
	t.known, w.subject = slices.Clone(t.etags), t
	until := w.time.clock.Now().Add(d)
	for {
		ac, err := w.perform(ctx, a, op, t, req)
		if err != nil {
			return err
		}
		if err := w.remember(a, ac); err != nil {
			return err
		}
		w.last, a.last = a, ac
		if want.Accepts(ac.resp.Status, ac.resp.Code, w.run.strict()) {
			return nil
		}
		if !ac.sent.Before(until) {
			return failed(fmt.Sprintf("%s was still answered differently after %s", op.Name, within), want.String(), describe(ac.resp))
		}
		if err := w.time.pass(ctx, pollEvery); err != nil {
			return unknown("let time pass", err)
		}
	}
}
