package exploration

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"

	"ifmatch/reference/explore/history"
	"ifmatch/reference/explore/schedule"
	"ifmatch/reference/operation"
)

// How long nothing must have moved before a request is released: long enough for a local client to send its next one.
const (
	quiet = 15 * time.Millisecond
	turns = 500 * time.Millisecond // before it is another client's turn, when nobody is to be disturbed, or after a pause
)

// gate holds the requests of one run, and releases them one after the other.
type gate struct {
	choose   bool // false: everything passes at once, and is only written down
	quiet    time.Duration
	last     string // the client whose turn it is
	lose     bool   // answers may be lost
	jump     func(time.Duration)
	now      func() time.Time
	classify func(operation.Service, *http.Request) operation.Operation
	chooser  *schedule.Chooser

	mu      sync.Mutex
	moved   time.Time // when something came last, on this machine's clock
	begun   time.Time
	waiting []*held
	fresh   []*held // those that came after the last release
	busy    bool    // a request is being executed
	paused  bool    // time has jumped: the client that was last is paused
	lines   []history.Line
	grants  history.Grants
	lost    map[uint64]bool
}

// held is a request that waits.
type held struct {
	history.Request
	release chan string // why it goes now
}

// around returns the gate of one client before a service.
func (g *gate) around(client string, service operation.Service) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				panic(http.ErrAbortHandler) // it was not sent whole
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			h := &held{Request: history.Describe(client, service, g.classify(service, r), r, body), release: make(chan string, 1)}
			why, ok := g.wait(r, h)
			if !ok {
				panic(http.ErrAbortHandler)
			}
			a := httptest.NewRecorder() // the answer may yet be lost
			next.ServeHTTP(a, r)
			if lost := g.answered(h, a, why); lost {
				panic(http.ErrAbortHandler)
			}
			send(w, a)
		})
	}
}

// wait holds a request until it may take effect. It reports false if its client is gone.
func (g *gate) wait(r *http.Request, h *held) (why string, ok bool) {
	if !g.choose {
		return "", true
	}
	g.mu.Lock()
	g.waiting, g.fresh, g.moved = append(g.waiting, h), append(g.fresh, h), time.Now()
	g.mu.Unlock()
	select {
	case why = <-h.release:
		return why, true
	case <-r.Context().Done():
		g.mu.Lock()
		defer g.mu.Unlock()
		g.waiting, g.fresh = without(g.waiting, h), without(g.fresh, h)
		return "", false
	}
}

func without(all []*held, h *held) []*held {
	return slices.DeleteFunc(slices.Clone(all), func(o *held) bool { return o == h })
}

// answered writes an exchange down, and chooses whether its answer is lost.
func (g *gate) answered(h *held, a *httptest.ResponseRecorder, why string) (lost bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.busy, g.moved = false, time.Now()
	l := history.Line{Request: h.Request, Answer: history.AnswerOf(a.Code, a.Result().Header, a.Body.Bytes()), Chosen: why}
	g.grants.Learn(&l, g.now())
	if key := h.Label() ^ h.Digest; g.choose && g.lose && l.Wrote() && !h.MakesRoom() && !g.lost[key] {
		if g.chooser.Choose(schedule.Node{}, []schedule.Option{{}, {Cost: 1, Disturbs: true}}) == 1 {
			g.lost[key] = true
			l.Fate, l.Chosen, lost = history.Lost, strings.TrimPrefix(why+", the answer is lost", ", "), true
		}
	}
	g.note(l)
	return lost
}

func (g *gate) note(l history.Line) {
	l.At = g.now().Sub(g.begun)
	g.lines = append(g.lines, l)
}

// release releases requests until done is closed.
func (g *gate) release(done <-chan struct{}) {
	tick := time.NewTicker(quiet / 10)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
			g.step()
		}
	}
}

// step releases a request, if nothing has moved for a while.
func (g *gate) step() {
	g.mu.Lock()
	defer g.mu.Unlock()
	goesOn := g.quiet == turns && slices.ContainsFunc(g.fresh, func(h *held) bool { return h.Client == g.last })
	if len(g.waiting) == 0 || g.busy || !goesOn && time.Since(g.moved) < g.quiet {
		return
	}
	all, options := g.ways()
	n := g.chooser.Choose(schedule.Node{}, options)
	if n == len(all) {
		g.pass()
		return
	}
	why := ""
	if n > 0 {
		why = all[n].Client + " goes first"
		if options[n].Cost > 0 {
			why = all[0].Client + " waits"
		}
	}
	g.busy, g.paused, g.last, g.waiting, g.fresh = true, false, all[n].Client, without(g.waiting, all[n]), nil
	all[n].release <- why
}

// ways lists the requests that may be released, and what that costs. A request that conflicts with none is not worth
// being preferred. The way after the last lets time pass.
func (g *gate) ways() ([]*held, []schedule.Option) {
	byName := func(a, b *held) int {
		if own := a.Client == g.last; own != (b.Client == g.last) {
			if own != g.paused {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Client+a.Operation.String()+a.Resource, b.Client+b.Operation.String()+b.Resource)
	}
	all := slices.Clone(g.fresh)
	slices.SortStableFunc(all, byName)
	own := len(all)
	rest := slices.DeleteFunc(slices.Clone(g.waiting), func(h *held) bool { return slices.Contains(g.fresh, h) })
	slices.SortStableFunc(rest, byName)
	all = append(all, rest...)
	options := make([]schedule.Option, len(all), len(all)+1)
	for i, h := range all {
		options[i].Dull = !g.paused && !slices.ContainsFunc(all, func(o *held) bool { return o != h && o.Conflicts(&h.Request) })
		if i >= own && own > 0 {
			options[i].Cost = 1
		}
	}
	if _, known := g.grants.Next(g.now()); known && g.jump != nil {
		options = append(options, schedule.Option{Cost: 1, Disturbs: true})
	}
	return all, options
}

// pass moves the clock just beyond the end of the next lease or window of a message. Its holder is paused: the others
// go first, and get the time to ask for it once more.
func (g *gate) pass() {
	end, _ := g.grants.Next(g.now())
	d := end.Sub(g.now()) + time.Millisecond
	g.jump(d)
	g.fresh, g.paused, g.moved = nil, true, time.Now().Add(turns-g.quiet)
	g.note(history.Line{Fate: history.Passed, Elapsed: d.Round(time.Millisecond), Chosen: "time jumps"})
}

// history returns what has happened.
func (g *gate) history() []history.Line {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.lines)
}

// send sends an answer that was not lost.
func send(w http.ResponseWriter, a *httptest.ResponseRecorder) {
	maps.Copy(w.Header(), a.Result().Header)
	w.WriteHeader(a.Code)
	_, _ = w.Write(a.Body.Bytes()) // the client may be gone
}
