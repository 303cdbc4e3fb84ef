// Package stats measures a load run. Its figures are a function of the recorded
// events alone, so a run measured live and its history read again later give the
// same figures.
//
// Exchanges that prepare the run or read its final state, and those invoked in the
// warm-up, are not counted. They still set the initial state of an update, a lease
// or a message that reaches into the measured part.
package stats

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
)

// LateAfter is how far behind its schedule a request counts as late: what people would notice in a
// p99 of a few milliseconds.
const LateAfter = time.Millisecond

// Options say what is measured.
type Options struct {
	Book      Names
	From      int64         // start of the measured part on the run's clock, in nanoseconds
	Scheduled bool          // exchanges have an intended start, so the send lag is defined
	LateAfter time.Duration // an exchange that starts later than this after its intended start was late
	Clients   int           // actors, including those that never sent: fairness is over all of them
	LeaseRate float64       // how many times faster the service's clock runs; 0 is 1
	Shards    int           // how many shards to tell apart; 0: the events are those of one process, whichever shard it is
}

// Accumulator adds up events. Only one goroutine may call Add; another may call
// Live meanwhile.
type Accumulator struct {
	mu  sync.Mutex
	o   Options
	ops []*operation // by Event.Name

	sent, late, errors int64
	newest             int64 // latest time seen
	own                *hdr.Histogram

	series  series
	updates updates
	ordered ordered
	leases  *leases // nil until the first lease event
	queues  *queues // nil until the first message event
}

// New makes an Accumulator for one run.
func New(o Options) *Accumulator {
	if o.LeaseRate <= 0 {
		o.LeaseRate = 1
	}
	return &Accumulator{
		o: o, own: hdr.New(),
		series:  series{from: o.From},
		updates: newUpdates(o.From),
	}
}

// Add counts a batch of events. Events of one client must come in their order.
// Those of different clients may be out of order by up to two seconds; beyond
// that, the lease and queue figures lose some of them.
func (a *Accumulator) Add(batch []history.Event) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := range batch {
		a.add(&batch[i])
	}
	if a.ordered.pending() {
		a.ordered.release(a.newest-horizon, a.inOrder)
	}
}

func (a *Accumulator) add(e *history.Event) {
	end := e.Return
	if end == history.Open {
		end = e.Invoke
	}
	a.newest = max(a.newest, end)
	if e.Op >= history.Acquire && e.Op < history.Restart {
		a.ordered.hold(e)
	}
	if e.Flags&(history.Follow|history.Outside) != 0 {
		return
	}
	slot := a.updates.slot(slotOf(e.Client, a.o.Shards))
	free := slot.free
	slot.free = e.Return
	counted := e.Invoke >= a.o.From
	if e.Flags&history.Attempt != 0 {
		a.updates.attempt(slot, e, counted)
	}
	if !counted {
		return
	}
	a.sent++
	if e.Outcome.Uncertain() || e.Outcome == history.Wrong {
		a.errors++
	}
	if a.o.Scheduled {
		if e.Invoke-e.Intended > int64(a.o.LateAfter) {
			a.late++
		}
		if free != history.Open {
			a.own.Record(e.Invoke - max(e.Intended, free))
		}
	}
	a.operation(e).cell(e.Outcome).add(e, a.o.Scheduled)
	a.series.add(e, end)
}

// operation returns the record of e's documented operation.
func (a *Accumulator) operation(e *history.Event) *operation {
	for int(e.Name) >= len(a.ops) {
		a.ops = append(a.ops, nil)
	}
	op := a.ops[e.Name]
	if op == nil {
		op = &operation{name: e.Name, first: e.Invoke}
		a.ops[e.Name] = op
	}
	op.first = min(op.first, e.Invoke)
	return op
}

// inOrder takes the events on leases and messages, in the order of their effects.
func (a *Accumulator) inOrder(e *history.Event) {
	counted := e.Invoke >= a.o.From && e.Flags&history.Outside == 0
	if e.Op < history.Put {
		if a.leases == nil {
			a.leases = newLeases(a.o.From, a.o.LeaseRate, a.o.Shards)
		}
		a.leases.add(e, counted)
		return
	}
	if a.queues == nil {
		a.queues = newQueues(a.o.LeaseRate)
	}
	a.queues.add(e, counted)
}

// Finish returns what was measured up to the time to, the end of the measured
// part. It fills in these parts of the Run: Seconds, Response, Operations,
// Contention, Series, Codes. In Pace it fills in what events contain: Sent, Late,
// LateAfter, Clients, Lag and Own, and Requested if there is no schedule. Nothing
// may be added afterwards.
func (a *Accumulator) Finish(to int64) load.Run {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.ordered.release(history.Open, a.inOrder)
	seconds := float64(max(to-a.o.From, 0)) / 1e9

	used := slices.DeleteFunc(slices.Clone(a.ops), func(op *operation) bool { return op == nil })
	slices.SortFunc(used, func(x, y *operation) int { return cmp.Or(cmp.Compare(x.first, y.first), cmp.Compare(x.name, y.name)) })
	run := load.Run{Seconds: seconds}
	response, lag := hdr.New(), hdr.New()
	for _, op := range used {
		run.Operations = append(run.Operations, op.report(a.o.Book.NameText(op.name)))
		for _, c := range op.cells {
			if c != nil {
				response.Add(c.response)
				lag.Add(c.lag)
			}
		}
	}
	run.Response = response.Distribution()
	run.Codes = codes(used, a.o.Book)
	run.Series = a.series.report(to)
	run.Contention = a.updates.report(to, a.o.Clients)
	if seconds > 0 {
		run.Contention.Goodput = float64(run.Contention.Commits) / seconds
		run.Contention.Rate = float64(a.sent) / seconds
	}
	if a.leases != nil {
		run.Contention.Lease = a.leases.report(to, a.o.Clients)
	}
	if a.queues != nil {
		run.Contention.Queue = a.queues.report()
	}
	run.Pace = load.Pace{
		Sent: a.sent, Late: a.late, LateAfter: a.o.LateAfter, Clients: a.o.Clients,
		Lag: lag.Distribution(), Own: a.own.Distribution(),
	}
	if !a.o.Scheduled {
		run.Pace.Requested = a.sent
	}
	return run
}

// Live is the current state of a run. Figures per second are those of the
// newest whole second.
type Live struct {
	Seconds      float64       // of the measured part so far; negative in the warm-up
	Rate         float64       // exchanges sent a second
	Goodput      float64       // commits a second
	ConflictRate float64       // share of the attempts that lost, 0 to 1
	P99          time.Duration // of response time
	Sent         int64         // since the start of the measured part
	Late         int64         // since the start of the measured part
	Errors       int64         // since the start of the measured part: throttled, unknown or wrong
}

// Live returns the current state of the run. It costs some microseconds.
func (a *Accumulator) Live() Live {
	a.mu.Lock()
	defer a.mu.Unlock()
	out := Live{Seconds: float64(a.newest-a.o.From) / 1e9, Sent: a.sent, Late: a.late, Errors: a.errors}
	n := len(a.series.seconds)
	if n == 0 {
		return out
	}
	in, length := &a.series.seconds[n-1], 1.0
	if n > 1 {
		in = &a.series.seconds[n-2]
	} else {
		length = min(max(out.Seconds, 0.001), 1)
	}
	out.Rate, out.Goodput = float64(in.sent)/length, float64(in.commits)/length
	if in.attempts > 0 {
		out.ConflictRate = float64(in.conflicts) / float64(in.attempts)
	}
	if in.responses != nil {
		out.P99 = in.responses.Quantile(.99)
	}
	return out
}
