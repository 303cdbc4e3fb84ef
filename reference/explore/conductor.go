package explore

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
)

// The ends of patience.
const (
	maxSteps  = 2000             // requests of one schedule; a program that sends more does not end
	maxStreak = 60               // requests of one client while others wait; then it is their turn
	maxIdle   = 24 * time.Hour   // in the bubble, without a request; then the program hangs
	maxJump   = 5 * time.Minute  // a jump of time that nothing ends
	maxWait   = 14 * time.Minute // of a request: signatures are good for 15
	moment    = time.Millisecond
	backoff   = 2 * time.Second // of an SDK before its first retry; Azure's wait for 0.6 to 1.1 s
)

// errLost is the error of a client whose answer was lost.
var errLost = errors.New("explore: the connection was closed before the answer came")

// conductor chooses, in the main goroutine of a bubble, which step is taken next.
type conductor struct {
	store    *Store
	settings *settings
	learned  *learned
	chooser  *schedule.Chooser
	begun    time.Time
	lines    []history.Line
	grants   history.Grants

	waiting []*parked // requests, in the order in which they came
	held    []*parked // answers that are held back
	came    []*parked // the requests that came after the last step
	trace   schedule.Trace
	steps   []*history.Request // of the trace; nil: everything depends on it, and it depends on everything
	turn    uint64             // the last step, if it led to requests
	seen    []string           // the participants that have sent something
	alone   int                // the choices that were made while there was one of them only: it prepares something
	idled   bool               // time has passed by itself
	streak  int
	retried time.Time       // when everybody whose answer was lost has tried again
	lost    map[uint64]bool // requests whose answer was lost; not twice, or no retry would ever come through
}

// learned is what all schedules of a program have shown.
type learned struct {
	timed   bool // the program sleeps
	dull    int  // jumps of time that changed nothing
	several bool // it has several participants
}

// arrive takes in the requests that have come, and drops those that were given up.
func (c *conductor) arrive() {
	come := c.store.collect()
	for _, p := range come {
		p.parent, p.since = len(c.steps)-1, time.Now()
		if !slices.Contains(c.seen, p.Client) {
			c.seen = append(c.seen, p.Client)
		}
	}
	if len(c.seen) <= 1 {
		c.alone = c.chooser.Points()
	} else {
		c.learned.several = true
	}
	left := func(p *parked) bool {
		if p.gone {
			c.note(history.Line{Fate: history.Withdrawn, Request: p.Request})
		}
		return p.gone
	}
	c.came = slices.DeleteFunc(append(c.came, come...), func(p *parked) bool { return p.gone })
	c.waiting = slices.DeleteFunc(append(c.waiting, come...), left)
	c.held = slices.DeleteFunc(c.held, func(p *parked) bool { return p.gone })
}

// pass lets time pass until something comes, but not longer than d. While somebody is about to retry it always waits for
// him: SDKs wait for a random time before that, and who comes first must not depend on it.
func (c *conductor) pass(done <-chan struct{}, d time.Duration) bool {
	if rest := time.Until(c.retried); rest > 0 {
		timer := time.NewTimer(min(rest, d))
		defer timer.Stop()
		select {
		case <-done:
		case <-timer.C:
		}
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-c.store.arrived:
		c.store.signal() // collect takes it
		return true
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

// barrier adds a step on which everything depends.
func (c *conductor) barrier() {
	c.trace.Add(c.trace.Next(1, func(int) bool { return true }))
	c.steps = append(c.steps, nil)
}

// number returns the number of a request as the next step.
func (c *conductor) number(r *history.Request, label uint64, parent int) uint64 {
	return c.trace.Next(label, func(i int) bool {
		return i == parent || c.steps[i] == nil || c.steps[i].Conflicts(r)
	})
}

// take adds a step of a request to the trace.
func (c *conductor) take(r *history.Request, number uint64) {
	if c.last() == r.Client {
		c.streak++
	} else {
		c.streak = 0
	}
	c.trace.Add(number)
	c.steps = append(c.steps, r)
	c.turn, c.came = number, c.came[:0]
}

// last returns who took the last step.
func (c *conductor) last() string {
	if n := len(c.steps); n > 0 && c.steps[n-1] != nil {
		return c.steps[n-1].Client
	}
	return ""
}

// perform lets a request take effect, and chooses what becomes of its answer.
func (c *conductor) perform(p *parked, why string) {
	number := c.number(&p.Request, p.label, p.parent)
	c.waiting = slices.DeleteFunc(c.waiting, func(q *parked) bool { return q == p })
	response, err := c.store.execute(p)
	l := history.Line{Request: p.Request, Chosen: why}
	if err == nil {
		var body []byte
		if response.Body != http.NoBody {
			body, _ = all(response.Body, response.ContentLength)
			response.Body = io.NopCloser(bytes.NewReader(body))
		}
		l.Answer = history.AnswerOf(response.StatusCode, response.Header, body)
		c.grants.Learn(&l, time.Now())
	}
	if l.Wrote() {
		l.Fate = c.fate(&p.Request, number)
	}
	c.take(&p.Request, schedule.Fated(number, uint64(l.Fate)))
	switch l.Fate {
	case history.Lost:
		l.Chosen = join(why, "the answer is lost")
		p.verdict <- verdict{nil, errLost}
	case history.Late:
		l.Chosen = join(why, "the answer is late")
		p.late, p.parent = verdict{response, nil}, len(c.steps)-1
		c.held = append(c.held, p)
	default:
		p.verdict <- verdict{response, err}
	}
	c.note(l)
}

// fate chooses what becomes of the answer to a request that has changed something.
func (c *conductor) fate(r *history.Request, number uint64) history.Fate {
	if c.settings.undisturbed || r.MakesRoom() || c.lost[r.Label()^r.Digest] {
		return history.Answered
	}
	fates := []history.Fate{history.Answered, history.Lost}
	if r.Granted() {
		fates = append(fates, history.Late)
	}
	options := make([]schedule.Option, len(fates))
	for i, f := range fates {
		options[i] = schedule.Option{State: c.trace.After(schedule.Fated(number, uint64(f))), Turn: number}
		if i > 0 {
			options[i].Cost, options[i].Disturbs, options[i].Loses, options[i].Dull = 1, true, true, c.prepares()
		}
	}
	// Between the effect and the answer.
	at := schedule.Node{State: c.trace.After(schedule.Fated(number, uint64(len(fates)+10))), Turn: number}
	fate := fates[c.chooser.Choose(at, options)]
	if fate == history.Lost {
		if c.lost == nil {
			c.lost = make(map[uint64]bool)
		}
		c.lost[r.Label()^r.Digest] = true
		c.retried = time.Now().Add(backoff)
	}
	return fate
}

// prepares reports whether the first participant is still alone: what it does is taken for a preparation.
func (c *conductor) prepares() bool { return len(c.seen) <= 1 && c.learned.several }

// deliver delivers an answer that was held back.
func (c *conductor) deliver(p *parked, why string) {
	number := c.number(&p.Request, p.label+1, p.parent)
	c.held = slices.DeleteFunc(c.held, func(q *parked) bool { return q == p })
	c.take(&p.Request, number)
	p.verdict <- p.late
	c.note(history.Line{Fate: history.Delivered, Request: p.Request, Chosen: why})
}

// note adds a line to the history.
func (c *conductor) note(l history.Line) {
	l.At = time.Since(c.begun)
	c.lines = append(c.lines, l)
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + ", " + b
}
