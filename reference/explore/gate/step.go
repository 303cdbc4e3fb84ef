package gate

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
)

// The ends of patience.
const (
	maxStreak = 60  // steps of one client while others wait; then it is their turn
	maxWays   = 250 // a choice is a byte
)

// Waits reports whether something waits, so that there is a step to take.
func (g *Gate) Waits() bool { return len(g.waiting)+len(g.held) > 0 }

// Steps returns how many steps were taken.
func (g *Gate) Steps() int { return len(g.steps) }

// GoesOn reports whether whoever took the last step has sent something since.
func (g *Gate) GoesOn() bool {
	return slices.ContainsFunc(g.waiting, func(p *parked) bool { return p.came && p.Client == g.last })
}

// Step chooses a step and takes it.
func (g *Gate) Step() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.arrive(); !g.Waits() {
		return
	}
	ways := g.ways()
	options := make([]schedule.Option, len(ways))
	for i := range ways {
		options[i] = ways[i].Option
	}
	at := schedule.Node{State: g.trace.State()}
	if slices.ContainsFunc(g.waiting, func(p *parked) bool { return p.came }) {
		at.Turn = g.turn
	}
	w := &ways[g.Chooser.Choose(at, options)]
	if w == &ways[0] {
		w.why = ""
	}
	w.take(g, w)
}

// ways lists the ways to go on. The first is what comes by itself: whoever took the last step goes on.
func (g *Gate) ways() []way {
	all := make([]way, 0, len(g.waiting)+len(g.held)+2)
	own := g.sort()
	for i, p := range g.waiting {
		w := way{parked: p, take: (*Gate).perform, number: g.number(&p.Request, p.label, p.parent)}
		w.State, w.Turn = g.trace.After(schedule.Fated(w.number, 100)), w.number
		switch {
		case i >= own && own > 0:
			w.Cost, w.why = 1, g.waiting[0].Client+" waits"
		case i > 0:
			w.why = p.Client + " goes first"
		}
		w.Dull = g.Live && !g.paused && !slices.ContainsFunc(g.waiting, func(o *parked) bool { return o != p && o.Conflicts(&p.Request) })
		all = append(all, w)
	}
	for _, p := range g.held {
		w := way{parked: p, take: (*Gate).deliver, number: g.number(&p.Request, p.label+1, p.parent), why: "the late answer"}
		w.State, w.Turn, w.Cost = g.trace.After(w.number), w.number, min(own, 1)
		all = append(all, w)
	}
	all = append(all, g.jumps()...)
	if g.Break != nil {
		for _, resource := range g.grants.Leased(g.Now()) {
			all = append(all, g.breaks(resource))
		}
	}
	return all[:min(len(all), maxWays)]
}

// sort sorts the requests that wait in an order that does not depend on the machine: first those that came after the last
// step, whose number it returns, and of those the client's that took it. If it is the others' turn, it comes last.
func (g *Gate) sort() (own int) {
	yields := g.paused || g.streak > maxStreak
	rank := func(p *parked) (n int) {
		if !yields && !p.came {
			n += 2
		}
		if (p.Client == g.last) == yields {
			n++
		}
		return n
	}
	slices.SortStableFunc(g.waiting, func(a, b *parked) int {
		if c := cmp.Or(rank(a)-rank(b), strings.Compare(a.Client, b.Client), strings.Compare(a.Resource, b.Resource)); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(a.Operation, b.Operation), bytes.Compare(a.body, b.body))
	})
	for !yields && own < len(g.waiting) && g.waiting[own].came {
		own++
	}
	return own
}

// perform lets a request take effect, and chooses what becomes of its answer.
func (g *Gate) perform(w *way) {
	p := w.parked
	g.waiting = slices.DeleteFunc(g.waiting, func(q *parked) bool { return q == p })
	whole := p.perform()
	l := history.Line{Request: p.Request, Chosen: w.why, Answer: history.AnswerOf(p.status, p.Header(), p.answer.Bytes())}
	g.grants.Learn(&l, g.Now())
	if l.Wrote() {
		l.Choice = g.Chooser.Points()
		l.Fate = g.fate(p, w.number)
	}
	g.add(&p.Request, schedule.Fated(w.number, uint64(l.Fate)))
	switch l.Fate {
	case history.Lost:
		l.Chosen = join(w.why, "the answer is lost")
	case history.Late:
		l.Chosen = join(w.why, "the answer is late")
		p.parent = len(g.steps) - 1
		g.held = append(g.held, p)
	}
	if l.Fate != history.Late {
		p.verdict <- whole && l.Fate == history.Answered
	}
	g.note(l)
}

// fate chooses what becomes of the answer to a request that has changed something.
func (g *Gate) fate(p *parked, number uint64) history.Fate {
	key, fates := p.label^p.Digest, []history.Fate{history.Answered}
	if g.Lose {
		fates = append(fates, history.Lost)
	}
	if g.Lose && !g.Live && p.Granted() {
		fates = append(fates, history.Late)
	}
	if len(fates) == 1 || p.MakesRoom() || g.lost[key] {
		return history.Answered
	}
	options := make([]schedule.Option, len(fates))
	for i, f := range fates {
		options[i] = schedule.Option{State: g.trace.After(schedule.Fated(number, uint64(f))), Turn: number}
		if i > 0 { // what the first participant does while it is alone is taken for a preparation
			options[i].Cost, options[i].Disturbs, options[i].Dull = 1, true, len(g.seen) <= 1 && g.Learned.several
		}
	}
	// Between the effect and the answer.
	at := schedule.Node{State: g.trace.After(schedule.Fated(number, uint64(len(fates)+10))), Turn: number}
	fate := fates[g.Chooser.Choose(at, options)]
	if fate == history.Lost {
		g.lost[key], g.retried = true, g.Now().Add(backoff)
	}
	return fate
}

// deliver delivers an answer that was held back.
func (g *Gate) deliver(w *way) {
	g.held = slices.DeleteFunc(g.held, func(q *parked) bool { return q == w.parked })
	g.add(&w.Request, w.number)
	w.verdict <- true
	g.note(history.Line{Fate: history.Delivered, Request: w.Request, Chosen: w.why})
}

func join(a, b string) string { return strings.TrimPrefix(a+", "+b, ", ") }
