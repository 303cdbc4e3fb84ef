package steps

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/verdict"

	"ifmatch/internal/target"
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
	// roughShare is the share of cases, one in so many. If more than that meet transient
	// answers, the weather is so bad that no handler can be blamed.
	roughShare = 5
)

// transient keeps back a verdict that a transient answer may have caused. A failure that was
// clear before any transient answer came is not kept back. It reports whether the case is set
// up afresh or was filed here.
func (r *run) transient(w *scenario.World, v *verdict.Verdict, sc reports.Scenario, clear bool) bool {
	met := w.Weather()
	r.count(met)
	r.mu.Lock()
	t := r.afresh[sc.ID]
	if met.Last == nil || v.Status == reports.Passed || v.Status == reports.Skipped || clear && v.Status == reports.Failed {
		if t != nil {
			sc.Repeated = t.all
			delete(r.afresh, sc.ID)
		}
		r.mu.Unlock()
		if t != nil {
			r.file(sc)
		}
		return t != nil
	}
	if t == nil {
		t = &tries{}
		r.afresh[sc.ID] = t
		r.rough++
	}
	t.all++
	t.long = met.Once > fewRequests
	switch {
	case !met.Last.Judged, met.Judged > fewRequests:
		t.status, t.broken, t.inRow = met.Last.Status, met.Last.Broken, 0
	case met.Last.Status == t.status && met.Last.Broken == t.broken && t.inRow > 0:
		t.inRow++
	default:
		t.status, t.broken, t.inRow = met.Last.Status, met.Last.Broken, 1
	}
	sc.Repeated = t.all
	t.last = sc
	r.mu.Unlock()
	return true
}

// count adds the weather of a scenario to that of the run.
func (r *run) count(met scenario.Weather) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.weather.Answers += met.Transient
	r.weather.Repeated += met.Repeated
}

// heard notes whether a request got an answer. After several unanswered ones in a row the
// target is asked whether it is still there: waiting for the time-out of every case would
// find out nothing.
func (r *run) heard(service target.Service, answered bool) {
	if answered {
		r.unanswered.Store(0)
		return
	}
	if r.unanswered.Add(1) < slowEnough || r.ctx.Err() != nil || !r.probing.CompareAndSwap(false, true) {
		return
	}
	defer r.probing.Store(false)
	// The question may meet bad weather, too; but silence is waited for only once.
	for range slowEnough {
		err := Preflight(r.ctx, r.cfg.Target, []target.Service{service}, r.cfg.Timeout)
		p, ok := err.(*PreflightError)
		if !ok || p.Kind != Unreachable {
			return
		}
		if p.silent && !r.stage.Halves.End() { // a half-sent body may be in the way
			break
		}
	}
	if r.ctx.Err() == nil {
		r.stage.Gone.Store(true)
		r.end("the target stopped answering")
	}
}

// tryAfresh sets up again the cases that met a transient answer, until they have a verdict
// that does not rest on one.
func (r *run) tryAfresh(ctx context.Context, play func(keep func(plan.Case) bool) error) error {
	rough := r.rough*roughShare > len(r.cfg.Plan.Cases)
	hopeless := r.rough*2 > len(r.cfg.Plan.Cases) && r.rough > slowEnough
	for len(r.afresh) > 0 && ctx.Err() == nil {
		var again []string
		for _, c := range r.cfg.Plan.Cases {
			t := r.afresh[c.ID]
			if t == nil {
				continue
			}
			if r.settle(c, t, rough, hopeless) {
				delete(r.afresh, c.ID)
				continue
			}
			again = append(again, c.ID)
		}
		if len(again) == 0 {
			break
		}
		r.again++
		select {
		case <-time.After(min(time.Duration(r.again)*100*time.Millisecond, time.Second)):
		case <-ctx.Done():
		}
		r.weather.Afresh += len(again)
		r.tell(Progress{Afresh: len(again)})
		chosen := map[string]bool{}
		for _, id := range again {
			chosen[id] = true
		}
		if err := play(func(c plan.Case) bool { return chosen[c.ID] }); err != nil {
			return err
		}
	}
	return nil
}

// settle files a case that was tried often enough, and reports whether it did.
func (r *run) settle(c plan.Case, t *tries, rough, hopeless bool) bool {
	most, inRow := mostTries, always
	if t.long {
		most = mostLongTries
	}
	if c.Wait() > 0 && !r.cfg.Target.Has(target.MovableClock) {
		most, inRow = mostTries, alwaysSlow
	}
	if c.Races() {
		most, inRow = mostLongTries, alwaysInRaces
	}
	said := "no answer"
	if t.status != 0 {
		said = fmt.Sprintf("%d %s", t.status, http.StatusText(t.status))
	}
	if t.broken {
		said += " that breaks off"
	}
	sc := t.last
	switch {
	case t.inRow >= inRow && !rough && t.broken && sc.Status == reports.Failed:
		// The verdict includes the effect.
		sc.Reason += fmt.Sprintf(", on %d fresh set-ups in a row, while other requests are answered", t.inRow)
	case t.inRow >= inRow && !rough:
		sc.Status, sc.Reason = reports.Failed, fmt.Sprintf("%s on %d fresh set-ups in a row, while other requests are answered", said, t.inRow)
		sc.Got, sc.Differs = said, []reports.Difference{reports.InStatus}
		if sc.Want == "" {
			sc.Want = "an answer as documented"
		}
	case hopeless, t.all >= most:
		sc.Status, sc.Differs, sc.CodeLevel, sc.Want, sc.Got = reports.Error, nil, "", "", ""
		sc.Reason = fmt.Sprintf("a transient answer came on each of %d fresh set-ups: %s", t.all, said)
		if hopeless {
			sc.Reason = "more than half of all cases met transient answers: " + said
		}
	default:
		return false
	}
	r.file(sc)
	return true
}
