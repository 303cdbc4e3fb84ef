package queue

import (
	"math/rand/v2"
	"time"

	"ifmatch/loadgen/check/simulate"
	"ifmatch/loadgen/history"
)

// crowd is a run like one of queue-consume, on a service whose clock runs fast. Producers
// put messages. Consumers take them in batches, update, remove, forget and lose them, use
// old receipts, and peek. At the end somebody empties the queue.
type crowd struct {
	r        *rand.Rand
	rate     float64
	unknown  float64
	messages map[uint64]*box
	line     []uint64 // messages that may be visible
	hidden   simulate.Agenda[wakeup]
	clients  []consumer
	queue    simulate.Agenda[simulate.Happening]
	receipts history.Token
	out      []history.Event
}

// box is one message in the service.
type box struct {
	service
	waits bool // the message stands in line
}

// wakeup is when a message appears again.
type wakeup struct {
	until int64
	value uint64
}

func (w wakeup) When() int64 { return w.until }

type consumer struct {
	seq  uint32
	held []hold
	old  []hold
}

// hold is a message that a consumer has, or had.
type hold struct {
	value   uint64
	receipt history.Token
}

const window = 30 * time.Second

func newCrowd(r *rand.Rand, clients int, unknown, rate float64) *crowd {
	c := &crowd{r: r, rate: rate, unknown: unknown, messages: map[uint64]*box{}, clients: make([]consumer, clients)}
	for k := range c.clients {
		c.issue(k, int64(r.IntN(1e6)))
	}
	return c
}

func (c *crowd) fast(d int64) int64 { return int64(float64(d) / c.rate) }

// events runs until n events have been recorded, and then empties the queue.
func (c *crowd) events(n int) []history.Event {
	last := int64(0)
	for len(c.queue) > 0 {
		m := c.queue.Next()
		last = max(last, m.At)
		if m.Effect {
			c.effect(m)
			continue
		}
		c.record(m)
		if len(c.out) < n {
			c.issue(m.Client, m.At+int64(20e3+c.r.ExpFloat64()*100e3))
		}
	}
	c.drain(last + 1e6)
	return c.out
}

func (c *crowd) record(m simulate.Happening) {
	a := &c.clients[m.Client]
	if len(m.Batch) == 0 {
		c.out = append(c.out, m.Event)
		return
	}
	for _, e := range m.Batch {
		c.out = append(c.out, e)
		if e.Op == history.Get && e.Value != 0 {
			a.held = append(a.held, hold{e.Value, e.Tag})
		}
	}
}

// issue sends the next operation of a client.
func (c *crowd) issue(k int, at int64) {
	a := &c.clients[k]
	a.seq++
	e := history.Event{Client: uint32(k + 1), Seq: a.seq, Invoke: at}
	p := c.r.Float64()
	switch {
	case len(a.old) > 0 && p < 0.03:
		h := a.old[c.r.IntN(len(a.old))]
		e.Op, e.Value, e.If = history.Remove, h.value, h.receipt
	case p < 0.06:
		e.Op = history.Peek
	case len(a.held) > 0:
		h := a.held[0]
		a.held = a.held[1:]
		if a.old = append(a.old, h); len(a.old) > 8 {
			a.old = a.old[1:]
		}
		e.Value, e.If = h.value, h.receipt
		switch {
		case p < 0.15:
			e.Op, e.Arg = history.Update, int64(c.r.IntN(3))*int64(10*time.Second)
		case p < 0.18: // forgotten: somebody else will receive it
			e.Op, e.Value, e.If = history.Peek, 0, 0
		default:
			e.Op = history.Remove
		}
	case len(c.line) < 500 && (k%3 == 0 || p < 0.2):
		e.Op, e.Value = history.Put, history.ValueOf(e.Client, e.Seq)
		if c.r.IntN(10) == 0 {
			e.Arg = int64(5 * time.Second)
		}
	default:
		e.Op, e.Arg = history.Get, int64(window)
	}
	c.queue.Add(simulate.Sent(c.r, k, e, c.unknown))
}

// effect lets an operation take effect.
func (c *crowd) effect(m simulate.Happening) {
	t := m.At
	m.Effect, m.At = false, m.Event.Return
	if !m.None {
		switch m.Event.Op {
		case history.Get, history.Peek:
			m.Batch = c.look(m.Event, t, 1+c.r.IntN(3))
		default:
			c.change(&m.Event, t)
		}
	}
	switch {
	case m.Lost:
		m.Batch = nil
		m.Event.Outcome, m.Event.Return, m.Event.Tag, m.Event.Got = history.Unknown, history.Open, 0, 0
	case m.Event.Outcome == 0:
		m.Event.Outcome = history.Won // nothing was visible
	}
	c.queue.Add(m)
}

// change applies an operation on one message.
func (c *crowd) change(e *history.Event, t int64) {
	b := c.messages[e.Value]
	if b == nil && e.Op == history.Put {
		b = &box{}
		c.messages[e.Value] = b
	}
	e.Outcome = history.Lost
	if b != nil && c.apply(b, e, t) {
		e.Outcome = history.Won
	}
}

// apply lets an operation on a message take effect at t, and reports whether it can.
func (c *crowd) apply(b *box, e *history.Event, t int64) bool {
	if b.hiddenUntil > 0 && b.hiddenUntil-1 <= t {
		b.hiddenUntil = 0
	}
	try := *e
	try.Arg = c.fast(e.Arg)
	switch e.Op {
	case history.Get:
		try.Got = b.count + 1
	case history.Peek:
		try.Got = b.count
	}
	if e.Op != history.Remove && e.Op != history.Peek {
		c.receipts++
		try.Tag = c.receipts
	}
	after := b.do(try, t)
	if len(after) == 0 {
		return false
	}
	b.service = after[0]
	e.Tag, e.Got = try.Tag, try.Got
	switch {
	case b.hiddenUntil > 0:
		c.hidden.Add(wakeup{b.hiddenUntil - 1, e.Value})
	case b.removed:
		delete(c.messages, e.Value)
	case !b.waits:
		b.waits = true
		c.line = append(c.line, e.Value)
	}
	return true
}

// look takes or shows up to n messages from the front of the line.
func (c *crowd) look(e history.Event, t int64, n int) []history.Event {
	for len(c.hidden) > 0 && c.hidden[0].until <= t {
		value := c.hidden.Next().value
		if b := c.messages[value]; b != nil && !b.waits {
			b.waits = true
			c.line = append(c.line, value)
		}
	}
	var out []history.Event
	var shown []uint64
	for len(c.line) > 0 && len(out) < n {
		value := c.line[0]
		c.line = c.line[1:]
		b := c.messages[value]
		if b == nil {
			continue
		}
		b.waits = e.Op == history.Peek
		f := e
		f.Value, f.Outcome, f.Group = value, history.Won, uint64(e.Client)<<32|uint64(e.Seq)
		if c.apply(b, &f, t) {
			out = append(out, f)
			if e.Op == history.Peek {
				shown = append(shown, value)
			}
		} else {
			b.waits = false // hidden: it comes back when its window ends
		}
	}
	c.line = append(shown, c.line...)
	return out
}

// drain empties the queue after everything else has ended.
func (c *crowd) drain(at int64) {
	for seq := uint32(1); ; seq++ {
		e := history.Event{Client: 1 << 20, Seq: seq, Op: history.Get, Arg: int64(window), Invoke: at, Return: at + 1e5, Flags: history.Outside, Outcome: history.Won}
		got := c.look(e, at+5e4, 32)
		at += 2e5
		if len(got) == 0 {
			c.out = append(c.out, e)
			if len(c.messages) == 0 {
				return
			}
			at += c.fast(int64(window) / 4)
			continue
		}
		c.out = append(c.out, got...)
		for _, g := range got {
			seq++
			r := history.Event{Client: 1 << 20, Seq: seq, Op: history.Remove, Value: g.Value, If: g.Tag, Invoke: at, Return: at + 1e5, Flags: history.Outside}
			c.change(&r, at+5e4)
			c.out = append(c.out, r)
			at += 2e5
		}
	}
}
