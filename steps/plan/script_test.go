package plan

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// plain reads sentences that do nothing, and some that let time pass, prepare, send
// or judge.
func plain(text string) (*Step, error) {
	s := &Step{Text: text, Body: "the body of " + text}
	word, rest, _ := strings.Cut(text, " ")
	switch n, err := strconv.Atoi(word); {
	case err == nil:
		s.Wait = time.Duration(n) * time.Second
	case word == "within":
		s.Timed = true
	case word == "about":
		s.About = strings.Fields(rest)
	case word == "send":
		op, on, _ := strings.Cut(rest, " to ")
		s.Sends, s.Operations, s.On = true, []string{op}, on
	case word == "judge":
		s.Facts.Judges = rest
	case word == "odd":
		return nil, errors.New("nobody says that")
	}
	return s, nil
}

// script is a case with these sentences.
func script(t *testing.T, texts ...string) Case {
	t.Helper()
	c := Case{Steps: texts}
	c.script = c.reading(plain)
	if err := check([]Case{c}); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestACaseWaitsAsLongAsItsSentencesSay(t *testing.T) {
	t.Parallel()
	tests := []struct {
		texts []string
		wait  time.Duration
		timed bool
	}{
		{nil, 0, false},
		{[]string{"x", "y"}, 0, false},
		{[]string{"x", "within reach"}, 0, true},
		{[]string{"15 seconds", "x", "5 seconds"}, 20 * time.Second, true},
	}
	for _, tt := range tests {
		c := script(t, tt.texts...)
		if c.Wait() != tt.wait || c.Timed() != tt.timed {
			t.Errorf("%q: waits %s, timed %v, want %s, %v", tt.texts, c.Wait(), c.Timed(), tt.wait, tt.timed)
		}
		for i, s := range c.Script() {
			if s.Text != tt.texts[i] || s.Body != "the body of "+tt.texts[i] {
				t.Errorf("sentence %d of %q is %+v", i, tt.texts, s)
			}
		}
	}
}

func TestWhatIsKnownOfACaseBeforeItRuns(t *testing.T) {
	t.Parallel()
	c := script(t, "about blob container", "send Put Blob to blob", "send Get Blob to other", "send Put Page to blob", "send Put Blob to blob", "judge blob")
	for label, want := range map[string][]string{"blob": {"Put Blob", "Put Page"}, "other": {"Get Blob"}, "queue": nil} {
		if d := cmp.Diff(want, c.Sent(label)); d != "" {
			t.Errorf("sent to %s -want +got:\n%s", label, d)
		}
	}
	if !c.Mentions("container") || c.Mentions("queue") {
		t.Errorf("mentions a container %v, a queue %v", c.Mentions("container"), c.Mentions("queue"))
	}
	if !c.Judges("blob") || c.Judges("container") {
		t.Errorf("judges the blob %v, the container %v", c.Judges("blob"), c.Judges("container"))
	}
}

func TestASentenceIsReadOnceHoweverManyCasesSayIt(t *testing.T) {
	t.Parallel()
	times := map[string]int{}
	s, err := Load(suiteFS(map[string]string{
		"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "One", "the same") + scenarioOf("@BLOB-S", "Two", "the same"),
		"b.feature": "Feature: B\n" + scenarioOf("@BLOB-M", "Three", "the same") + scenarioOf("@BLOB-S", "Four", "another"),
	}), func(text string) (*Step, error) {
		times[text]++
		return plain(text)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(times) > 0 {
		t.Errorf("read before anybody asked: %v", times)
	}
	if _, err := s.Select(Selection{Select: []string{"BLOB-S/two"}}); err != nil || len(times) != 1 {
		t.Errorf("one case was chosen, and read: %v, %v", times, err)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	if d := cmp.Diff(map[string]int{"the same": 1, "another": 1}, times); d != "" {
		t.Errorf("times that each was read -want +got:\n%s", d)
	}
	for _, c := range s.Cases {
		if len(c.Script()) != 1 || c.Script()[0].Text != c.Steps[0] {
			t.Errorf("%s: the script is %+v, the steps are %q", c.ID, c.Script(), c.Steps)
		}
	}
}
