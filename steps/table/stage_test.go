package table

import (
	"context"
	"errors"
	"fmt"
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

const (
	earlyTag = `W/"datetime'2026-01-02T03%3A04%3A05.1234567Z'"`
	lateTag  = `W/"datetime'2026-01-02T03%3A04%3A05.2Z'"`
	early    = "2026-01-02T03:04:05.1234567Z"
	late     = "2026-01-02T03:04:05.2Z"
)

// stopped is a movable clock that stands still.
type stopped struct{}

func (stopped) Now() time.Time                            { return time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC) }
func (stopped) Movable() bool                             { return true }
func (stopped) Pass(context.Context, time.Duration) error { return nil }

// stage is a scenario with a table and three entities: "entity" and "a" with two versions, "b" with
// one. Ann has read the first version of the former two.
func stage(t *testing.T) (w *scenario.World, ann *scenario.Actor) {
	t.Helper()
	w = scenario.NewWorld(&scenario.Stage{Language: scenario.NewLanguage(nil, New()), Seed: 1}, plan.Case{ID: "TABLE-A/x", Service: "table"}, 0)
	w.Session = &target.Session{Clock: stopped{}}
	w.Time = scenario.NewTimeline(w.Session.Clock)
	ann = w.Cast.Actor("Ann")
	resource(t, w, "table", "")
	resource(t, w, "account", "")
	for name, tags := range map[string][]string{"": {earlyTag, lateTag}, "a": {earlyTag, lateTag}, "b": {lateTag}} {
		e := resource(t, w, "entity", name)
		e.ETags = tags
		ann.Saw(e, earlyTag, early)
	}
	return w, ann
}

func resource(t *testing.T, w *scenario.World, kind, name string) *scenario.Resource {
	t.Helper()
	kinds := w.Language.Lexicon(target.Table).Kinds
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
func answered(w *scenario.World, ann *scenario.Actor, operation, etag, body string) *scenario.Act {
	op := w.Language.Must(operation)
	on := w.Resources.Get(op.On)
	if op.On == "entity" {
		on = w.Resources.Get("a")
	}
	h := http.Header{}
	if etag != "" {
		h.Set("ETag", etag)
	}
	ann.Last = &scenario.Act{Op: op, Req: op.Request(), Resource: on, Memory: ann.Seen[w.Resources.Get("a")],
		Resp: scenario.Response{Status: op.Success, Header: h, Body: []byte(body)}}
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

// says plays one sentence.
func says(t *testing.T, w *scenario.World, text string) error {
	t.Helper()
	step, err := w.Language.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return step.Body.(scenario.Body)(t.Context(), w)
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

// entityBody writes an entity as minimal metadata has it.
func entityBody(row, etag, stamp, more string) string {
	return fmt.Sprintf(`{"odata.etag":%q,"PartitionKey":"partition","RowKey":%q,"Timestamp":%q%s}`, etag, row, stamp, more)
}
