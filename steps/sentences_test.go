package steps_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"
)

// stage is a scenario with a named blob in which no client has acted yet.
func stage(t *testing.T) *scenario.World {
	t.Helper()
	w := scenario.NewWorld(&scenario.Stage{Language: steps.Language(), Seed: 1}, plan.Case{ID: "BLOB-A/x", Service: "blob"}, 0)
	w.Session = &target.Session{Clock: newMovable()}
	w.Time = scenario.NewTimeline(w.Session.Clock)
	for _, k := range w.Language.Lexicon(target.Blob).Kinds {
		if k.Word != "block blob" {
			continue
		}
		blob, err := w.NewResource(k, "")
		if err != nil {
			t.Fatal(err)
		}
		w.Resources.Add(blob)
	}
	return w
}

// play performs one sentence.
func play(t *testing.T, w *scenario.World, text string) error {
	t.Helper()
	step, err := steps.Language().Read(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return step.Body.(scenario.Body)(t.Context(), w)
}

func TestServiceAnswers(t *testing.T) {
	t.Parallel()
	tests := []struct {
		cell string
		code string
		want string // what the verdict wants and got; empty: the sentence holds
		// level is the one at which a differing code counts; empty: the code is as promised.
		level string
	}{
		{"202", "", "", ""},
		{"ok", "", "", ""},
		{"201", "", "201; 202 Accepted", ""},
		{"202 (LeaseLost)", "Other", "", "observed"},
		{"202 LeaseLost", "Other", "", "should"},
		{"202 LeaseLost", "LeaseLost", "", ""},
	}
	for _, tt := range tests {
		for _, sentence := range []string{"the service answers ", "Ann gets "} {
			w := stage(t)
			op := w.Language.Must("Lease Blob break")
			w.Last = w.Cast.Actor("Ann")
			w.Last.Last = &scenario.Act{Op: op, Req: op.Request(), Resource: w.Resources.Get("blob"), Resp: scenario.Response{Status: op.Success, Code: tt.code, Header: http.Header{}}}
			err := play(t, w, sentence+tt.cell)
			var v *verdict.Verdict
			got := ""
			if errors.As(err, &v) {
				got = v.Want + "; " + v.Got
			}
			if got != tt.want || got != "" && (v.Status != reports.Failed || !v.Has(reports.InStatus)) {
				t.Errorf("%s%s: %v, want %q", sentence, tt.cell, err, tt.want)
			}
			if level := levelOf(w.Code); level != tt.level {
				t.Errorf("%s%s: the code counts at %q, want %q", sentence, tt.cell, level, tt.level)
			}
		}
	}
}

func TestNothingIsJudgedBeforeItHappened(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"the service answers 200",
		"Bob gets 200",
		"the response carries an ETag",
		"the blob is unchanged",
		"the container is unchanged",
		"the lease is Available",
		"the lease of the container is Available",
		"exactly 1 gets 200 and the rest 412",
		"all 8 get 201",
		"both get ok",
		"every read returned one whole version",
		"Bob has received the old version",
		"the blob holds what Bob wrote",
		"the blob holds what the writer with the later Last-Modified wrote",
		"the blob holds each part at the offset that its answer names",
		"the container holds the number 4",
		"every message was taken by exactly one consumer",
		"Bob sends the rest of the body",
		"Bob sends Put Blob to \"other\"",
		"Bob has read the container",
	} {
		err := play(t, stage(t), text)
		var v *verdict.Verdict
		if !errors.As(err, &v) || v.Status != reports.Error || !strings.HasPrefix(v.Reason, "read the scenario: ") {
			t.Errorf("%s: %v, want an error of the scenario", text, err)
		}
	}
}

// TestWhatCannotBeMeantIsRefusedWhenItIsRead: no plan is made.
func TestWhatCannotBeMeantIsRefusedWhenItIsRead(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"nobody knows what happens":                           "no phrase matches; `ifmatch list phrases` shows",
		"a container that dreams":                             `"dreams" is not a state in which a container can be prepared`,
		"a blob that is Dozing":                               `read lease state "Dozing"`,
		"the lease of the blob is Dozing":                     `read lease state "Dozing"`,
		"a client sends Undo Blob":                            `no operation is called "Undo Blob"`,
		"a client sends Put Blob with colour blue":            `"colour blue" names nothing that a request can carry`,
		"a client sends Put Blob with If-Match older":         `read ETag "older"`,
		"a client sends Put Message with If-Match stale, x 1": `"x 1" names nothing that a request can carry`,
		"the service answers ok ok":                           `read answer "ok ok": "ok" is not an HTTP status`,
		"the response carries a body":                         "of body say one of: ",
		"99999 minutes pass":                                  "",
		"999999 minutes pass":                                 `read duration "999999 minutes"`,
		"clients send Put Blob, Put Message at once":          "Put Blob and Put Message do not address the same kind of resource",
		"a writer replaces the blob 20 times using Create Container while 4 readers read it": "Create Container does not replace the blob",
	} {
		_, err := steps.Language().Read(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want an error with %q", text, err, want)
		}
	}
	_, err := odd("  Scenario: Fine\n    Given a container that exists\n  Scenario: Odd\n    Given a container that dreams\n")
	if want := `blob/odd.feature:5: "a container that dreams": "dreams" is not a state`; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a suite with such a sentence: %v, want an error with %q", err, want)
	}
}

func TestCasesInWhichTimePasses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		texts []string
		wait  time.Duration
		timed bool
	}{
		{[]string{"1 second passes"}, time.Second, true},
		{[]string{"15 seconds pass"}, 15 * time.Second, true},
		{[]string{"1 minute passes"}, time.Minute, true},
		{[]string{"1 second passes", "2 minutes pass"}, 121 * time.Second, true},
		{[]string{"a blob that exists"}, 0, false},
		{[]string{"a blob that is Leased(A) for 15 seconds"}, 0, false},
		{[]string{"a blob that is Expired(A)"}, 15 * time.Second, true},
		{[]string{"a blob that is Expired(A) and was modified since"}, 15 * time.Second, true},
		{[]string{"a blob that is Expired(A)", "5 seconds pass"}, 20 * time.Second, true},
		{[]string{"a blob that exists", "within 30 seconds a reader gets 200 for Get Blob"}, 0, true},
		{[]string{"the service answers 412 LeaseLost"}, 0, false},
	}
	for _, tt := range tests {
		s, err := odd("  Scenario: Odd\n    Given " + strings.Join(tt.texts, "\n    And ") + "\n")
		if err != nil {
			t.Fatal(err)
		}
		if c := s.Cases[0]; c.Wait() != tt.wait || c.Timed() != tt.timed {
			t.Errorf("%q waits %s and is timed: %v; want %s, %v", tt.texts, c.Wait(), c.Timed(), tt.wait, tt.timed)
		}
	}
}

func levelOf(v *verdict.Verdict) string {
	if v == nil {
		return ""
	}
	return v.CodeLevel
}
