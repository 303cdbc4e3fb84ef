package explore

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
)

// The systematic search gets three quarters of the budget, so that wide programs are tried deep, too.
const systematicShare = 0.75

// maxDepartures is beyond what any budget reaches.
const maxDepartures = 99

// maxShrinks bounds how often a failing schedule is played again to make it shorter.
const maxShrinks = 300

// explorer explores one function.
type explorer struct {
	settings
	learned learned
	name    string
	f       func(*testing.T, *Store)
}

func newExplorer(t *testing.T, f func(*testing.T, *Store), options []Option) *explorer {
	e := &explorer{name: t.Name(), f: f}
	e.settings = settings{budget: *budgetFlag, departures: maxDepartures, seed: 1, allowed: make(map[hazard.Kind]bool)}
	for _, o := range options {
		o(&e.settings)
	}
	return e
}

// Find explores as Run does, and returns what it found. Nothing fails t.
func Find(t *testing.T, f func(t *testing.T, s *Store), options ...Option) Report {
	t.Helper()
	return newExplorer(t, f, options).find()
}

// find plays schedules until one fails, there are no more, or the budget is spent.
func (e *explorer) find() Report {
	begun := time.Now()
	search := &schedule.Search{Whole: e.whole}
	report := Report{AtMost: -1}
	e.systematic(search, &report, begun.Add(time.Duration(systematicShare*float64(e.budget))))
	random := rand.New(rand.NewPCG(e.seed, e.seed))
	for !report.ended() && search.Waiting() > 0 && report.AtMost < e.departures && time.Since(begun) < e.budget {
		report.Random++
		e.try(search.Random(random), &report)
	}
	report.Tried, report.Left = search.Tried()+report.Random, search.Left()
	return report
}

// systematic plays all schedules with no departure, then those with one, and so on.
func (e *explorer) systematic(search *schedule.Search, r *Report, until time.Time) {
	for most := 0; most <= e.departures; most++ {
		for c := search.Next(most); c != nil; c = search.Next(most) {
			e.try(c, r)
			search.Learn(c)
			if r.ended() || time.Now().After(until) {
				return
			}
		}
		r.AtMost = most
		if search.Waiting() == 0 {
			return
		}
	}
}

// ended reports whether there is nothing more to find out.
func (r *Report) ended() bool { return r.Failure != nil || r.Skipped }

// try plays a schedule. If it fails, the report gets the shortest one that fails alike.
func (e *explorer) try(c *schedule.Chooser, r *Report) {
	o := e.play(detached(e.name), c)
	why := o.why()
	if r.Skipped = o.skipped && why == ""; why == "" {
		return
	}
	choices := c.Choices()
	if why != Hang && why != LeftBehind { // these leave goroutines behind, at every play
		choices = schedule.Shrink(choices, maxShrinks, func(shorter []uint8) ([]uint8, bool) {
			c := schedule.Follow(shorter)
			again := e.play(detached(e.name), c)
			return c.Choices(), again.why() == why
		})
		o = e.play(detached(e.name), schedule.Follow(choices))
	}
	r.Failure = e.failure(o, choices)
}

// failure returns how a schedule failed, or nil if it did not.
func (e *explorer) failure(o *outcome, choices []uint8) *Failure {
	why := o.why()
	if why == "" {
		return nil
	}
	token := schedule.Token(choices)
	return &Failure{Token: token, Kind: why, Text: o.draw(why, e.name, token), choices: choices}
}

// draw draws a schedule that failed, and says what is wrong.
func (o *outcome) draw(why, test, token string) string {
	var b strings.Builder
	b.WriteString(o.headline(why) + "\n")
	notes := make(map[int][]string)
	for _, h := range o.hazards {
		notes[h.First] = append(notes[h.First], h.FirstNote)
		notes[h.Second] = append(notes[h.Second], h.SecondNote)
	}
	b.WriteString(indent(history.Draw(o.lines, notes)) + "\n")
	for _, h := range o.hazards {
		b.WriteString(h.String() + "\n")
	}
	if o.panicked != "" {
		b.WriteString(o.panicked + "\n")
	}
	fmt.Fprintf(&b, "to play it again: %s=%s go test -run '%s'", Variable, token, pattern(test))
	return b.String()
}

// headline says in a line what is wrong.
func (o *outcome) headline(why string) string {
	switch why {
	case Panic:
		return "a panic in this schedule"
	case Hang:
		return "this schedule hangs: " + o.hung
	case LeftBehind:
		return "goroutines outlive the function in this schedule: " + o.left
	case Assertion:
		return "the function fails in this schedule"
	}
	return why + " in this schedule"
}

// pattern returns the argument of -run that selects one test.
func pattern(test string) string {
	return "^" + strings.ReplaceAll(regexp.QuoteMeta(test), "/", "$/^") + "$"
}
