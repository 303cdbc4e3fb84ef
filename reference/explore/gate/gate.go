// Package gate stands between the clients of a store and the store. It holds every request, and takes one step at a time:
// a request takes effect, an answer is delivered or lost, time jumps, somebody breaks a lease. A schedule.Chooser says
// which. Who drives the gate knows when everybody waits.
package gate

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/held"
	"ifmatch/reference/operation"
)

// Options say what a gate stands before, and what it may do.
type Options struct {
	Chooser   *schedule.Chooser
	Learned   *Learned
	Now       func() time.Time
	Operation history.Classifier

	// Live says that the clients are programs that nobody can stop: requests come a little earlier or later each time.
	Live bool
	Lose bool // answers may be lost, and late if they grant something to somebody who is not Live
	// Pass lets time pass, but not longer than d, and only until something comes. It reports whether that came, or whether all
	// of d has passed if arrived is nil.
	Pass func(d time.Duration, arrived <-chan struct{}) bool
	Jump bool // time may jump
	// Break breaks the lease of what a request addresses, as a third party; nil: nobody does.
	Break func(*http.Request)
}

// Learned is what all schedules of a program have shown.
type Learned struct {
	timed   bool // the program sleeps
	dull    int  // jumps of time that changed nothing
	several bool // it has several participants
}

// Gate is that of one schedule.
type Gate struct {
	Options
	begun   time.Time
	arrived chan struct{} // has an element when something has come or was withdrawn

	mu    sync.Mutex
	over  bool      // nothing waits any more
	fresh []*parked // requests that have come and were not taken in yet
	lines []history.Line

	waiting []*parked // in the order of sort
	trace   schedule.Trace
	steps   []*history.Request       // of the trace; nil: everything depends on it, and it depends on everything
	turn    uint64                   // the last step, if it led to requests
	last    string                   // whose step was the last one
	streak  int                      // how many steps that client took in a row
	paused  bool                     // time has jumped since: that client is paused
	seen    map[string]bool          // the participants that have sent something
	retried time.Duration            // when everybody whose answer was lost has tried again
	lost    map[uint64]bool          // requests whose answer was lost; not twice, or no retry would ever come through
	leasing map[string]*http.Request // what got the lease of a resource last
}

// New makes a gate.
func New(o Options) *Gate {
	return &Gate{Options: o, begun: o.Now(), arrived: make(chan struct{}, 1), lines: make([]history.Line, 0, 16),
		seen: make(map[string]bool), lost: make(map[uint64]bool), leasing: make(map[string]*http.Request)}
}

// parked is a request that waits, or whose answer is held back.
type parked struct {
	history.Request
	sent    *http.Request
	next    http.Handler
	body    []byte
	label   uint64
	parent  int           // the step after which it came, or was executed
	since   time.Duration // when it came
	came    bool          // it came after the last step
	gone    bool          // its sender has given up
	answer  *held.Answer  // nil: it has not taken effect
	verdict chan bool     // whether the answer is delivered
}

// Around returns a service as one client meets it: its requests wait at the gate.
func (g *Gate) Around(client string, service operation.Service, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			panic(http.ErrAbortHandler)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		p := &parked{Request: history.Describe(client, service, g.Operation, r, body), sent: r, next: next, body: body, verdict: make(chan bool, 1)}
		p.label = p.Label()
		g.mu.Lock()
		over := g.over
		g.fresh = append(g.fresh, p)
		g.mu.Unlock()
		if g.signal(); over {
			next.ServeHTTP(w, r)
			return
		}
		select {
		case delivered := <-p.verdict:
			if !delivered {
				panic(http.ErrAbortHandler)
			}
		case <-r.Context().Done():
			g.mu.Lock() // it may be taking effect
			defer g.mu.Unlock()
			p.gone = true
			g.signal()
			panic(http.ErrAbortHandler)
		}
		p.answer.Send(w)
	})
}

// execute lets the request take effect. It reports false if its answer has broken off.
func (p *parked) execute() (whole bool) {
	defer func() {
		if r := recover(); r != nil {
			if r != http.ErrAbortHandler { //nolint:errorlint // net/http compares it, too
				panic(r)
			}
			p.answer.Status = http.StatusBadGateway
		}
	}()
	p.answer = held.Empty()
	p.next.ServeHTTP(p.answer, p.sent)
	p.answer.WriteHeader(http.StatusOK) // the default status, if the handler set none
	return true
}

// signal wakes whoever waits for something to come.
func (g *Gate) signal() {
	select {
	case g.arrived <- struct{}{}:
	default:
	}
}

// Arrive takes in the requests that have come, and drops those that were given up. It reports whether any have come.
func (g *Gate) Arrive() (any bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-g.arrived:
	default:
	}
	any = len(g.fresh) > 0
	for _, p := range g.fresh {
		p.parent, p.since, p.came = len(g.steps)-1, g.at(), true
		g.seen[p.Client] = true
	}
	g.Learned.several = g.Learned.several || len(g.seen) > 1
	g.waiting, g.fresh = append(g.waiting, g.fresh...), g.fresh[:0]
	g.waiting = slices.DeleteFunc(g.waiting, func(p *parked) bool {
		if p.gone && p.answer == nil {
			g.note(history.Line{Fate: history.Withdrawn, Request: p.Request})
		}
		return p.gone
	})
	return any
}

// Finish ends the schedule. What waits, or will come, takes effect at once; if the clients do not run any more, it never
// does.
func (g *Gate) Finish(perform bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.over = true
	for _, p := range slices.Concat(g.waiting, g.fresh) {
		p.verdict <- p.answer != nil || perform && p.execute()
	}
}

// Lines returns what has happened, to whoever takes the steps.
func (g *Gate) Lines() []history.Line { return g.lines }

// note adds a line to the history.
func (g *Gate) note(l history.Line) {
	l.At = g.at()
	g.lines = append(g.lines, l)
}

// at is the time of the schedule.
func (g *Gate) at() time.Duration { return g.Now().Sub(g.begun) }
