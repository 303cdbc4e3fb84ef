package lease

import (
	"container/heap"
	"math/rand/v2"
	"time"

	"ifmatch/loadgen/history"
)

// crowd is a run like one of lease-mutex, on a service whose clock runs fast. The clients
// contend for the lease of one blob, work, renew it, change its id, give it back, desert it
// and break it. They lose some answers.
type crowd struct {
	r        *rand.Rand
	s        service
	clients  []contender
	queue    agenda
	next     history.Token
	unknown  float64
	rate     float64
	deserted int64 // when a holder went away; 0: none did
	out      []history.Event
}

// contender is one client.
type contender struct {
	id    history.Token // id held, or given up
	holds bool
	work  int // pieces of work left
	seq   uint32
}

// happening is an event of the simulation: an operation takes effect, or returns.
type happening struct {
	at     int64
	client int
	e      history.Event
	effect bool
	lost   bool // the answer is lost
	none   bool // the operation has no effect
}

type agenda []happening

func (m agenda) Len() int           { return len(m) }
func (m agenda) Less(i, j int) bool { return m[i].at < m[j].at }
func (m agenda) Swap(i, j int)      { m[i], m[j] = m[j], m[i] }
func (m *agenda) Push(x any)        { *m = append(*m, x.(happening)) }
func (m *agenda) Pop() any {
	old := *m
	x := old[len(old)-1]
	*m = old[:len(old)-1]
	return x
}

const term = 15 * time.Second

func newCrowd(r *rand.Rand, clients int, unknown, rate float64) *crowd {
	c := &crowd{
		r: r, s: service{state: "available", end: forever}, clients: make([]contender, clients), next: 1,
		unknown: unknown, rate: rate,
	}
	for k := range c.clients {
		c.issue(k, int64(r.IntN(1e6)))
	}
	return c
}

// events runs until n operations have ended, and then until those in flight have ended.
func (c *crowd) events(n int) []history.Event {
	for len(c.queue) > 0 {
		m := heap.Pop(&c.queue).(happening)
		if m.effect {
			c.effect(m)
			continue
		}
		c.out = append(c.out, m.e)
		if len(c.out) < n {
			c.answer(m)
		}
	}
	return c.out
}

// fast converts a span of the service's clock to the clients' clock.
func (c *crowd) fast(d time.Duration) int64 { return int64(float64(d) / c.rate) }

// issue sends the next operation of a client.
func (c *crowd) issue(k int, at int64) {
	a := &c.clients[k]
	a.seq++
	e := history.Event{Client: uint32(k + 1), Seq: a.seq, Invoke: at, Lease: a.id}
	switch p := c.r.Float64(); {
	case !a.holds && a.id != history.None && p < 0.1: // with the id that it had
		e.Op = history.Write
	case !a.holds && p < 0.06:
		e.Op, e.Lease = history.Write, history.None
	case !a.holds && (c.deserted > 0 && at-c.deserted > c.fast(time.Duration(8+c.r.IntN(16))*time.Second) || c.r.IntN(500) == 0):
		e.Op, e.Lease, e.Arg = history.Break, history.None, []int64{history.Infinite, 0, int64(time.Second)}[c.r.IntN(3)]
		c.deserted = 0 // only one of several impatient clients breaks it
	case !a.holds:
		e.Op, e.Lease, e.Arg = history.Acquire, c.next, int64(term)
		c.next++
	case a.work > 0 && p < 0.2:
		e.Op, e.Arg = history.Renew, int64(term)
	case a.work > 0 && p < 0.25:
		e.Op, e.Next = history.Change, c.next
		c.next++
	case a.work > 0 && p < 0.5:
		e.Op = history.Read
	case a.work > 0:
		e.Op = history.Swap
		a.work--
	default:
		e.Op = history.Release
	}
	took := int64(50e3 + c.r.ExpFloat64()*100e3)
	m := happening{at: at + 1 + c.r.Int64N(took), client: k, e: e, effect: true}
	m.e.Return = at + took
	if c.r.Float64() < c.unknown {
		m.lost, m.none = true, c.r.IntN(2) == 0
		if c.r.IntN(4) == 0 {
			m.at += c.r.Int64N(20e6) // long after the client gave up
		}
		m.e.Return = max(m.at, at+5e6)
	}
	heap.Push(&c.queue, m)
}

// effect lets an operation take effect.
func (c *crowd) effect(m happening) {
	for c.s.timed() && c.s.end <= m.at {
		c.s = c.s.lapse()
	}
	var after []service
	if !m.none {
		e := m.e
		if e.Arg > 0 {
			e.Arg = c.fast(time.Duration(e.Arg))
		}
		s := c.s
		if after = s.do(e, m.at); len(after) > 0 {
			c.s = after[0]
		}
	}
	m.e.Outcome = history.Won
	if len(after) == 0 {
		m.e.Outcome = history.Refused
	}
	m.effect, m.at = false, m.e.Return
	heap.Push(&c.queue, m)
	if m.lost {
		e := &c.queue[0]
		for k := range c.queue {
			if c.queue[k].e.Client == m.e.Client && c.queue[k].e.Seq == m.e.Seq {
				e = &c.queue[k]
			}
		}
		e.e.Outcome, e.e.Return = history.Unknown, history.Open
	}
}

// answer lets a client go on after an answer.
func (c *crowd) answer(m happening) {
	a := &c.clients[m.client]
	pause := int64(20e3 + c.r.ExpFloat64()*100e3)
	switch {
	case m.e.Outcome == history.Unknown:
		if m.e.Op == history.Acquire && c.r.IntN(2) == 0 {
			a.id, a.holds, a.work = m.e.Lease, true, 2 // it may hold the lease, so it tries
		} else if m.e.Op == history.Change {
			a.holds = false
		}
	case m.e.Op == history.Acquire && m.e.Outcome == history.Won:
		a.id, a.holds, a.work = m.e.Lease, true, 1+c.r.IntN(4)
	case m.e.Op == history.Acquire:
		pause = int64(200e3 + c.r.ExpFloat64()*2e6)
	case m.e.Op == history.Change && m.e.Outcome == history.Won:
		a.id = m.e.Next
	case m.e.Op == history.Release, a.holds && m.e.Outcome == history.Refused:
		a.holds = false
	}
	if a.holds && c.r.IntN(60) == 0 { // away without giving it back
		a.holds, c.deserted = false, m.at
		pause = c.fast(term) / 2
	}
	c.issue(m.client, m.at+pause)
}
