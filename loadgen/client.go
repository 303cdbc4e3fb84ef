package loadgen

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"ifmatch/internal/sharedkey"
	"ifmatch/internal/target"
	"ifmatch/loadgen/history"
	"ifmatch/loadgen/transport"
	"ifmatch/loadgen/workload"
)

// client is one actor and everything it sends with. Only one goroutine uses it at
// a time.
type client struct {
	run     *run
	slot    uint32
	id      uint32 // logical identity: the slot, and how often it was renewed
	seq     uint32
	lost    int   // attempts lost in a row
	ready   int64 // when its pause is over
	chosen  int64 // when it was chosen for its exchange
	label   []string
	actor   workload.Actor
	session transport.Session
	signer  *sharedkey.Signer // nil with a shared access signature
	log     *history.Log      // nil while preparing
	rng     *rand.Rand

	step   workload.Step
	req    workload.Request
	wire   transport.Request
	reply  transport.Reply
	done   workload.Exchange
	events []history.Event
	text   []byte
}

// newClient makes the client of a slot, without an actor.
func (r *run) newClient(slot uint32) *client {
	c := &client{
		run: r, slot: slot, id: history.InShard(r.config.Shard, slot), label: []string{strconv.FormatUint(uint64(slot), 10)},
		session: r.transport.Session(), rng: rand.New(rand.NewPCG(r.config.Seed, uint64(history.InShard(r.config.Shard, slot)))),
	}
	if r.recorder != nil {
		c.log = r.recorder.Log(int(slot))
	}
	if r.key != nil {
		c.signer = r.key.Signer()
	}
	return c
}

// exchange fills in, signs and sends the request of the step at the last moment,
// and reads the whole answer. The intervals that it stamps cover the exchange on
// the wire and nothing else.
func (c *client) exchange(ctx context.Context, step workload.Step, fill func(*workload.Request, workload.Identity)) *workload.Exchange {
	r := c.run
	c.seq++
	id := workload.Identity{Client: c.id, Seq: c.seq}
	c.req.Header, c.req.Body = c.req.Header[:0], c.req.Body[:0]
	if step.Call != nil {
		return c.call(ctx, step, id)
	}
	fill(&c.req, id)

	to := r.places[step.Service]
	c.text = strconv.AppendUint(append(append(c.text[:0], r.config.Run...), '-'), uint64(id.Client), 10)
	c.text = strconv.AppendUint(append(c.text, '-'), uint64(id.Seq), 10)
	c.req.Header = append(c.req.Header,
		sharedkey.Field{Name: "x-ms-client-request-id", Value: string(c.text)},
		sharedkey.Field{Name: "x-ms-date", Value: sharedkey.Date(time.Now())},
		sharedkey.Field{Name: "x-ms-version", Value: to.version},
	)
	address := to.base + step.Path
	credential := &r.config.Endpoint.Credential
	var unsent error
	switch {
	case c.signer != nil:
		c.req.Header = append(c.req.Header, sharedkey.Field{
			Name:  "Authorization",
			Value: c.signer.Authorization(to.scheme, step.Method, address, c.req.Header, len(c.req.Body)),
		})
	case credential.Tokens != nil:
		var token target.Secret
		token, unsent = credential.Tokens.Token(ctx)
		c.req.Header = append(c.req.Header, sharedkey.Field{Name: "Authorization", Value: target.Bearer + " " + token.Reveal()})
	default:
		address = sharedkey.WithSAS(address, credential.SAS.Reveal())
	}
	c.wire = transport.Request{Method: step.Method, Secure: to.secure, Host: to.host, Target: address, Header: c.req.Header, Body: c.req.Body}
	c.reply.Status, c.reply.Body, c.reply.Header = 0, c.reply.Body[:0], c.reply.Header[:0]

	invoke := r.now()
	if c.log != nil {
		invoke = c.log.Begin(invoke)
	}
	var err error
	if unsent == nil {
		err = c.session.Do(ctx, &c.wire, &c.reply)
	} else {
		err = fmt.Errorf("%w: %w", target.ErrToken, unsent)
		r.locked.close(err)
	}
	returned := r.now()
	if err != nil {
		c.reply.Status = 0
	}
	r.silence.hear(err)
	c.done = workload.Exchange{ID: id, Step: step, Request: &c.req, Reply: &c.reply, Err: err, Invoke: invoke, Return: returned}
	return &c.done
}

// call is exchange for a step that is not an HTTP request.
func (c *client) call(ctx context.Context, step workload.Step, id workload.Identity) *workload.Exchange {
	r := c.run
	c.reply.Status, c.reply.Body, c.reply.Header = 0, c.reply.Body[:0], c.reply.Header[:0]
	invoke := r.now()
	if c.log != nil {
		invoke = c.log.Begin(invoke)
	}
	err := step.Call.Call(ctx, id)
	c.done = workload.Exchange{ID: id, Step: step, Request: &c.req, Reply: &c.reply, Err: err, Invoke: invoke, Return: r.now()}
	return &c.done
}

// perform performs the client's chosen step and records it.
func (c *client) perform(ctx context.Context, intended int64) *workload.Exchange {
	x := c.exchange(ctx, c.step, c.actor.Fill)
	if intended < 0 {
		intended = x.Invoke
	}
	var after workload.After
	c.events, after = c.actor.Done(x, c.events[:0])
	c.stamp(c.events, x, intended, 0)
	c.keep(c.events)
	c.ready = x.Return + int64(after.Pause)
	if after.Retry {
		c.lost++
		c.ready += int64(c.run.config.Backoff.Wait(c.lost, c.rng))
	} else {
		c.lost = 0
	}
	return x
}

// stamp sets the times and the identity of the events. A client that does not
// know the outcome of its exchange continues under another identity, because the
// old request may still take effect while the client does something else.
func (c *client) stamp(events []history.Event, x *workload.Exchange, intended int64, flags history.Flags) {
	for i := range events {
		e := &events[i]
		e.Intended, e.Invoke, e.Return = intended, x.Invoke, x.Return
		e.Client, e.Seq = x.ID.Client, x.ID.Seq
		e.Flags |= flags
		if e.Outcome.Uncertain() {
			e.Return = history.Open
			if c.id == x.ID.Client {
				c.id += 1 << history.SlotBits
			}
		}
	}
}

// keep ends the exchange that was begun and records its events.
func (c *client) keep(events []history.Event) {
	if c.log != nil {
		c.log.Add(events...)
		return
	}
	c.run.early = append(c.run.early, events...)
}

// side is the client that prepares and drains, one exchange after the other.
type side struct{ *client }

var _ workload.Conn = side{}

func (s side) Send(ctx context.Context, step workload.Step, fill func(*workload.Request, workload.Identity)) (*workload.Exchange, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := cmp.Or(s.run.locked.err(), s.run.silence.err()); err != nil {
		return nil, err
	}
	if _, ok := s.run.places[step.Service]; !ok {
		return nil, missing(step.Service)
	}
	if fill == nil {
		fill = func(*workload.Request, workload.Identity) {}
	}
	s.flush()
	s.step = step
	x := s.exchange(ctx, step, fill)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return x, nil
}

func (s side) Record(events ...history.Event) {
	from := len(s.events)
	s.events = append(s.events, events...)
	s.stamp(s.events[from:], &s.done, s.done.Invoke, history.Outside)
}

// flush hands the events of the last exchange to the history. Send and Pause call
// it first, because Record may be called several times for one exchange.
func (s side) flush() {
	s.keep(s.events)
	s.events = s.events[:0]
}

func (s side) Pause(ctx context.Context, d time.Duration) error {
	s.flush()
	return target.RealClock{}.Pass(ctx, d)
}

func missing(s target.Service) error {
	return &MissingService{Service: s}
}

// MissingService is a service that a workload uses but does not list.
type MissingService struct{ Service target.Service }

func (e *MissingService) Error() string {
	return "send a request: the workload does not list the " + string(e.Service) + " service"
}

// thirdParty is a client that does not belong to the run. It breaks leases that the run's clients contend for, and
// discards blocks that they staged. What it does is in the history like all else, but not in the figures.
type thirdParty struct {
	mu   sync.Mutex
	gone bool
	who  *client
}

// openTo admits the third party until closing is called.
func (r *run) openTo(ctx context.Context) (closing func()) {
	if r.config.ThirdParty == nil {
		return func() {}
	}
	s := &thirdParty{who: r.newClient(history.StrangerSlot)}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	r.config.ThirdParty(func(asked context.Context, path string) {
		within, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(asked, cancel)()
		s.interfere(within, path)
	})
	return func() {
		cancel()
		s.mu.Lock()
		defer s.mu.Unlock()
		s.gone = true
		s.who.session.Close()
	}
}

// interfere breaks the lease of a resource or discards a block, if the workload contends for it. The path is below the
// service's base.
func (s *thirdParty) interfere(ctx context.Context, path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.who
	open, ok := c.run.instance.(workload.Exposed)
	if s.gone || !ok {
		return
	}
	actor, ok := open.ThirdParty(path)
	if !ok {
		return
	}
	x := c.exchange(ctx, actor.Next(), actor.Fill)
	c.events, _ = actor.Done(x, c.events[:0])
	c.stamp(c.events, x, x.Invoke, history.Outside)
	c.keep(c.events)
}
