package queue

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// noon is the time of every stage.
var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// stopped is a clock that stands still, movable or real.
type stopped struct{ movable bool }

func (stopped) Now() time.Time                            { return noon }
func (c stopped) Movable() bool                           { return c.movable }
func (stopped) Pass(context.Context, time.Duration) error { return nil }

// stage is a scenario with a queue that holds two messages, with a message that had
// two receipts, of which Ann has the first, and with another message.
func stage(t *testing.T, movable bool) (w *scenario.World, ann *scenario.Actor, message *scenario.Resource) {
	t.Helper()
	w = scenario.NewWorld(&scenario.Stage{Language: scenario.NewLanguage(nil, New()), Seed: 1}, plan.Case{ID: "QUEUE-A/x", Service: "queue"}, 0)
	w.Session = &target.Session{Clock: stopped{movable}}
	w.Time = scenario.NewTimeline(w.Session.Clock)
	q := resource(t, w, "queue", "")
	q.Own.(*held).ids = []string{"m", "n"}
	message = resource(t, w, "message", "")
	become(message, Address{w.Name, "m"})
	message.Own.(*receipts).given = []string{"r0", "r1"}
	other := resource(t, w, "message", "other")
	become(other, Address{w.Name, "n"})
	other.Own.(*receipts).given = []string{"r9"}
	ann = w.Cast.Actor("Ann")
	ann.Got(message, "r0")
	return w, ann, message
}

func resource(t *testing.T, w *scenario.World, kind, name string) *scenario.Resource {
	t.Helper()
	kinds := w.Language.Lexicon(target.Queue).Kinds
	made, err := w.NewResource(kinds[slices.IndexFunc(kinds, func(k *scenario.Kind) bool { return k.Word == kind })], name)
	if err != nil {
		t.Fatal(err)
	}
	w.Resources.Add(made)
	return made
}

// asked builds the request of a sentence.
func asked(w *scenario.World, a *scenario.Actor, operation, text string) (*Request, error) {
	op := w.Language.Must(operation)
	var known []words.Term
	for _, term := range terms() {
		known = append(known, term.Term)
	}
	list, err := words.ParseRequest(known, text)
	if err != nil {
		return nil, err
	}
	req, err := perform.Ask(w, a, op, w.Resources.Get(op.On), list)
	if err != nil {
		return nil, err
	}
	return req.(*Request), nil
}

// answered is an act of Ann's with this answer.
func answered(w *scenario.World, ann *scenario.Actor, operation string, resp scenario.Response) *scenario.Act {
	op := w.Language.Must(operation)
	if resp.Header == nil {
		resp.Header = http.Header{}
	}
	ann.Last = &scenario.Act{Op: op, Req: op.Request(), Resource: w.Resources.Get(op.On), Resp: resp, Sent: noon, Answered: noon}
	w.Last = ann
	return ann.Last
}

// carries judges what a response is said to carry.
func carries(t *testing.T, w *scenario.World, ac *scenario.Act, text string) error {
	t.Helper()
	var known []words.Subject
	for _, s := range subjects() {
		known = append(known, s.Subject)
	}
	list, err := words.ParseCarried(known, text)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if err := judge.Carries(w, ac, c); err != nil {
			return err
		}
	}
	return nil
}

// checkVerdict compares a verdict with "want; got", or "status: reason" for one that is not a
// failure; empty: everything held.
func checkVerdict(t *testing.T, what string, err error, want string) {
	t.Helper()
	var v *verdict.Verdict
	got := ""
	if errors.As(err, &v) {
		if got = v.Want + "; " + v.Got; v.Status != reports.Failed {
			got = string(v.Status) + ": " + v.Reason
		}
	} else if err != nil {
		got = err.Error()
	}
	if got != want {
		t.Errorf("%s\n\tverdict %q\n\twant    %q", what, got, want)
	}
}
