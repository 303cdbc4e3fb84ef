package workload

// queue-consume is at-least-once delivery: actors put messages, and get, process and delete those of others. Consumers
// extend the visibility timeouts of their messages or give them back. They crash and leave messages hidden, return
// after the timeout with a pop receipt that may be old, and use pop receipts that an update has replaced.
//
// Invariant: nothing is lost, and no two consumers share a visibility window. A message that was put and not deleted is
// delivered again after its window. No message is delivered within the window of another consumer, or after it was
// deleted. A replaced pop receipt deletes nothing, and contents come back as they were put. Every delivery increases
// the dequeue count by one.
//
// Every actor is both producer and consumer. Together they keep as many fresh messages in the queue as all of them get
// at once. Few others are hidden at a time. Goodput counts a deleted message as a commit, and a Delete Message as the
// attempt.

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/payload"
)

// Chances of what a consumer does with a message in its hands.
const (
	extends     = 0.10 // extends its visibility timeout
	givesBack   = 0.02 // gives it back, by an update to a visibility timeout of zero
	crashChance = 0.03
	usesOld     = 0.25 // uses the pop receipt from before an update, if there is one
	returns     = 0.5  // returns to a message after its visibility timeout

	extendsLate = 0.5 // extends the visibility timeout when it returns, instead of deleting the message
)

// delayed is the share of messages that are put hidden.
const delayed = 0.02

// maxDepth bounds the depth of a queue that many actors keep to.
const maxDepth = 4096

// maxWindow bounds the visibility timeout, because the queue can be emptied only when the last window is over.
const maxWindow = time.Minute

var queueConsume = Workload{
	Name:      "queue-consume",
	Sentence:  "put messages, and get, extend and delete them; consumers crash, and come back with old receipts",
	Invariant: "no message is lost, and only one consumer has it during a visibility timeout",
	Attempt:   "a Delete Message under the newest receipt that the consumer has",
	Commit:    "a Delete Message that removed the message",
	Services:  []target.Service{target.Queue},
	// A window may end a second early, so 3 s detects a window shorter than 2 s.
	Defaults:   Options{Keys: 1, Reads: 0.05, Size: 256, Batch: 4, Visibility: 3 * time.Second},
	Heeds:      heeds("think", "batch", "visibility"),
	Operations: []string{"Put Message", "Get Messages", "Peek Messages", "Update Message", "Delete Message"},
	Needs:      []string{"messages put", "messages given out", "redeliveries", "refused receipts", "messages removed", "drained queues"},
	New: func(env Env) (Instance, error) {
		o := env.Options
		if err := o.check(maxMessage); err != nil {
			return nil, err
		}
		switch {
		case o.Size < payload.MinText:
			return nil, fmt.Errorf("size: a message has at least %d bytes, not %d", payload.MinText, o.Size)
		case o.Batch < 1 || o.Batch > maxGet:
			return nil, fmt.Errorf("batch: Get Messages takes 1 to %d messages, not %d", maxGet, o.Batch)
		case o.Visibility < time.Second || o.Visibility > maxWindow || o.Visibility%time.Second != 0:
			return nil, fmt.Errorf("visibility: %s is not a whole number of seconds from 1s to %s", o.Visibility, maxWindow)
		}
		r := &queueRun{env: env, names: messageActions.names(env.Book, ""), depth: int64(min(max(32, env.Clients*o.Batch/o.Keys), maxDepth))}
		for i := range o.Keys {
			path := "/" + env.Prefix + env.Run + "-q" + strconv.Itoa(i)
			r.queues = append(r.queues, &queue{path: path, key: env.Book.Key("queue " + path)})
		}
		return r, nil
	},
}

type queueRun struct {
	env    Env
	names  map[history.Op]uint16 // of the operations on messages in the history
	queues []*queue
	depth  int64 // fresh messages that the actors maintain in each queue
}

func (r *queueRun) exchange() messageExchange { return messageExchange{env: &r.env, names: r.names} }

// Prepare creates the queues.
func (r *queueRun) Prepare(ctx context.Context, c Conn) error {
	return each("create a queue", r.queues, func(q *queue) error {
		return plain(ctx, c, Step{Service: target.Queue, Method: "PUT", Path: q.path}, nil)
	})
}

func (r *queueRun) Actor(_ int, rng *rand.Rand) Actor {
	return &consumer{hands: r.hands(rng)}
}

// errNotEmpty is the error of a run whose final state is not known.
var errNotEmpty = errors.New("empty the queue: the service gave no certain answer about the remaining messages")

// rounds bounds how often emptying a queue starts over.
const rounds = 10

// Drain gets and deletes until every queue is empty.
func (r *queueRun) Drain(ctx context.Context, c Conn) error {
	exchange := r.exchange()
	return r.drain(ctx, c, &exchange, exchange.judge, func(judge judgement) error {
		exchange.op = history.Remove
		_, err := retryAll(ctx, c, exchange.step(), exchange.fill, judge, true)
		return err
	})
}

// judgement interprets the answer to an exchange.
type judgement = func(*Exchange, []history.Event) []history.Event

// drain waits until no message is hidden any more, then gets messages and finishes each until every queue is empty. An
// exchange without an answer may have hidden a message, or left one; then drain starts over.
func (r *queueRun) drain(ctx context.Context, c Conn, exchange *messageExchange, judge judgement, finish func(judgement) error) error {
	for range rounds {
		if err := c.Pause(ctx, r.env.Options.Visibility+time.Second); err != nil {
			return err
		}
		certain := true
		for _, q := range r.queues {
			exchange.queue, exchange.window, exchange.number = q, r.env.Options.Visibility, maxGet
			ok, err := r.empty(ctx, c, exchange, judge, finish)
			if err != nil {
				return fmt.Errorf("empty a queue: %w", err)
			}
			certain = certain && ok
		}
		if certain {
			return nil
		}
	}
	return errNotEmpty
}

// empty gets and finishes until the queue returns nothing. It returns false if an exchange had no certain answer.
func (r *queueRun) empty(ctx context.Context, c Conn, exchange *messageExchange, by judgement, finish func(judgement) error) (certain bool, err error) {
	certain = true
	judge := func(x *Exchange, events []history.Event) []history.Event {
		events = by(x, events)
		certain = certain && !events[0].Outcome.Uncertain()
		return events
	}
	for {
		exchange.op = history.Get
		events, err := retryAll(ctx, c, exchange.step(), exchange.fill, judge, true)
		if err != nil {
			return false, err
		}
		if events[0].Outcome != history.Won {
			return false, fmt.Errorf("the service answered %d %s to Get Messages", events[0].Status, r.env.Book.CodeText(events[0].Code))
		}
		if len(exchange.got) == 0 {
			return certain, nil
		}
		for _, exchange.message = range slices.Clone(exchange.got) {
			if err := finish(judge); err != nil {
				return false, err
			}
		}
	}
}

// Clean deletes the queues.
func (r *queueRun) Clean(ctx context.Context, c Conn) error {
	return each("delete a queue", r.queues, func(q *queue) error {
		return plain(ctx, c, Step{Service: target.Queue, Method: "DELETE", Path: q.path}, nil, history.Absent)
	})
}

// hands are what producers and consumers of messages have in common.
type hands struct {
	messageExchange
	run     *queueRun
	keys    chooser
	rng     *rand.Rand
	hand    []message // received and not finished
	produce bool      // the queue returned nothing: put a message
}

func (r *queueRun) hands(rng *rand.Rand) hands {
	return hands{messageExchange: r.exchange(), run: r, keys: newChooser(rng, r.env.Options), rng: rng}
}

// next turns to the next message in hand, and reports whether there is one.
func (a *hands) next() bool {
	last := len(a.hand) - 1
	if last >= 0 {
		a.message, a.hand = a.hand[last], a.hand[:last]
	}
	return last >= 0
}

// crashes forgets the message with a probability, unless too many are already hidden that way.
func (a *hands) crashes(chance float64) bool {
	if a.rng.Float64() >= chance {
		return false
	}
	if a.queue.lost.Add(1) > a.run.depth/4 {
		a.queue.lost.Add(-1)
		return false
	}
	return true
}

// wants reports whether to put a message: one Get takes as many as that number of Puts adds.
func (a *hands) wants(p float64) bool {
	batch := float64(a.run.env.Options.Batch)
	return a.produce || p < batch/(batch+1) && a.queue.fresh.Load() < a.run.depth
}

// done counts the messages of an answer, and continues.
func (a *hands) done(e history.Event, events []history.Event) After {
	after := After{Retry: e.Outcome.Uncertain() || e.Outcome == history.Wrong}
	switch {
	case e.Outcome != history.Won:
	case e.Op == history.Put:
		a.queue.fresh.Add(1)
	case e.Op == history.Get:
		a.take(events)
		after.Pause = exponential(a.rng, a.run.env.Options.Think)
	}
	return after
}

// consumer is a producer and consumer of queue-consume.
type consumer struct {
	hands
	// missed is a message kept past its visibility timeout, and since when the consumer has it.
	missed message
	of     *queue // queue of missed; nil: there is none
	since  int64
}

// Next chooses what to do with the messages in hand. Without any it chooses whether to put, get or peek.
func (a *consumer) Next() Step {
	a.former = false
	for a.next() {
		if !a.crashes(crashChance) {
			a.handle()
			return a.step()
		}
		if a.of == nil {
			a.missed, a.of, a.since = a.message, a.queue, a.run.env.Now()
		}
	}
	window := a.run.env.Options.Visibility
	if a.of != nil && a.run.env.Now()-a.since > int64(window) && a.rng.Float64() < returns {
		a.queue, a.message, a.of = a.of, a.missed, nil
		if a.op, a.window = history.Remove, window; a.rng.Float64() < extendsLate {
			a.op = history.Update
		}
		return a.step()
	}
	if !a.produce {
		a.queue = a.run.queues[a.keys.next()]
	}
	switch p := a.rng.Float64(); {
	case a.wants(p):
		a.op, a.window = history.Put, 0
		if a.rng.Float64() < delayed {
			a.window = window
		}
	case p > 1-a.run.env.Options.Reads:
		a.op, a.number = history.Peek, a.run.env.Options.Batch
	default:
		a.op, a.number, a.window = history.Get, a.run.env.Options.Batch, window
	}
	a.produce = false
	return a.step()
}

// handle chooses what to do with the message.
func (a *consumer) handle() {
	a.op = history.Remove
	switch p := a.rng.Float64(); {
	case a.message.former != "" && p < usesOld:
		a.former = true
	case a.message.former == "" && p < extends:
		a.op, a.window = history.Update, a.run.env.Options.Visibility
	case a.message.former == "" && p < extends+givesBack:
		a.op, a.window = history.Update, 0
	}
}

// Fill completes the request.
func (a *consumer) Fill(r *Request, id Identity) { a.fill(r, id) }

// Done keeps the received messages in hand, or drops a finished one.
func (a *consumer) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	first := len(events)
	events = a.judge(x, events)
	e := events[first]
	switch {
	case a.op == history.Update && e.Outcome == history.Won && a.window > 0:
		a.hand = append(a.hand, a.message)
	case a.op == history.Remove && a.former && e.Outcome == history.Lost:
		a.message.former = "" // the other pop receipt is still valid
		a.hand = append(a.hand, a.message)
	}
	return events, a.done(e, events[first:])
}

// take keeps the received messages in hand, and counts how many of them were fresh and how many had been lost. When the
// queue returns nothing, nothing in it is fresh; without this reset, messages of unknown outcome would add up.
func (a *hands) take(events []history.Event) {
	a.hand = append(a.hand, a.got...)
	if a.produce = len(a.got) == 0; a.produce {
		a.queue.fresh.Store(0)
		return
	}
	fresh := int64(0)
	for i := range events {
		switch {
		case events[i].Got <= 1:
			fresh++
		case a.queue.lost.Load() > 0:
			a.queue.lost.Add(-1)
		}
	}
	if left := a.queue.fresh.Add(-fresh); left < 0 {
		a.queue.fresh.CompareAndSwap(left, 0)
	}
}
