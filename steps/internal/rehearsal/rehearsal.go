// Package rehearsal is the stage on which the tests of the rooms play: scenarios with and without a server, whose
// requests, subjects and states are read as those of features are.
package rehearsal

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/judge"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// Noon is the time of every clock at first.
var Noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// Clock stands still unless time passes: a movable one, or a real one.
type Clock struct {
	passed time.Duration
	Real   bool
}

// Now is the time of the clock.
func (c *Clock) Now() time.Time { return Noon.Add(c.passed) }

// Movable reports whether the clock is not a real one.
func (c *Clock) Movable() bool { return !c.Real }

// Pass moves the clock.
func (c *Clock) Pass(_ context.Context, d time.Duration) error {
	c.passed += d
	return nil
}

// Silent is a scenario of a room that no server plays.
func Silent(room scenario.Service, c *Clock) *scenario.World {
	w := scenario.NewWorld(&scenario.Stage{Language: scenario.NewLanguage(nil, room), Seed: 1}, plan.Case{ID: "TEST-A/x", Service: string(room.Name)}, 0)
	w.Session, w.Time = &target.Session{Clock: c}, scenario.NewTimeline(c)
	return w
}

// Play begins a scenario of a room on a server. It ends with the test.
func Play(t *testing.T, server target.Target, room scenario.Service) *scenario.World {
	t.Helper()
	w := scenario.NewWorld(&scenario.Stage{Target: server, Language: scenario.NewLanguage(nil, room), Gate: wire.NewGate(8),
		Names: scenario.Names{Prefix: "ifmatch-", Run: "r"}, Seed: 1, Timeout: time.Minute, Abandon: context.Background(), CleanupSlots: make(chan struct{}, 1),
		Waits: func(string, time.Time) {}}, plan.Case{ID: "TEST/" + t.Name(), Service: string(room.Name)}, 0)
	if err := w.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.End(context.Background()) })
	return w
}

// Add adds a resource that nobody builds.
func Add(t *testing.T, w *scenario.World, kind, name string) *scenario.Resource {
	t.Helper()
	made, err := w.NewResource(w.Language.Kind(kind, w.Case.Service), name)
	if err != nil {
		t.Fatal(err)
	}
	w.Resources.Add(made)
	return made
}

// Provide builds a resource in a state.
func Provide(t *testing.T, w *scenario.World, word, name, state string) *scenario.Resource {
	t.Helper()
	kind := w.Language.Kind(word, w.Case.Service)
	if err := perform.Provide(t.Context(), w, kind, name, kind.Prepared(state)); err != nil {
		t.Fatal(err)
	}
	return w.Resources.Get(cmp.Or(name, kind.Label))
}

// EveryState builds states such as "blob exists", each in a scenario of its own, and reads them back: the values say
// whether the resource is there.
func EveryState(t *testing.T, play func(*testing.T) *scenario.World, states map[string]bool, also func(t *testing.T, made *scenario.Resource, state string, exists bool)) {
	for state, exists := range states {
		t.Run(state, func(t *testing.T) {
			t.Parallel()
			w := play(t)
			kind, how, _ := strings.Cut(state, " ")
			made := Provide(t, w, kind, "", how)
			st, err := w.Again(t.Context(), made)
			if err != nil || st.Common().Exists != exists || len(st.Common().Flaws) > 0 {
				t.Errorf("%+v, %v, want one that exists: %v", st, err, exists)
			}
			if also != nil {
				also(t, made, state, exists)
			}
		})
	}
}

// Asked builds the request of a sentence.
func Asked[R scenario.Request](w *scenario.World, a *scenario.Actor, operation string, on *scenario.Resource, text string) (req R, err error) {
	list, err := words.ParseRequest(w.Language.Lexicon(target.Service(w.Case.Service)).Terms, text)
	if err != nil {
		return req, err
	}
	op := w.Language.Must(operation)
	if on == nil {
		on = w.Resources.Get(op.On)
	}
	asked, err := perform.Ask(w, a, op, on, list)
	if err != nil {
		return req, err
	}
	return asked.(R), nil
}

// Carries judges what an answer is said to carry.
func Carries(t *testing.T, w *scenario.World, ac *scenario.Act, subjects []scenario.Subject, text string) error {
	t.Helper()
	var known []words.Subject
	for _, s := range subjects {
		known = append(known, s.Subject)
	}
	list, err := words.ParseCarried(known, text)
	if err != nil {
		t.Fatal(err)
	}
	return judge.Carries(w, ac, list)
}

// Says plays one sentence.
func Says(t *testing.T, w *scenario.World, text string) error {
	t.Helper()
	step, err := w.Language.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return step.Body.(scenario.Body)(t.Context(), w)
}

// CheckVerdict compares a verdict with "want; got", or "status: reason" for one that is not a failure; empty:
// everything held.
func CheckVerdict(t *testing.T, what string, err error, want string) {
	t.Helper()
	got := ""
	if v, ok := errors.AsType[*verdict.Verdict](err); ok {
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
