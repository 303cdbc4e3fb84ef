package trial_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/explore/trial"
	"ifmatch/reference/operation"
)

// line is a request of ann.
func line(o operation.Operation, name string, status int) history.Line {
	return history.Line{Request: history.Request{Client: "ann", Operation: o, Resource: "blob /data/" + name, IfNoneMatch: "*"}, Answer: history.Answer{Status: status}}
}

// player plays four choices between two ways. What a schedule shows is up to show.
func player(show func(choices []uint8) *trial.Outcome) *trial.Player {
	return &trial.Player{Play: func(c *schedule.Chooser) (*trial.Outcome, error) {
		for range 4 {
			c.Choose(0, 0, make([]schedule.Option, 2))
		}
		if c.Astray {
			return nil, errors.New("astray")
		}
		return show(append(c.Choices(), 0, 0, 0, 0)), nil
	}}
}

// A create that its maker gives up after a lost answer shows only beside what it does otherwise.
func TestAScheduleIsComparedWithOneWithoutTheLoss(t *testing.T) {
	t.Parallel()
	p := player(func(choices []uint8) *trial.Outcome {
		if choices[2] == 0 {
			return &trial.Outcome{Lines: []history.Line{line(operation.PutBlob, "claim", 201), line(operation.PutBlob, "told", 201)}}
		}
		lost := line(operation.PutBlob, "claim", 201)
		lost.Fate, lost.Choice = history.Lost, 2
		return &trial.Outcome{Lines: []history.Line{lost, line(operation.PutBlob, "claim", 409)}, Title: "all is well"}
	})
	o, err := p.Try(schedule.Follow([]uint8{0, 0, 1}))
	if err != nil || o.Failed != string(hazard.OwnWrite) || !slices.Equal(o.Choices, []uint8{0, 0, 1}) {
		t.Fatalf("%+v, %v", o, err)
	}
	if text := o.Draw("again"); !strings.HasPrefix(text, "own write taken for another's in this schedule\n     1 ") || !strings.HasSuffix(text, "\nagain") {
		t.Error(text)
	}
	if _, err := p.Try(schedule.Follow([]uint8{2})); err == nil {
		t.Error("what cannot be played is replayed")
	}
}

func TestShrinkKeepsTheFailure(t *testing.T) {
	t.Parallel()
	p := player(func(choices []uint8) *trial.Outcome {
		switch {
		case choices[0] == 1 && choices[2] == 1:
			return &trial.Outcome{Failed: "both"}
		case choices[0] == 1:
			return &trial.Outcome{Failed: "another failure"}
		}
		return new(trial.Outcome)
	})
	found, err := p.Try(schedule.Follow([]uint8{1, 1, 1, 1}))
	if err != nil {
		t.Fatal(err)
	}
	for budget, want := range map[int][]uint8{0: {1, 1, 1, 1}, 1: {1, 1, 1, 1}, 100: {1, 0, 1}} {
		if o := p.Shrink(found, trial.Limits{Shrinks: budget}); o.Failed != "both" || !slices.Equal(o.Choices, want) {
			t.Errorf("after %d: %+v, want %v", budget, o, want)
		}
	}
}

func TestALongDrawingLeavesOutWhatIsFarFromADecision(t *testing.T) {
	t.Parallel()
	o := &trial.Outcome{Title: "long", Output: "and more\n", Lines: slices.Repeat([]history.Line{line(operation.GetBlob, "b", 200)}, 100)}
	o.Lines[50].Chosen = "bob waits"
	text := o.Draw("")
	if n := strings.Count(text, "\n"); n != 9 || !strings.Contains(text, "bob waits") || !strings.Contains(text, "\n    …\n") || !strings.HasSuffix(text, "and more\n") {
		t.Errorf("%d lines:\n%s", n, text)
	}
}
