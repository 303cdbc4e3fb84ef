package gate

import (
	"slices"
	"time"

	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/operation"
)

const (
	maxJump   = 5 * time.Minute  // a jump of time that nothing ends
	maxWait   = 14 * time.Minute // of a request: signatures are good for 15
	moment    = time.Millisecond
	backoff   = 2 * time.Second // of an SDK before its first retry; Azure's wait for 0.6 to 1.1 s
	maxFutile = 8               // jumps that changed nothing; then the program does not care for time
)

// way is one way to go on.
type way struct {
	schedule.Option
	why    string // said where it was chosen though it does not come by itself
	take   func(*Gate, *way)
	number uint64 // of the step
	*parked
	end   time.Duration // to which time jumps
	known bool          // something ends there
}

// number returns the number of a request as the next step; nil: time passes, and everything depends on it.
func (g *Gate) number(r *history.Request, label uint64, parent int) uint64 {
	return g.trace.Next(label, func(i int) bool {
		return r == nil || i == parent || g.steps[i] == nil || g.steps[i].Conflicts(r)
	})
}

// add adds a step of a request to the trace, and a line to the history.
func (g *Gate) add(r *history.Request, number uint64, l history.Line) {
	if g.streak++; g.last != r.Client {
		g.streak = 0
	}
	g.trace.Add(number)
	g.steps, g.turn, g.last, g.paused = append(g.steps, r), number, r.Client, false
	g.stale()
	g.note(l)
}

// stale says that what waits came before the last step.
func (g *Gate) stale() {
	for _, p := range g.waiting {
		p.came = false
	}
}

// answer delivers an answer, or loses it.
func (g *Gate) answer(p *parked, delivered bool) {
	g.waiting = slices.DeleteFunc(g.waiting, func(q *parked) bool { return q == p })
	p.verdict <- delivered
}

// jumps lets time jump to the next timer, or just beyond the end of something granted or of a request's time.
func (g *Gate) jumps(end time.Duration) []way {
	now := g.at()
	latest := now + maxJump
	if g.Live { // it jumps to known ends only
		latest = now + maxWait
	}
	for _, p := range g.waiting {
		if p.answer != nil {
			continue
		}
		if d, limited := p.sent.Context().Deadline(); limited {
			end = min(end, d.Sub(g.begun))
		}
		latest = min(latest, p.since+maxWait)
	}
	w := way{end: min(end, latest), known: end < latest, why: "time jumps", take: (*Gate).jump}
	if latest <= now || g.Live && !w.known {
		return nil
	}
	w.Cost, w.State, w.Disturbs = 1, g.trace.After(g.number(nil, 2, -1)), true
	w.Dull = !w.known && !g.Learned.timed && g.Learned.dull > maxFutile
	return []way{w}
}

// jump lets time jump.
func (g *Gate) jump(w *way) {
	now := g.at()
	matters := g.pass(w.end-now+moment) || w.known
	if !matters {
		g.Learned.dull++
	}
	g.paused = true
	g.stale()
	g.passed(now, w.why, matters)
}

// Idle lets time pass until something comes, but not longer than most. It reports false if nothing does.
func (g *Gate) Idle(most time.Duration) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	before := g.at()
	moved := g.pass(most)
	if moved && g.at() > before {
		g.Learned.timed = true
		g.passed(before, "", true)
	}
	return moved
}

// pass lets time pass until something comes, but not longer than d. While somebody is about to retry it always waits for
// him: SDKs wait for a random time before that, and who comes first must not depend on it.
func (g *Gate) pass(d time.Duration) bool {
	g.mu.Unlock()
	defer g.mu.Lock()
	if rest := g.retried - g.at(); rest > 0 && !g.Live {
		return g.Pass(min(rest, d), nil)
	}
	return g.Pass(d, g.arrived)
}

// passed notes that time has passed. Everything depends on it, unless it leads back to where it began.
func (g *Gate) passed(since time.Duration, why string, matters bool) {
	if matters {
		g.trace.Add(g.number(nil, 1, -1))
		g.steps = append(g.steps, nil)
		g.turn, g.streak = 0, 0
	}
	g.note(history.Line{Fate: history.Passed, Elapsed: (g.at() - since).Round(moment), Chosen: why})
}

// breaks lets a third party break a lease.
func (g *Gate) breaks(resource string) way {
	r := history.Request{Client: "somebody", Operation: operation.LeaseBlobBreak, Resource: resource}
	w := way{number: g.number(&r, r.Label(), -1), why: "the lease is broken"}
	w.Cost, w.State, w.Turn, w.Disturbs = 1, g.trace.After(w.number), w.number, true
	w.take = func(g *Gate, w *way) {
		g.Break(g.leasing[resource])
		g.trace.Add(w.number)
		g.steps, g.turn, g.streak = append(g.steps, &r), w.number, 0 // whoever was to go on still is
		g.note(history.Line{Fate: history.Broken, Request: r, Chosen: w.why})
	}
	return w
}
