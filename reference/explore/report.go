package explore

import (
	"fmt"
	"regexp"
	"strings"

	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/explore/trial"
)

// Report is what an exploration found.
type Report struct {
	trial.Report
	Failure *Failure // nil: none
}

// Failure is a schedule that fails.
type Failure struct {
	Token string // for the environment variable EXPLORE; empty: it cannot be played again, since it does not end
	Kind  string // hazard.Kind or one of "assertion", "panic", "hang", "left behind"
	Text  string // the drawing, with what is wrong
}

// failure returns how a schedule failed, or nil if it did not.
func (p *player) failure(o *trial.Outcome, err error) *Failure {
	switch {
	case err != nil:
		return &Failure{Kind: Hang, Text: err.Error()}
	case o == nil || o.Failed == "":
		return nil
	}
	token, pattern := schedule.Token(o.Choices), "^"+strings.ReplaceAll(regexp.QuoteMeta(p.name), "/", "$/^")+"$"
	again := fmt.Sprintf("to play it again: %s=%s go test -run '%s'", Variable, token, pattern)
	return &Failure{Token: token, Kind: o.Failed, Text: o.Draw(again)}
}

// String says what was tried.
func (r Report) String() string {
	departures := "with at most " + fmt.Sprint(r.AtMost) + " preemptions, losses or jumps"
	if r.AtMost == 1 {
		departures = "with at most one preemption, loss or jump"
	}
	switch systematic := thousands(r.Tried - r.Random); {
	case r.Left == 0 && r.Tried == 1:
		return "the only schedule there is"
	case r.Left == 0:
		return "all " + systematic + " schedules"
	case r.AtMost < 0:
		return fmt.Sprintf("%s of about %s schedules", thousands(r.Tried), thousands(r.Tried+r.Left))
	case r.Random == 0:
		return fmt.Sprintf("%s schedules, all %s, of about %s", systematic, departures, thousands(r.Tried+r.Left))
	default:
		return fmt.Sprintf("all %s schedules %s, and %s at random of about %s others", systematic, departures, thousands(r.Random), thousands(r.Left))
	}
}

// thousands writes a number with commas.
func thousands(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
