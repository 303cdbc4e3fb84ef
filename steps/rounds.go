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
	roundsInProcess  = 20 * time.Millisecond
	roundsOverSocket = 500 * time.Millisecond
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
	began := time.Now()
	for round := 2; round <= mostRounds && time.Since(began) < enough && ctx.Err() == nil; round++ {
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
