package lease

import (
	"math/rand/v2"
	"time"

	"ifmatch/loadgen/check/simulate"
	"ifmatch/loadgen/history"
)

// crowd is a run like one of lease-mutex, on a service whose clock runs fast. The clients
// contend for the lease of one blob, work, renew it, change its id, give it back, desert it
// and break it. They lose some answers.
type crowd struct {
	r        *rand.Rand
	s        service
	clients  []contender
	queue    simulate.Agenda[simulate.Happening]
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
		m := c.queue.Next()
		if m.Effect {
			c.effect(m)
			continue
		}
		c.out = append(c.out, m.Event)
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
	c.queue.Add(simulate.Sent(c.r, k, e, c.unknown))
}

// effect lets an operation take effect.
func (c *crowd) effect(m simulate.Happening) {
	for c.s.timed() && c.s.end <= m.At {
		c.s = c.s.lapse()
	}
	var after []service
	if !m.None {
		e := m.Event
		if e.Arg > 0 {
			e.Arg = c.fast(time.Duration(e.Arg))
		}
		s := c.s
		if after = s.do(e, m.At); len(after) > 0 {
			c.s = after[0]
		}
	}
	m.Event.Outcome = history.Won
	if len(after) == 0 {
		m.Event.Outcome = history.Refused
	}
	m.Effect, m.At = false, m.Event.Return
	c.queue.Add(m)
	if m.Lost {
		e := &c.queue[0]
		for k := range c.queue {
			if c.queue[k].Event.Client == m.Event.Client && c.queue[k].Event.Seq == m.Event.Seq {
				e = &c.queue[k]
			}
		}
		e.Event.Outcome, e.Event.Return = history.Unknown, history.Open
	}
}

// answer lets a client go on after an answer.
func (c *crowd) answer(m simulate.Happening) {
	a := &c.clients[m.Client]
	pause := int64(20e3 + c.r.ExpFloat64()*100e3)
	switch {
	case m.Event.Outcome == history.Unknown:
		if m.Event.Op == history.Acquire && c.r.IntN(2) == 0 {
			a.id, a.holds, a.work = m.Event.Lease, true, 2 // it may hold the lease, so it tries
		} else if m.Event.Op == history.Change {
			a.holds = false
		}
	case m.Event.Op == history.Acquire && m.Event.Outcome == history.Won:
		a.id, a.holds, a.work = m.Event.Lease, true, 1+c.r.IntN(4)
	case m.Event.Op == history.Acquire:
		pause = int64(200e3 + c.r.ExpFloat64()*2e6)
	case m.Event.Op == history.Change && m.Event.Outcome == history.Won:
		a.id = m.Event.Next
	case m.Event.Op == history.Release, a.holds && m.Event.Outcome == history.Refused:
		a.holds = false
	}
	if a.holds && c.r.IntN(60) == 0 { // away without giving it back
		a.holds, c.deserted = false, m.At
		pause = c.fast(term) / 2
	}
	c.issue(m.Client, m.At+pause)
}
