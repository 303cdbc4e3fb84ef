package gate

import (
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
	end   time.Time // to which time jumps
	known bool      // something ends there
}

// number returns the number of a request as the next step.
func (g *Gate) number(r *history.Request, label uint64, parent int) uint64 {
	return g.trace.Next(label, func(i int) bool {
		return i == parent || g.steps[i] == nil || g.steps[i].Conflicts(r)
	})
}

// add adds a step of a request to the trace.
func (g *Gate) add(r *history.Request, number uint64) {
	if g.streak++; g.last != r.Client {
		g.streak = 0
	}
	g.trace.Add(number)
	g.steps, g.turn, g.last, g.paused = append(g.steps, r), number, r.Client, false
	g.stale()
}

// stale says that what waits came before the last step.
func (g *Gate) stale() {
	for _, p := range g.waiting {
		p.came = false
	}
}

// jumps lets time jump to the next timer, or just beyond the end of a lease, of a message's window or of a request's time.
func (g *Gate) jumps() []way {
	now := g.Now()
	latest := now.Add(maxJump)
	if g.Live { // it jumps to known ends only
		latest = now.Add(maxWait)
	}
	to, known := g.grants.Next(now)
	for _, p := range g.waiting {
		if d, limited := p.sent.Context().Deadline(); limited && (!known || d.Before(to)) {
			to, known = d, true
		}
		if late := p.since.Add(maxWait); late.Before(latest) {
			latest = late
		}
	}
	if known = known && to.Before(latest); !known {
		to = latest
	}
	if !g.Jump || !latest.After(now) || g.Live && !known {
		return nil
	}
	w := way{end: to, known: known, why: "time jumps", take: (*Gate).jump}
	w.Cost, w.State = 1, g.trace.After(g.trace.Next(2, func(int) bool { return true }))
	w.Disturbs, w.Dull = true, !known && !g.Learned.timed && g.Learned.dull > maxFutile
	return []way{w}
}

// jump lets time jump.
func (g *Gate) jump(w *way) {
	now := g.Now()
	matters := g.pass(w.end.Sub(now)+moment) || w.known
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
	before := g.Now()
	moved := g.pass(most)
	if moved && g.Now().After(before) {
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
	if rest := g.retried.Sub(g.Now()); rest > 0 && !g.Live {
		return g.Pass(min(rest, d), nil)
	}
	return g.Pass(d, g.arrived)
}

// passed notes that time has passed. Everything depends on it, unless it leads back to where it began.
func (g *Gate) passed(since time.Time, why string, matters bool) {
	if matters {
		g.trace.Add(g.trace.Next(1, func(int) bool { return true }))
		g.steps = append(g.steps, nil)
		g.turn, g.streak = 0, 0
	}
	g.note(history.Line{Fate: history.Passed, Elapsed: g.Now().Sub(since).Round(moment), Chosen: why})
}

// breaks lets a third party break a lease.
func (g *Gate) breaks(resource string) way {
	r := history.Request{Client: "somebody", Operation: operation.LeaseBlobBreak, Resource: resource}
	w := way{number: g.number(&r, r.Label(), -1), why: "the lease is broken"}
	w.Cost, w.State, w.Turn, w.Disturbs = 1, g.trace.After(w.number), w.number, true
	w.take = func(g *Gate, w *way) {
		g.Break(resource)
		g.grants.Drop(resource)
		g.trace.Add(w.number)
		g.steps, g.turn, g.streak = append(g.steps, &r), w.number, 0 // whoever was to go on still is
		g.note(history.Line{Fate: history.Broken, Request: r, Chosen: w.why})
	}
	return w
}
