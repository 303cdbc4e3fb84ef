package stats

import (
	"slices"

	"ifmatch/loadgen/history"
	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
)

// outstanding bounds how many messages are followed at once. Messages put beyond
// it are counted when they are delivered, but neither timed nor checked for
// order.
const outstanding = 1 << 20

// queues follows messages from their Put to their Delete. The lateness of a
// message is the time from the end of its visibility timeout to the answer to
// the next Get that delivers it. The timeout counts from the answer to the Get
// or Update that hid the message. So lateness includes the time before a client
// asked. Timeouts made unclear by a lost answer are left out.
type queues struct {
	rate     float64
	messages map[uint64]message
	overtake map[uint32]*overtaken // by queue
	out      load.Queue
	late     *hdr.Histogram
}

type message struct {
	earliest, latest int64 // bounds of the time when it first became visible
	window           int64 // end of its visibility timeout
	count            int64 // dequeue count of its last delivery; 0: none yet
	unclear          bool
}

func newQueues(rate float64) *queues {
	return &queues{rate: rate, messages: map[uint64]message{}, overtake: map[uint32]*overtaken{}, late: hdr.New()}
}

func (q *queues) add(e *history.Event, counted bool) {
	if e.Outcome.Uncertain() {
		q.uncertain(e)
		return
	}
	switch e.Op {
	case history.Put:
		wait := q.scaled(e.Arg)
		q.keep(e.Value, message{earliest: e.Invoke + wait, latest: e.Return + wait})
	case history.Get:
		if e.Value == 0 {
			count(&q.out.Empty, counted)
			return
		}
		q.get(e, counted)
	case history.Update:
		if m, ok := q.messages[e.Value]; ok {
			m.window = e.Return + q.scaled(e.Arg)
			q.messages[e.Value] = m
		}
	case history.Remove:
		count(&q.out.Deleted, counted)
		delete(q.messages, e.Value)
	}
}

func (q *queues) get(e *history.Event, counted bool) {
	m, known := q.messages[e.Value]
	if e.Got > 1 || m.count > 0 {
		count(&q.out.Redelivered, counted)
		// If the count skipped a number, nobody received a delivery.
		if known && m.count > 0 && e.Got == m.count+1 && !m.unclear && counted {
			q.late.Record(e.Return - m.window)
		}
	} else {
		count(&q.out.Delivered, counted)
		if known {
			o := q.overtake[e.Key]
			if o == nil {
				o = &overtaken{}
				q.overtake[e.Key] = o
			}
			count(&q.out.OutOfOrder, o.deliver(e, m) && counted)
		}
	}
	m.window, m.count, m.unclear = e.Return+q.scaled(e.Arg), max(e.Got, 1), false
	q.keep(e.Value, m)
}

// uncertain notes that a visibility timeout, or a message itself, may have
// ended.
func (q *queues) uncertain(e *history.Event) {
	switch e.Op {
	case history.Put:
		q.keep(e.Value, message{earliest: e.Invoke + q.scaled(e.Arg), latest: never})
	case history.Update, history.Remove:
		if m, ok := q.messages[e.Value]; ok {
			m.unclear = true
			q.messages[e.Value] = m
		}
	}
}

func (q *queues) keep(value uint64, m message) {
	if _, ok := q.messages[value]; ok || len(q.messages) < outstanding {
		q.messages[value] = m
	}
}

func (q *queues) scaled(d int64) int64 { return int64(float64(d) / q.rate) }

func (q *queues) report() *load.Queue {
	out := q.out
	out.Late = q.late.Distribution()
	return &out
}

// overtaken finds first deliveries that came after that of a younger message.
// Two messages are ordered only if one was certainly visible before the other
// was sent. Two deliveries are ordered only if one was answered before the other
// was requested.
type overtaken struct {
	deliveries []delivery // by answered
}

type delivery struct {
	answered int64
	youngest int64 // latest send time of the messages delivered so far
}

// lookBack is how many deliveries are remembered: far more than can be under way
// at once.
const lookBack = 4096

func (o *overtaken) deliver(e *history.Event, m message) bool {
	n, _ := slices.BinarySearchFunc(o.deliveries, e.Invoke, func(d delivery, t int64) int {
		if d.answered < t {
			return -1
		}
		return 1
	})
	older := n > 0 && o.deliveries[n-1].youngest > m.latest
	youngest := m.earliest
	if last := len(o.deliveries) - 1; last >= 0 {
		youngest = max(youngest, o.deliveries[last].youngest)
	}
	if len(o.deliveries) == 2*lookBack {
		o.deliveries = append(o.deliveries[:0], o.deliveries[lookBack:]...)
	}
	o.deliveries = append(o.deliveries, delivery{e.Return, youngest})
	return older
}
