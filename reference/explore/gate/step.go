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
func (g *Gate) Waits() bool { return len(g.waiting) > 0 }

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
	all := make([]way, 0, len(g.waiting)+2)
	own := g.sort()
	for i, p := range g.waiting {
		w := way{parked: p, take: (*Gate).perform, number: g.number(&p.Request, p.label, p.parent)}
		step := schedule.Fated(w.number, 100) // its fate is chosen later
		switch {
		case p.answer != nil:
			w.take, w.number, w.why = (*Gate).deliver, g.number(&p.Request, p.label+1, p.parent), "the late answer"
			step = w.number
		case i >= own && own > 0:
			w.why = g.waiting[0].Client + " waits"
		case i > 0:
			w.why = p.Client + " goes first"
		}
		if i >= own && own > 0 {
			w.Cost = 1
		}
		w.State, w.Turn = g.trace.After(step), w.number
		w.Dull = g.Live && !g.paused && !slices.ContainsFunc(g.waiting, func(o *parked) bool { return o != p && o.Conflicts(&p.Request) })
		all = append(all, w)
	}
	end, leased := history.Grants(g.lines, g.at())
	if g.Jump {
		all = append(all, g.jumps(end)...)
	}
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

// disturbances are what may become of answers by choice.
var disturbances = [...]string{history.Answered: "", history.Lost: "the answer is lost", history.Late: "the answer is late"}

// perform lets a request take effect, and chooses what becomes of its answer.
func (g *Gate) perform(w *way) {
	p := w.parked
	whole := p.execute()
	l := history.Line{Request: p.Request, Answer: history.AnswerOf(p.answer.Status, p.answer.Header(), p.answer.Body.Bytes()), Choice: g.Chooser.Points()}
	if l.Wrote() {
		l.Fate = g.fate(p, w.number)
	}
	if l.Succeeded() && l.LeaseAction() == "acquire" {
		g.leasing[l.Resource] = p.sent
	}
	l.Chosen = strings.Trim(w.why+", "+disturbances[l.Fate], ", ")
	g.add(&p.Request, schedule.Fated(w.number, uint64(l.Fate)), l)
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
	// Between the effect and the answer.
	at := schedule.Node{State: g.trace.After(schedule.Fated(number, uint64(len(options)+10))), Turn: number}
	fate := history.Fate(g.Chooser.Choose(at, options))
	if fate == history.Lost {
		g.lost[key], g.retried = true, g.at()+backoff
	}
	return fate
}

// deliver delivers an answer that was held back.
func (g *Gate) deliver(w *way) {
	g.add(&w.Request, w.number, history.Line{Fate: history.Delivered, Request: w.Request, Chosen: w.why})
	g.answer(w.parked, true)
}
