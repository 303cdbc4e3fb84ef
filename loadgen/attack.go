package loadgen

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	vegeta "github.com/tsenart/vegeta/v12/lib"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/pace"
)

// slotHeader tells the RoundTripper which client the Targeter chose. It never
// reaches the wire.
const slotHeader = "X-Ifmatch-Slot"

// attack drives vegeta. The Targeter only pops a free client and lets it choose
// its step. Everything else happens in RoundTrip, which the same goroutine calls
// right before the send. So a client names the newest ETag, its signature is
// fresh, and what vegeta does in between is outside every recorded interval.
type attack struct {
	run     *run
	pacer   *pace.Pacer
	began   int64 // on the run's clock
	people  *population
	ctx     context.Context // of the exchanges: it outlives an interruption
	tickets tickets

	counts   bool         // admit bounds the exchanges, not the pacer
	measured atomic.Int64 // exchanges that admit counted
	dropped  atomic.Int64 // exchanges of the measured part that found no free client
	ended    atomic.Int64 // when the sending ended, on the run's clock; 0: not yet
}

// errUnchosen is the error of a request for which no client was chosen.
var errUnchosen = errors.New("no client was chosen for this request")

// newAttack prepares the measured part, with the context of its exchanges; it begins
// when fire is called.
func newAttack(ctx context.Context, r *run) *attack {
	a := &attack{run: r, ctx: ctx}
	c := &r.config
	a.people = newPopulation(c.Clients, c.MaxClients, c.Shape != nil, r.now, func(slot int) *client {
		made := r.newClient(uint32(slot))
		made.actor = r.instance.Actor(int(history.SlotOf(made.id)), made.rng)
		return made
	})
	shape := c.Shape
	if shape != nil {
		shape = pace.Delayed(shape, c.Warmup)
	}
	length := c.Duration
	if length > 0 {
		length += c.Warmup
	}
	// A schedule knows beforehand how many exchanges the warm-up has. A closed
	// loop does not, so admit counts there.
	limit := c.Operations
	switch {
	case limit == 0 || c.Warmup == 0:
	case shape != nil:
		limit += pace.NewPacer(shape, length, 0, nil).Requested(c.Warmup)
	default:
		limit, a.counts = 0, true
	}
	a.pacer = pace.NewPacer(shape, length, limit, func() time.Duration { return time.Duration(r.now() - a.began) })
	return a
}

// from returns when the measured part begins, on the run's clock.
func (a *attack) from() int64 { return a.began + int64(a.run.config.Warmup) }

// requested returns how many exchanges of the measured part are due by a time.
func (a *attack) requested(until int64) int64 {
	return max(0, a.pacer.Requested(time.Duration(until-a.began))-a.pacer.Requested(a.run.config.Warmup))
}

// schedule returns how many exchanges of the measured part were due so far, and
// how many of them were dropped.
func (a *attack) schedule() (requested, dropped int64) {
	until := a.run.now()
	if ended := a.ended.Load(); ended > 0 {
		until = ended
	}
	return a.requested(until), a.dropped.Load()
}

// over ends the sending. It wakes paused clients, which have nothing left to do.
func (a *attack) over() {
	a.ended.CompareAndSwap(0, a.run.now())
	a.pacer.Stop()
	a.people.end()
}

// admit reports whether a closed loop may begin an exchange at a time. It ends the
// sending with the last exchange of the measured part.
func (a *attack) admit(at int64) bool {
	if !a.counts || at < a.from() {
		return true
	}
	n := a.measured.Add(1)
	if n >= a.run.config.Operations {
		a.over()
	}
	return n <= a.run.config.Operations
}

// fire sends until the plan is done or ctx ends, and returns when the last answer
// has arrived. It hands every result to each, with the invocation on the run's
// clock, or -1 if nothing was sent.
func (a *attack) fire(ctx context.Context, each func(r *vegeta.Result, invoke int64)) {
	c := &a.run.config
	workers, most := uint64(c.Clients), uint64(c.Clients)
	if c.Shape != nil {
		most = uint64(c.MaxClients)
	}
	attacker := vegeta.NewAttacker(
		vegeta.Client(&http.Client{Transport: a, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}),
		vegeta.Workers(workers), vegeta.MaxWorkers(most))
	defer context.AfterFunc(ctx, a.over)()
	if c.Duration > 0 {
		timer := time.AfterFunc(time.Duration(a.began-a.run.now())+c.Warmup+c.Duration, a.over)
		defer timer.Stop()
	}
	for result := range attacker.Attack(a.target, a.pacer, 0, "") {
		t := a.tickets.at(result.Headers)
		if t == nil {
			continue
		}
		switch {
		case !t.dropped:
			// vegeta's own latency includes the client's pause and the signing.
			// Its timestamp has to stay: vegeta's plot needs both it and Seq to
			// grow.
			result.Latency = time.Duration(t.returned - t.invoke)
			result.BytesIn, result.BytesOut, result.Error, result.Headers = t.in, t.out, t.failure, nil
			each(result, t.invoke)
		case c.Shape != nil: // in a closed loop it is the end of the run
			result.Latency, result.Code, result.Error, result.Headers = 0, 0, "not sent: no client was free", nil
			each(result, -1)
		}
		a.tickets.free(t)
	}
}

// rest waits for the end of a schedule whose last exchange was answered early. A
// schedule of one exchange in ten seconds takes ten seconds; otherwise its rates
// would be those of a shorter one.
func (a *attack) rest(ctx context.Context) {
	c := &a.run.config
	if c.Shape == nil || c.Duration == 0 {
		return
	}
	length := c.Warmup + c.Duration
	if c.Operations > 0 && a.pacer.Requested(length)-a.pacer.Requested(c.Warmup) >= c.Operations {
		return // the number of exchanges ended it, not the time
	}
	over := time.NewTimer(length - time.Duration(a.run.now()-a.began))
	defer over.Stop()
	select {
	case <-over.C:
	case <-ctx.Done():
	}
}

// target is the vegeta.Targeter.
func (a *attack) target(t *vegeta.Target) error {
	c := a.people.take()
	if c != nil {
		if c.chosen = a.run.now(); !a.admit(c.chosen) {
			a.people.put(c)
			c = nil
		}
	}
	if c == nil {
		t.Method, t.URL, t.Header = http.MethodGet, "http://dropped.invalid/", http.Header{slotHeader: {"-"}}
		return nil
	}
	c.step = c.actor.Next()
	to := a.run.places[c.step.Service]
	t.Method, t.URL = c.step.Method, to.shown+c.step.Path
	t.Header = http.Header{slotHeader: c.label}
	return nil
}

// RoundTrip performs the step of the client that the Targeter chose. It never
// fails: an exchange without an answer is a response with status 0.
func (a *attack) RoundTrip(req *http.Request) (*http.Response, error) {
	label := req.Header[slotHeader]
	if len(label) != 1 {
		return nil, errUnchosen
	}
	intended := int64(-1)
	if a.run.config.Shape != nil {
		seq, err := strconv.ParseInt(req.Header.Get("X-Vegeta-Seq"), 10, 64)
		if err != nil {
			return nil, errUnchosen
		}
		intended = a.began + int64(a.pacer.Intended(seq))
	}
	t := a.tickets.take()
	if label[0] == "-" {
		t.dropped = true
		if intended >= a.from() {
			a.dropped.Add(1)
		}
		return t.response(req, http.StatusServiceUnavailable), nil
	}
	slot, err := strconv.Atoi(label[0])
	if err != nil || slot >= len(a.people.all) {
		return nil, errUnchosen
	}
	c := a.people.all[slot]
	x := c.perform(a.ctx, intended)
	if c.chosen < a.from() {
		a.admit(x.Invoke) // the warm-up ended between the choice and the send
	}
	t.invoke, t.returned = x.Invoke, x.Return
	t.in, t.out = uint64(len(x.Reply.Body)), uint64(len(x.Request.Body))
	status := x.Reply.Status
	if x.Step.Call != nil && x.Err == nil {
		status = http.StatusOK // vegeta knows only HTTP answers
	}
	switch {
	case x.Err != nil:
		t.failure = "no answer: " + x.Err.Error()
	case status >= 400:
		t.failure = statusText(status)
	}
	a.people.put(c)
	return t.response(req, status), nil
}

// statusText is what vegeta calls an answer that it counts as a failure.
func statusText(status int) string {
	return strconv.Itoa(status) + " " + http.StatusText(status)
}

// ticket carries RoundTrip's measurements to the reader of vegeta's results. Those
// have no room for them, so the response's header holds the ticket's number.
type ticket struct {
	number           int
	header           http.Header
	invoke, returned int64
	in, out          uint64
	failure          string
	dropped          bool
}

const ticketHeader = "Ticket"

func (t *ticket) response(req *http.Request, status int) *http.Response {
	return &http.Response{StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: t.header, Body: http.NoBody, Request: req}
}

// tickets lends tickets, one for each request under way.
type tickets struct {
	mu   sync.Mutex
	all  []*ticket
	idle []*ticket
}

func (ts *tickets) take() *ticket {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if n := len(ts.idle); n > 0 {
		t := ts.idle[n-1]
		ts.idle = ts.idle[:n-1]
		return t
	}
	t := &ticket{number: len(ts.all)}
	t.header = http.Header{ticketHeader: {strconv.Itoa(t.number)}}
	ts.all = append(ts.all, t)
	return t
}

// at returns the ticket that a response carries, nil if the response came from
// elsewhere.
func (ts *tickets) at(h http.Header) *ticket {
	if len(h[ticketHeader]) != 1 {
		return nil
	}
	n, err := strconv.Atoi(h[ticketHeader][0])
	if err != nil {
		return nil
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return ts.all[n]
}

func (ts *tickets) free(t *ticket) {
	ts.mu.Lock()
	t.dropped, t.failure = false, ""
	ts.idle = append(ts.idle, t)
	ts.mu.Unlock()
}
