package steps

import (
	"context"
	"slices"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/court"
	"ifmatch/steps/plan"
	"ifmatch/steps/scenario"
)

// The bounds of repeating failed cases alone, so that their rate is known.
const (
	// manyFailed is how many failed rounds are enough to know the rate.
	manyFailed = 30
	// aloneEach and aloneAll are how long the rounds of one case, and of all of them, may take.
	aloneEach = 3 * time.Second
	aloneAll  = time.Minute
	// aloneSlow is how long they may take on a slow machine, until enoughAlone of them tell a rare failure from a certain one.
	aloneSlow   = 15 * time.Second
	enoughAlone = 100
)

// alone repeats failed cases, each while nothing else runs, and counts the rounds that fail.
func (r *run) alone(ctx context.Context, scenarios []reports.Scenario) {
	if r.cfg.Alone == nil {
		return
	}
	ids := r.cfg.Alone(scenarios)
	began := time.Now()
	r.again++
	for i, id := range ids {
		at := slices.IndexFunc(scenarios, func(sc reports.Scenario) bool { return sc.ID == id })
		cs, ok := r.cfg.Plan.Case(id)
		if at < 0 || !ok || cs.Wait() > 0 || ctx.Err() != nil || time.Since(began) > aloneAll {
			continue
		}
		r.progress.trying(court.Round{Cases: []string{id}, Why: court.Measured, Left: len(ids) - i})
		most := 1
		if cs.Chance() {
			most = r.cfg.Rounds
		}
		if n := r.counted(ctx, cs, most); n.Played > 0 {
			scenarios[at].Alone = &n
		}
	}
	r.progress.trying(court.Round{})
}

// counted plays a case again and again. A round that proves nothing does not count.
func (r *run) counted(ctx context.Context, cs plan.Case, most int) (n reports.Rounds) {
	began := time.Now()
	first := scenario.NewWorld(r.stage, cs, r.again)
	for round := 1; round <= most && n.Failed < manyFailed && ctx.Err() == nil; round++ {
		if spent := time.Since(began); spent > aloneSlow || spent > aloneEach && n.Played >= enoughAlone {
			break
		}
		p := &playing{world: first.Next(round)}
		err := p.whole(ctx)
		if err == nil && p.world.Code != nil {
			err = p.world.Code
		}
		late := p.world.Late() != nil
		r.court.Met(p.world.Transport.Weather())
		p.world.End(ctx)
		switch {
		case late || ctx.Err() != nil:
		case p.failure(ctx, err) != nil:
			n = n.Add(reports.Rounds{Failed: 1, Played: 1})
		case err == nil:
			n.Played++
		}
	}
	return n
}
