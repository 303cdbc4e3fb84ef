package workload

// idempotent-consumer is the article's advice for messages that are delivered more than
// once. A consumer makes the effect of a message recognisable by the message's ID, by
// inserting an entity with that ID as its key. Then it deletes the message. A consumer
// that gets the message again finds the entity and only deletes the message. Consumers
// crash before and after the effect.
//
// Invariant: one effect, many deliveries. Of all inserts of a message's entity one
// succeeds, and the entity stays. A message is always delivered under the same ID;
// otherwise its effect would be made again. No message is lost: when the queue is empty,
// every message has its effect.

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
)

// Chances, for each message, that its consumer crashes at a point.
const (
	crashBefore = 0.02 // before the effect
	crashAfter  = 0.04
)

var idempotentConsumer = Workload{
	Name:       "idempotent-consumer",
	Sentence:   "get messages, insert an entity by the message's ID, and delete the message; consumers crash in between",
	Invariant:  "the effect of a message is made once and stays, however often the message is delivered, and no effect is missing in the end",
	Attempt:    "an Insert Entity with the message's ID as its key",
	Commit:     "an Insert Entity that made the effect",
	Services:   []target.Service{target.Queue, target.Table},
	Defaults:   Options{Keys: 1, Reads: 0.1, Size: 128, Batch: 4, Visibility: 2 * time.Second},
	Heeds:      heeds("think", "batch", "visibility"),
	Operations: []string{"Put Message", "Get Messages", "Delete Message", "Insert Entity", "Get Entity"},
	Needs:      []string{"messages removed", "redeliveries", "drained queues", "effects of messages", "effects found done", "creates", "creates refused"},
	New: func(env Env) (Instance, error) {
		in, err := queueConsume.New(env)
		if err != nil {
			return nil, err
		}
		table, err := newTableSet(env, 0, 0)
		if err != nil {
			return nil, err
		}
		return &effectRun{queues: in.(*queueRun), table: table, apply: env.Book.Name("Insert Entity"), effects: map[string]*effectOf{}}, nil
	},
}

// effectRun is one run: the queues and the table of effects.
type effectRun struct {
	queues *queueRun
	table  *tableSet
	apply  uint16 // name of the operation in the history

	mu      sync.Mutex
	effects map[string]*effectOf // by partition and message ID
	order   []*effectOf
}

// effectOf is the entity of one message.
type effectOf struct {
	entity
	token history.Token // of the message ID
}

// effect returns the entity for a message, whether it exists or not.
func (r *effectRun) effect(q *queue, id string) *effectOf {
	r.mu.Lock()
	defer r.mu.Unlock()
	partition := q.path[1:]
	name := partition + "/" + id
	e := r.effects[name]
	if e == nil {
		e = &effectOf{entity: entity{partition: partition, row: id}, token: r.table.env.Book.Token(id)}
		e.path = "/" + r.table.name + "(PartitionKey='" + partition + "',RowKey='" + id + "')"
		e.key = r.table.env.Book.Key("table " + e.path)
		r.effects[name] = e
		r.order = append(r.order, e)
	}
	return e
}

// recent returns one of the effects begun last, nil if there is none.
func (r *effectRun) recent(rng *rand.Rand) *effectOf {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.order) == 0 {
		return nil
	}
	return r.order[len(r.order)-1-rng.IntN(min(len(r.order), 64))]
}

// Prepare creates the queues and the table.
func (r *effectRun) Prepare(ctx context.Context, c Conn) error {
	if err := r.queues.Prepare(ctx, c); err != nil {
		return err
	}
	return r.table.Prepare(ctx, c)
}

func (r *effectRun) Actor(_ int, rng *rand.Rand) Actor {
	return &applier{hands: r.queues.hands(rng), effects: r, entity: r.table.exchange(nil)}
}

// Clean deletes the queues and the table.
func (r *effectRun) Clean(ctx context.Context, c Conn) error {
	if err := r.queues.Clean(ctx, c); err != nil {
		return err
	}
	return r.table.Clean(ctx, c)
}

// Drain processes the messages left in the queues, and reads all effects.
func (r *effectRun) Drain(ctx context.Context, c Conn) error {
	a := &applier{hands: hands{messageExchange: r.queues.exchange()}, effects: r, entity: r.table.exchange(nil), does: getting}
	if err := r.queues.drain(ctx, c, &a.messageExchange, a.judge, func(judge judgement) (err error) {
		for _, a.does = range []applierDoes{applying, removing} {
			if _, err = retryAll(ctx, c, a.request(), a.fill, judge, true); err != nil {
				break
			}
		}
		a.does = getting
		return err
	}); err != nil {
		return err
	}
	return r.readEffects(ctx, c)
}

// applierDoes is the kind of an exchange of the workload.
type applierDoes uint8

const (
	putting applierDoes = iota
	getting
	applying
	removing
	looking // reads an effect
)

// applier is a producer and consumer of idempotent-consumer.
type applier struct {
	hands
	effects *effectRun
	entity  entityExchange
	about   *effectOf
	does    applierDoes
	holds   bool // it is working on message
	applied bool // the effect of message exists
}

// request returns the request for what the actor does next.
func (a *applier) request() Step {
	switch a.does {
	case putting:
		a.op = history.Put
	case getting:
		a.op = history.Get
	case removing:
		a.op = history.Remove
	case applying:
		a.about = a.effects.effect(a.queue, a.message.id)
		a.entity.choose(&a.about.entity)
		return a.entity.insertStep()
	case looking:
		a.entity.choose(&a.about.entity)
		return a.entity.step("GET", "")
	}
	return a.step()
}

// Next continues with the message at hand. Without one it reads an effect, puts or gets.
func (a *applier) Next() Step {
	o := &a.run.env.Options
	for !a.holds && a.next() {
		a.holds, a.applied = !a.crashes(crashBefore), false
	}
	if a.holds {
		if a.does = applying; a.applied {
			a.does = removing
		}
		return a.request()
	}
	if !a.produce {
		a.queue = a.run.queues[a.keys.next()]
	}
	switch p := a.rng.Float64(); {
	case p > 1-o.Reads && !a.produce:
		if a.about = a.effects.recent(a.rng); a.about != nil {
			a.does = looking
			break
		}
		fallthrough
	case a.wants(p):
		a.does, a.window = putting, 0
	default:
		a.does, a.number, a.window = getting, o.Batch, o.Visibility
	}
	a.produce = false
	return a.request()
}

// Fill completes the request.
func (a *applier) Fill(r *Request, id Identity) { a.fill(r, id) }

func (a *applier) fill(r *Request, id Identity) {
	switch a.does {
	case applying:
		a.entity.fillInsert(r, id)
	case looking:
		a.entity.flags = 0
		a.entity.fillGet(r, id)
	default:
		a.messageExchange.fill(r, id)
	}
}

// judge interprets the answer. The events of an insert say what it proves about the entity
// and about the message.
func (a *applier) judge(x *Exchange, events []history.Event) []history.Event {
	switch a.does {
	case applying:
		e := a.entity.judgeInsert(x)
		effect := e
		effect.Key, effect.Op, effect.Name = a.queue.key, history.Apply, a.effects.apply
		effect.Value, effect.Next, effect.Arg, effect.Tag = a.message.value, a.about.token, int64(a.about.key), history.None
		effect.Flags = effect.Flags&^history.Attempt | history.Follow
		return append(events, e, effect)
	case looking:
		return append(events, a.entity.judgeGet(x))
	}
	first := len(events)
	events = a.messageExchange.judge(x, events)
	for i := range events[first:] {
		events[first+i].Flags &^= history.Attempt
	}
	return events
}

// Done continues with the message: first its effect, then its deletion.
func (a *applier) Done(x *Exchange, events []history.Event) ([]history.Event, After) {
	first := len(events)
	events = a.judge(x, events)
	e := events[first]
	switch a.does {
	case putting, getting:
		return events, a.hands.done(e, events[first:])
	case applying:
		switch {
		case e.Outcome.Uncertain(): // try again: a read will show who inserted it
		case e.Outcome == history.Won, e.Outcome == history.Lost:
			a.applied = true
			a.holds = !a.crashes(crashAfter)
		default:
			a.holds = false
		}
	case removing:
		a.holds = e.Outcome.Uncertain()
	}
	return events, After{Retry: e.Outcome.Uncertain() || e.Outcome == history.Wrong}
}
