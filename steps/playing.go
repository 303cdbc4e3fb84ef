package steps

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"time"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/steps/court"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
)

// playing is one scenario that godog runs.
type playing struct {
	world  *scenario.World
	err    error  // what ended the scenario, nil while it runs
	clear  bool   // no transient answer, and no page, had come when err was set
	rounds int    // of a race, played so far; 0: no round after the first
	over   bool   // the steps that judge the failed act are done
	leave  func() // frees the scenario's place for another, nil if it holds none
}

// theStep is the step of the scenarios that godog is given.
var theStep = regexp.MustCompile(`^(.+) is played$`)

// play plays a case in a world of its own, and brings it before the court.
func (r *run) play(ctx context.Context, id string) {
	c, _ := r.cfg.Plan.Case(id)
	p := &playing{world: scenario.NewWorld(r.stage, c, r.again)}
	defer func() {
		if bug := recover(); bug != nil && p.err == nil {
			p.err = fmt.Errorf("%v", bug)
		}
		r.finish(ctx, p)
	}()
	if p.err = ctx.Err(); p.err == nil {
		p.err = r.admit(ctx, p)
	}
	if p.err == nil {
		p.err = p.world.Begin(ctx)
	}
	if p.err == nil && r.again > 0 {
		perform.Stagger(ctx, p.world)
	}
	p.script(ctx)
	if v := verdict.Of(ctx, p.err); perform.RestsOnAGlance(p.world, v) && ctx.Err() == nil {
		r.anew(ctx, p)
	}
	if p.err == nil {
		r.rounds(ctx, p)
	}
}

// anew plays a case once more, with whole looks at what its set-ups made.
func (r *run) anew(ctx context.Context, p *playing) {
	p.world.Wary.Store(true)
	r.court.Met(p.world.Transport.Weather())
	p.world.End(ctx)
	*p = playing{world: p.world.Next(2), leave: p.leave}
	p.whole(ctx)
}

// step runs one step. After an answer that was not as promised, the steps that judge the
// same act still show whether the effect is as promised: they send only reads.
func (p *playing) step(ctx context.Context, step *plan.Step) {
	body := step.Body.(scenario.Body)
	if p.err == nil {
		p.err = body(ctx, p.world)
		met := p.world.Transport.Weather()
		p.clear = met.Last == nil && !met.Page
		return
	}
	var v, more *verdict.Verdict
	if p.over = p.over || !step.Judging; p.over || !errors.As(p.err, &v) || !v.Has(reports.InStatus) && !v.Has(reports.InResponse) {
		return
	}
	if err := body(ctx, p.world); errors.As(err, &more) && more.Status == reports.Failed {
		v.Add(more)
		v.Got += "; " + more.Reason + ": " + more.Got
	}
}

// failure is the verdict on a round that failed and met no bad weather; nil for any other.
func (p *playing) failure(ctx context.Context, err error) *verdict.Verdict {
	var v *verdict.Verdict
	if errors.As(err, &v) && v.Status == reports.Failed && p.clear && ctx.Err() == nil {
		return v
	}
	return nil
}

// admit holds a scenario back while as many others are running as the run may have exchanges
// under way. If all ran at once, each would be so slow that its leases would end before it
// does. A scenario that waits for time to pass starts at once: it delays no other, and the
// run ends with the longest wait.
func (r *run) admit(ctx context.Context, p *playing) error {
	if p.world.Case.Wait() > 0 || r.cfg.Target.Has(target.MovableClock) {
		return nil
	}
	select {
	case r.slots <- struct{}{}:
		p.leave = func() { <-r.slots }
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// finish cleans up after a scenario and brings it before the court.
func (r *run) finish(ctx context.Context, p *playing) {
	w := p.world
	if p.leave != nil {
		defer p.leave()
	}
	cred := credential(w)
	v := verdict.Of(ctx, p.err)
	if cred == (court.Credential{}) {
		v = r.examined(ctx, w, v)
	}
	play := court.Play{Case: w.Case, Verdict: v, Interrupted: ctx.Err() != nil, Clear: p.clear, Met: w.Transport.Weather(), Credential: cred,
		Setup: w.Findings.All, Shown: w.Findings.AfterAct, Seconds: w.Elapsed().Round(time.Millisecond).Seconds()}
	if w.Case.Races() && w.Session != nil && !w.Session.Private {
		play.Rounds = &reports.Rounds{Played: max(p.rounds, 1)}
	}
	if rec := w.Recorder; rec != nil {
		all := rec.Count()
		play.Exchanges = func(n int) []reports.Exchange { return rec.Exchanges()[:min(n, all)] }
	}
	w.End(ctx)
	if cred.Ended != "" {
		r.end(stopped("the credential ended: " + cred.Ended))
	}
	r.court.Hear(play)
}

// examined looks closer at a verdict while the server can still be asked.
func (r *run) examined(ctx context.Context, w *scenario.World, v *verdict.Verdict) *verdict.Verdict {
	if v == nil {
		return nil
	}
	if v.Status != reports.Passed && v.Status != reports.Skipped {
		if err := w.Late(); err != nil {
			return verdict.Of(ctx, err)
		}
	}
	atFault := w.Language.Lexicon(target.Service(w.Case.Service)).Hooks.SetUpAtFault
	if atFault != nil && v.Status == reports.Failed && v.Has(reports.InStatus) && w.Transport.Weather().Last == nil {
		if err := atFault(ctx, w); err != nil {
			v = verdict.Of(ctx, err)
		}
	}
	if v != nil && v.Status == reports.Passed {
		if err := w.Findings.Unfounded(); err != nil {
			v = verdict.Of(ctx, err)
		}
	}
	if v != nil && w.Code != nil {
		switch v.Status {
		case reports.Passed:
			v = w.Code
		case reports.Failed:
			v.Add(w.Code)
		}
	}
	if v != nil && w.Missing.Load() != nil && v.Status != reports.Passed && perform.Absent(ctx, w) {
		name := w.Missing.Load().Op.Name
		v = verdict.Skipped("the target does not implement "+name, reports.Lack{Kind: reports.LacksOperation, Name: name})
	}
	return v
}

// A race that went well once proves little: a server may be wrong for only a few
// microseconds. So a case in which clients act at once is played again and again, on fresh
// resources each time, until one round shows a fault or the time is up.
const (
	mostRounds = 30
	// roundsInProcess and roundsOverSocket are how long the rounds after the first may take
	// together, so that the suite stays fast.
	roundsInProcess  = 10 * time.Millisecond
	roundsOverSocket = 500 * time.Millisecond
	// pairRounds is how often a pair is played: there are many, and either request begins in half of the rounds. A
	// server that takes its time is given it, because it may do so between its look and its work.
	pairRounds      = 2
	pairRoundsInAll = 250 * time.Millisecond
	// lockRounds is the same for races with SMB clients: what comes first is a matter of chance, because only requests queue.
	lockRounds = 4
	// A pair of fewCases at most is played as often as any race, and in any case once in each order in turn: who runs the
	// case of a card again sees it fail again.
	fewCases = 25
)

// rounds plays a race that went well some more times. Only a failure counts; otherwise the
// verdict of the first round stands. A scenario that others wait for plays one round.
func (r *run) rounds(ctx context.Context, p *playing) {
	least, most, enough := r.often(p.world)
	began := time.Now()
	for round := 2; round <= most && (round <= least || time.Since(began) < enough) && ctx.Err() == nil; round++ {
		next := &playing{world: p.world.Next(round)}
		err := next.whole(ctx)
		if v := next.failure(ctx, err); v != nil {
			p.world.End(ctx)
			v.Reason += fmt.Sprintf(", in round %d", round)
			p.world, p.err, p.clear, p.rounds = next.world, v, true, round
			return
		}
		r.court.Met(next.world.Transport.Weather())
		next.world.End(ctx)
		var v *verdict.Verdict
		if err != nil && !(errors.As(err, &v) && v.Status == reports.Failed) {
			return
		}
		p.rounds = round
	}
}

// often is how many rounds of a case are played at least and at most, and how long those after the first and the least may
// take. A pair in which time passes is played more than once where that costs nothing, or little.
func (r *run) often(w *scenario.World) (least, most int, enough time.Duration) {
	private, paired, few := w.Session.Private, w.Case.Pair != nil, len(r.cfg.Plan.Cases) <= fewCases
	switch {
	case w.Cleanups.HoldsShared(), !w.Case.Races() && !(paired && (private || few)):
		return 1, 1, 0
	case paired && few:
		return perform.InTurn, mostRounds, roundsOverSocket
	case paired:
		return 1, pairRounds, pairRoundsInAll
	case private && slices.Contains(w.Case.Needs, target.SMB):
		return 1, lockRounds, pairRoundsInAll
	case private:
		return 1, mostRounds, roundsInProcess
	}
	return 1, mostRounds, roundsOverSocket
}

// whole begins a case and plays it.
func (p *playing) whole(ctx context.Context) error {
	p.err = p.world.Begin(ctx)
	p.script(ctx)
	return p.err
}

// script plays the steps of a case that has begun, or could not begin.
func (p *playing) script(ctx context.Context) {
	for _, step := range p.world.Case.Script() {
		if rec := p.world.Recorder; rec != nil {
			rec.Step(step.Keyword + " " + plan.English(step.Text))
		}
		p.step(ctx, step)
	}
}
