package explore

import (
	"fmt"
	"regexp"
	"strings"
)

// Report is what an exploration found.
type Report struct {
	Tried   int      // schedules played
	AtMost  int      // all schedules with at most so many departures were tried; -1: not even the undisturbed ones
	Random  int      // how many of Tried were played at random
	Left    int      // about how many were not tried; 0: there are no others
	Failure *Failure // nil: none
	Skipped bool     // f skipped the test
}

// Failure is a schedule that fails.
type Failure struct {
	Token   string  // for the environment variable EXPLORE
	Kind    string  // hazard.Kind or one of "assertion", "panic", "hang", "left behind"
	Text    string  // the drawing, with what is wrong
	choices []uint8 // nil: it cannot be played again, since it does not end
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

// ended reports whether there is nothing more to find out.
func (r *Report) ended() bool { return r.Failure != nil || r.Skipped }

// pattern returns the argument of -run that selects one test.
func pattern(test string) string {
	return "^" + strings.ReplaceAll(regexp.QuoteMeta(test), "/", "$/^") + "$"
}
