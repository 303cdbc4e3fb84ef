package progress

import (
	"strings"
	"testing"
	"time"

	"ifmatch/steps"
	"ifmatch/steps/court"
)

// clockwork is a clock that moves only when told to.
type clockwork struct{ at time.Time }

func (c *clockwork) now() time.Time { return c.at }

func TestProgressLineCountsDown(t *testing.T) {
	t.Parallel()
	clock := &clockwork{time.Unix(0, 0)}
	var out strings.Builder
	m := NewCases(&out, true, 200, clock.now)
	m.Draw()
	if out.Len() > 0 {
		t.Errorf("drew %q before anything was known", out.String())
	}
	m.Update(steps.Progress{Done: 812, Total: 1412, Failed: 3, Waiting: 41 * time.Second})
	for _, want := range []string{
		"812/1412 cases, 3 failed, 41 s of waiting left",
		"812/1412 cases, 3 failed, 31 s of waiting left",
		"812/1412 cases, 3 failed, 21 s of waiting left",
		"812/1412 cases, 3 failed, 11 s of waiting left",
		"812/1412 cases, 3 failed, 1 s of waiting left",
		"812/1412 cases, 3 failed",
	} {
		out.Reset()
		m.Draw()
		if got := strings.TrimPrefix(out.String(), "\r\x1b[2K"); got != want {
			t.Errorf("after %s: drew %q, want %q", clock.at.Sub(time.Unix(0, 0)), got, want)
		}
		clock.at = clock.at.Add(10 * time.Second)
	}
	out.Reset()
	m.Update(steps.Progress{Done: 813, Total: 1412, Waiting: 41 * time.Second})
	m.Interrupted()
	m.Draw()
	if got, want := strings.TrimPrefix(out.String(), "\r\x1b[2K"), "813/1412 cases, cleaning up"; got != want {
		t.Errorf("after an interruption: drew %q, want %q", got, want)
	}
	out.Reset()
	m.End()
	if got, want := out.String(), "\r\x1b[2K"; got != want {
		t.Errorf("end wrote %q, want %q", got, want)
	}
	m.Draw()
	if got := out.String(); strings.Contains(got, "cases") {
		t.Errorf("drew %q after the end", got)
	}
}

// TestProgressNamesWhatIsTriedAgain: at the end of a run only this says why it goes on.
func TestProgressNamesWhatIsTriedAgain(t *testing.T) {
	t.Parallel()
	clock := &clockwork{time.Unix(0, 0)}
	var out strings.Builder
	m := NewCases(&out, true, 200, clock.now)
	for want, p := range map[string]steps.Progress{
		"90/93 cases, setting up 3 cases afresh":              {Done: 90, Total: 93, Why: court.Transient, Left: 3},
		"92/93 cases, 1 case to repeat alone":                 {Done: 92, Total: 93, Why: court.Company, Left: 1},
		"90/93 cases, 3 cases to repeat, which came too late": {Done: 90, Total: 93, Why: court.Late, Left: 3},
		"93/93 cases, 2 cases to show what set-ups found":     {Done: 93, Total: 93, Why: court.Found, Left: 2},
	} {
		out.Reset()
		m.Update(p)
		m.Draw()
		if got := strings.TrimPrefix(out.String(), "\r\x1b[2K"); got != want {
			t.Errorf("drew %q, want %q", got, want)
		}
	}
	out.Reset()
	m = NewCases(&out, false, 0, clock.now)
	for alone := 3; alone > 0; alone-- {
		m.Update(steps.Progress{Done: 90, Total: 93, Why: court.Late, Left: alone})
	}
	if got, want := out.String(), "repeating 3 cases while no other runs: the answers came too late to be judged\n"; got != want {
		t.Errorf("a log is told %q, want %q", got, want)
	}
}

func TestProgressFitsTheTerminal(t *testing.T) {
	t.Parallel()
	clock := &clockwork{time.Unix(0, 0)}
	var out strings.Builder
	m := NewCases(&out, true, 20, clock.now)
	m.Update(steps.Progress{Done: 812, Total: 1412, Failed: 3})
	m.Draw()
	if got, want := out.String(), "\r\x1b[2K812/1412 cases"; got != want {
		t.Errorf("drew %q, want %q", got, want)
	}
}

func TestProgressIsSparseInALog(t *testing.T) {
	t.Parallel()
	clock := &clockwork{time.Unix(0, 0)}
	var out strings.Builder
	m := NewCases(&out, false, 0, clock.now)
	for i := range 250 { // 25 seconds
		m.Update(steps.Progress{Done: i, Total: 300})
		m.Draw()
		clock.at = clock.at.Add(100 * time.Millisecond)
	}
	m.End()
	if got, want := out.String(), "100/300 cases\n200/300 cases\n"; got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
}
