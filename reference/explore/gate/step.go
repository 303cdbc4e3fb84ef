package gate

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/operation"
)

// The ends of patience.
const (
	maxStreak = 60               // steps of one client while others wait; then it is their turn
	maxWays   = 250              // a choice is a byte
	maxJump   = 5 * time.Minute  // a jump of time that nothing ends
	maxWait   = 14 * time.Minute // of a request: signatures are good for 15
	moment    = time.Millisecond
	backoff   = 2 * time.Second // of an SDK before its first retry; Azure's wait for 0.6 to 1.1 s
	maxFutile = 8               // jumps that changed nothing; then the program does not care for time
)

// Waits reports whether something waits, so that there is a step to take.
func (g *Gate) Waits() bool { return len(g.waiting) > 0 }

// GoesOn reports whether whoever took the last step has sent something since.
func (g *Gate) GoesOn() bool {
	return slices.ContainsFunc(g.waiting, func(p *parked) bool { return p.came && p.Client == g.last })
}

// way is one way to go on.
type way struct {
	schedule.Option
	why  string // said where it was chosen though it does not come by itself
	take func(*Gate, *way)
	*parked
	end   time.Duration // to which time jumps
	known bool          // something ends there
}

// Step chooses a step and takes it. Something must wait.
func (g *Gate) Step() {
	g.mu.Lock()
	defer g.mu.Unlock()
	ways := g.ways()
	options := make([]schedule.Option, len(ways))
	for i := range ways {
		options[i] = ways[i].Option
	}
	turn := g.turn
	if !slices.ContainsFunc(g.waiting, func(p *parked) bool { return p.came }) {
		turn = 0
	}
	w := &ways[g.Chooser.Choose(g.trace.State, turn, options)]
	if w == &ways[0] {
		w.why = ""
	}
	w.take(g, w)
}

// ways lists the ways to go on. The first is what comes by itself: whoever took the last step goes on.
func (g *Gate) ways() []way {
	all := make([]way, 0, len(g.waiting)+2)
	own := g.sort()
	for i, p := range g.waiting {
		w := way{parked: p, take: (*Gate).perform}
		w.Turn = g.number(&p.Request, p.label, p.parent)
		step := schedule.Fated(w.Turn, 100) // its fate is chosen later
		switch {
		case p.answer != nil:
			w.take, w.why = (*Gate).deliver, "the late answer"
			w.Turn = g.number(&p.Request, p.label+1, p.parent)
			step = w.Turn
		case i >= own && own > 0:
			w.why = g.waiting[0].Client + " waits"
		case i > 0:
			w.why = p.Client + " goes first"
		}
		if i >= own && own > 0 {
			w.Cost = 1
		}
		w.State = g.trace.After(step)
		w.Dull = g.Live && !g.paused && !slices.ContainsFunc(g.waiting, func(o *parked) bool { return o != p && o.Conflicts(&p.Request) })
		all = append(all, w)
	}
	end, leased := history.Grants(g.lines, g.at())
	all = append(all, g.jumps(end)...)
	if g.Break != nil {
		for _, resource := range leased {
			all = append(all, g.breaks(resource))
		}
	}
	return all[:min(len(all), maxWays)]
}

// sort sorts what waits in an order that does not depend on the machine: first the requests that came after the last
// step, whose number it returns, and of those the client's that took it. If it is the others' turn, it comes last. Late
// answers come after all requests.
func (g *Gate) sort() (own int) {
	yields := g.paused || g.streak > maxStreak
	rank := func(p *parked) (n int) {
		if p.answer != nil {
			return 4
		}
		if !yields && !p.came {
			n += 2
		}
		if (p.Client == g.last) == yields {
			n++
		}
		return n
	}
	slices.SortStableFunc(g.waiting, func(a, b *parked) int {
		return cmp.Or(rank(a)-rank(b), strings.Compare(a.Client, b.Client), strings.Compare(a.Resource, b.Resource),
			cmp.Compare(a.Operation, b.Operation), bytes.Compare(a.body, b.body))
	})
	for !yields && own < len(g.waiting) && g.waiting[own].came {
		own++
	}
	return own
}

// disturbances are what may become of answers by choice.
var disturbances = [...]string{history.Answered: "", history.Lost: "the answer is lost", history.Late: "the answer is late"}

// perform lets a request take effect, and chooses what becomes of its answer.
func (g *Gate) perform(w *way) {
	p := w.parked
	whole := p.execute()
	l := history.Line{Request: p.Request, Answer: history.AnswerOf(p.answer.Status, p.answer.Header(), p.answer.Body.Bytes()), Choice: g.Chooser.Points()}
	if l.Wrote() {
		l.Fate = g.fate(p, w.Turn)
	}
	if l.Succeeded() && l.LeaseAction() == "acquire" {
		g.leasing[l.Resource] = p.sent
	}
	l.Chosen = strings.Trim(w.why+", "+disturbances[l.Fate], ", ")
	g.add(&p.Request, schedule.Fated(w.Turn, uint64(l.Fate)), l)
	if p.parent = len(g.steps) - 1; l.Fate != history.Late {
		g.answer(p, whole && l.Fate == history.Answered)
	}
}

// fate chooses what becomes of the answer to a request that has changed something.
func (g *Gate) fate(p *parked, number uint64) history.Fate {
	key := p.label ^ p.Digest
	if !g.Lose || p.MakesRoom() || g.lost[key] {
		return history.Answered
	}
	options := make([]schedule.Option, history.Late+1)
	if g.Live || !p.Granted() {
		options = options[:history.Late]
	}
	for f := range options {
		options[f] = schedule.Option{State: g.trace.After(schedule.Fated(number, uint64(f))), Turn: number}
		if f > 0 { // what the first participant does while it is alone is taken for a preparation
			options[f].Cost, options[f].Disturbs, options[f].Dull = 1, true, len(g.seen) <= 1 && g.Learned.several
		}
	}
	between := g.trace.After(schedule.Fated(number, uint64(len(options)+10))) // the effect and the answer
	fate := history.Fate(g.Chooser.Choose(between, number, options))
	if fate == history.Lost {
		g.lost[key], g.retried = true, g.at()+backoff
	}
	return fate
}

// deliver delivers an answer that was held back.
func (g *Gate) deliver(w *way) {
	g.add(&w.Request, w.Turn, history.Line{Fate: history.Delivered, Request: w.Request, Chosen: w.why})
	g.answer(w.parked, true)
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
	if !g.Jump || latest <= now || g.Live && !w.known {
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
	w := way{why: "the lease is broken"}
	w.Turn = g.number(&r, r.Label(), -1)
	w.Cost, w.State, w.Disturbs = 1, g.trace.After(w.Turn), true
	w.take = func(g *Gate, w *way) {
		g.Break(g.leasing[resource])
		g.trace.Add(w.Turn)
		g.steps, g.turn, g.streak = append(g.steps, &r), w.Turn, 0 // whoever was to go on still is
		g.note(history.Line{Fate: history.Broken, Request: r, Chosen: w.why})
	}
	return w
}
