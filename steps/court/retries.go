package court

import (
	"fmt"
	"net/http"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/verdict"
)

// How often a case is set up afresh before a transient answer is believed.
const (
	// always is how many fresh set-ups in a row must meet the same answer to the same request of
	// the story before the case fails: a handler that crashes does so every time, bad weather
	// does not.
	always = 5
	// alwaysSlow is the same where each set-up lets time pass.
	alwaysSlow = 3
	// alwaysInRaces is the same for races: one of many concurrent requests is likely to meet
	// bad weather.
	alwaysInRaces = 20
	// mostTries is after how many tries the case is given up as undecided.
	mostTries = 10
	// A case of more than a few requests that cannot simply be sent again meets bad weather in
	// one of them nearly every time.
	fewRequests, mostLongTries = 8, 40
	// badShare is the share of cases, one in so many. If more than that meet transient
	// answers, the weather is so bad that no handler can be blamed.
	badShare = 5
	// severalCases is how many cases at least make half of all cases a sign of bad weather.
	severalCases = 3
)

// retries are the cases that met a transient answer.
type retries struct {
	*docket
	of    map[string]*retry
	met   int // how many cases met one at their first play
	round int
}

// retry is how often a case met a transient answer.
type retry struct {
	all    int
	long   bool // the story has many requests
	status int  // of the last transient answer
	broken bool // that answer began and broke off
	inRow  int  // how many answers in a row were the same, to one of few requests of the story
	last   reports.Scenario
}

// meet adds what a play met to the weather of the run.
func (d *docket) meet(w verdict.Weather) {
	d.weather.Answers += w.Transient
	d.weather.Repeated += w.Repeated
}

// hold keeps back a verdict that a transient answer may have caused. A failure that was
// clear before any transient answer came is not kept back.
func (r *retries) hold(p Play, sc *reports.Scenario) bool {
	t := r.of[sc.ID]
	last := p.Met.Last
	if last == nil || sc.Status == reports.Passed || sc.Status == reports.Skipped || p.Clear && p.Verdict.Status == reports.Failed {
		if t != nil {
			sc.Repeated = t.all
			delete(r.of, sc.ID)
		}
		return false
	}
	if t == nil {
		t = &retry{}
		r.of[sc.ID] = t
		r.met++
	}
	t.all++
	t.long = p.Met.Once > fewRequests
	t.count(*last, p.Met)
	sc.Repeated = t.all
	t.last = *sc
	return true
}

// count adds one transient answer.
func (t *retry) count(last verdict.Hiccup, met verdict.Weather) {
	same := last.Status == t.status && last.Broken == t.broken && t.inRow > 0
	t.status, t.broken = last.Status, last.Broken
	switch {
	case !last.Judged, met.Judged > fewRequests:
		t.inRow = 0
	case same:
		t.inRow++
	default:
		t.inRow = 1
	}
}

// next is the next round of cases that met a transient answer, without those that have a
// verdict by now.
func (r *retries) next() Round {
	var chosen []string
	for _, id := range inOrder(r.docket, r.of) {
		if r.settle(id, r.of[id]) {
			delete(r.of, id)
		} else {
			chosen = append(chosen, id)
		}
	}
	return r.afresh(chosen, &r.round, 100*time.Millisecond, time.Second)
}

// enough is how many tries at most a case gets, and how many equal answers in a row are believed.
func (r *retries) enough(id string, t *retry) (most, inRow int) {
	cs := r.caseOf(id)
	switch {
	case cs.Races():
		return mostLongTries, alwaysInRaces
	case cs.Wait() > 0 && r.cfg.RealTime:
		return mostTries, alwaysSlow
	case t.long:
		return mostLongTries, always
	}
	return mostTries, always
}

// settle files a case that was tried often enough, and reports whether it did.
func (r *retries) settle(id string, t *retry) bool {
	most, inRow := r.enough(id, t)
	bad := r.met*badShare > len(r.cfg.Plan.Cases)
	hopeless := r.met*2 > len(r.cfg.Plan.Cases) && r.met > severalCases
	sc, said := t.last, t.said()
	switch {
	case t.inRow >= inRow && !bad && t.broken && sc.Status == reports.Failed:
		// The verdict includes the effect.
		sc.Reason += fmt.Sprintf(", on %d fresh set-ups in a row, while other requests are answered", t.inRow)
	case t.inRow >= inRow && !bad:
		sc.Status, sc.Reason = reports.Failed, fmt.Sprintf("%s on %d fresh set-ups in a row, while other requests are answered", said, t.inRow)
		sc.Got, sc.Differs = said, []reports.Difference{reports.InStatus}
		if sc.Want == "" {
			sc.Want = "an answer as documented"
		}
	case hopeless:
		undecided(&sc, "more than half of all cases met transient answers: "+said)
	case t.all >= most:
		undecided(&sc, fmt.Sprintf("a transient answer came on each of %d fresh set-ups: %s", t.all, said))
	default:
		return false
	}
	r.file(sc)
	return true
}

// said is the last transient answer in words.
func (t *retry) said() string {
	said := "no answer"
	if t.status != 0 {
		said = fmt.Sprintf("%d %s", t.status, http.StatusText(t.status))
	}
	if t.broken {
		said += " that breaks off"
	}
	return said
}
