package steps

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ifmatch/reports"
	"ifmatch/steps/verdict"
)

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
)

// rounds plays a race that went well some more times. Only a failure counts; otherwise the
// verdict of the first round stands. A scenario that others wait for plays one round.
func (r *run) rounds(ctx context.Context, p *playing) {
	if p.world.Cleanups.HoldsShared() {
		return
	}
	enough := roundsOverSocket
	if p.world.Session.Private {
		enough = roundsInProcess
	}
	most := mostRounds
	if p.world.Case.Paired() {
		most, enough = pairRounds, pairRoundsInAll
	}
	began := time.Now()
	for round := 2; round <= most && time.Since(began) < enough && ctx.Err() == nil; round++ {
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
