package steps

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ifmatch/internal/target"
	"ifmatch/internal/wire"
	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// timePasses moves the target's clock, or waits.
func (w *world) timePasses(ctx context.Context, d string) error {
	dur, err := cell.ParseDuration(d)
	if err != nil {
		return miswritten("%v", err)
	}
	w.changed()
	if err := w.time.pass(ctx, dur); err != nil {
		return unknown("let time pass", err)
	}
	return nil
}

// sends lets a client send one operation. It never judges.
func (w *world) sends(ctx context.Context, who, operation, name, words string) error {
	a, op, t, err := w.scene(who, operation, name)
	if err != nil {
		return err
	}
	req, err := w.ready(ctx, a, op, t, words)
	if err != nil {
		return err
	}
	ac, err := w.perform(ctx, a, op, t, req)
	if err != nil {
		return err
	}
	if err := w.remember(a, ac); err != nil {
		return err
	}
	w.last, a.last, w.crowd = a, ac, nil
	return w.time.judge()
}

// scene finds who acts, how, and on what.
func (w *world) scene(who, operation, name string) (*actor, ops.Operation, *thing, error) {
	op, ok := ops.Lookup(operation)
	if !ok {
		return nil, op, nil, miswritten("no operation is called %q", operation)
	}
	a, err := w.actor(who)
	if err != nil {
		return nil, op, nil, err
	}
	t, err := w.target(op, name)
	return a, op, t, err
}

// ready prepares what the operation needs, reads the resource as it is before,
// and puts the request together.
func (w *world) ready(ctx context.Context, a *actor, op ops.Operation, t *thing, words string) (ops.Request, error) {
	before, err := w.read(ctx, t)
	if err != nil {
		return ops.Request{}, blocked("read the "+t.label+" before the request", err)
	}
	t.before, t.known = before, slices.Clone(t.etags)
	w.subject = t
	if table := w.things["table"]; t.res.Kind == ops.Entity && table != nil && slices.ContainsFunc(w.cs.Steps, aboutTable) {
		if table.before, err = w.read(ctx, table); err != nil {
			return ops.Request{}, blocked("read the table before the request", err)
		}
	}
	if src := w.things["source"]; op.Source && src != nil && src != t {
		if src.before, err = w.read(ctx, src); err != nil {
			return ops.Request{}, blocked("read the source of the copy", err)
		}
	}
	// Only now the current ETags and dates are known for sure.
	req, err := w.request(a, op, t, words)
	if err == nil && op.Source && op.Prepare != nil {
		// What a copy leaves behind depends on what its source held.
		req = op.Complete(t.res, req)
		if err = op.Prepare(ctx, w.keeper, t.res, &req); err != nil {
			err = blocked("read the source of the copy", err)
		}
	}
	return req, err
}

// aboutTable tells whether a step looks at the whole table, also after something
// was done to an entity in it.
func aboutTable(step string) bool { return strings.HasPrefix(step, "the table is ") }

// perform sends one operation and notes when. An error means that no answer came.
func (w *world) perform(ctx context.Context, a *actor, op ops.Operation, t *thing, req ops.Request) (*act, error) {
	ac := &act{op: op, req: req, thing: t, before: t.before, sent: w.time.clock.Now()}
	resp, err := op.Do(ctx, a.client, t.res, req)
	ac.answered = w.time.clock.Now()
	if err != nil {
		return nil, answerOf(op, err)
	}
	ac.resp = resp
	return ac, nil
}

// remember takes note of what an answer taught the client, and of timers that
// the operation started. It returns a lateness verdict if the answer came so late
// that it teaches nothing: before the timers that it might replace are forgotten.
func (w *world) remember(a *actor, ac *act) error {
	if err := w.time.judge(); err != nil {
		return err
	}
	if !ac.op.Reads {
		w.changed()
	}
	t := ac.thing
	t.act, ac.memory, ac.left = ac, a.seen[t], w.time.left(leaseOf(t), ac.sent, ac.answered)
	if ac.resp.Status < 200 || ac.resp.Status > 299 {
		return nil
	}
	m := a.seen[t]
	if tag := ac.resp.Header.Get("ETag"); tag != "" && ac.op.Name != "Snapshot Blob" {
		m.etag = tag
		if ac.op.Service != target.Table { // the stamp of an entity is read, never answered
			m.lastModified = ac.resp.Header.Get("Last-Modified")
		}
		t.note(tag)
	}
	if ac.op.Name == "Get Blob" {
		m.content = ac.resp.Body
	}
	if id := ac.resp.Header.Get("x-ms-lease-id"); id != "" {
		m.lease = id
		if ac.req.ProposedID == nil {
			w.leases["X"] = id
		}
	}
	a.seen[t] = m
	w.rememberRows(a, ac)
	t.noteCopy(ac)
	w.rememberMessages(a, ac)
	w.startTimers(ac.op, t, ac.req, ac.resp, ac.sent, ac.answered)
	return nil
}

// rememberRows takes note of the stamps of entities that an answer holds: of those
// that were read, and of those that a transaction wrote.
func (w *world) rememberRows(a *actor, ac *act) {
	if ac.op.Service == target.Table && ac.op.Reads {
		rows, _ := ops.Entities(ac.op, ac.resp) // what cannot be read teaches nothing
		for _, r := range rows {
			_, row, _ := strings.Cut(r.Key, "/")
			if e := w.things[row]; e != nil && e.res.Kind == ops.Entity {
				m := a.seen[e]
				m.lastModified = r.Timestamp
				if r.ETag != "" {
					m.etag = r.ETag
				}
				a.seen[e] = m
			}
		}
	}
	for i, p := range ac.resp.Parts {
		if i >= len(ac.req.Actions) || p.ETag == "" {
			continue
		}
		if e := w.things[ac.req.Actions[i].Row]; e != nil {
			e.note(p.ETag)
			m := a.seen[e]
			m.etag = p.ETag
			a.seen[e] = m
		}
	}
}

// startTimers notes what will end by itself because of a request that succeeded.
func (w *world) startTimers(op ops.Operation, t *thing, req ops.Request, resp ops.Response, sent, answered time.Time) {
	lease, what := leaseOf(t), "the "+leaseOf(t)
	seconds := func(s *string) (time.Duration, bool) {
		if s == nil {
			return 0, false
		}
		n, err := strconv.Atoi(*s)
		return time.Duration(n) * time.Second, err == nil && n > 0
	}
	switch action(op) {
	case "acquire":
		if d, ok := seconds(req.Duration); ok {
			w.time.start(lease, what, d, sent, answered)
			w.time.lasting(lease, d)
		} else {
			w.time.stop(lease)
		}
	case "renew":
		if d, ok := w.time.length(lease); ok {
			w.time.start(lease, what, d, sent, answered)
		}
	case "release":
		w.time.stop(lease)
	case "break":
		w.startBreaking(t, req, resp, sent, answered)
	}
	switch op.Name {
	case "Delete Container":
		w.time.start("deletion", "the deletion of the container", 30*time.Second, sent, answered)
	case "Delete Table": // TABLE-TBL-05
		w.time.start("deletion", "the deletion of the table", 40*time.Second, sent, answered)
	case "Delete Queue": // QUEUE-LIFE-02
		w.time.start("deletion", "the deletion of the queue", 30*time.Second, sent, answered)
	case "Create Container", "Create Table", "Create Queue":
		w.time.stop("deletion")
	}
}

// startBreaking notes when a break that succeeded is over: by what was asked where
// it is known how long the lease still ran, else by what the service said.
func (w *world) startBreaking(t *thing, req ops.Request, resp ops.Response, sent, answered time.Time) {
	lease, what := leaseOf(t), "the break period of the "+leaseOf(t)
	l := w.time.left(lease, sent, answered)
	said := resp.Header.Get("x-ms-lease-time")
	if l.running {
		if req.BreakPeriod == nil {
			return // it ends when it would have ended
		}
		said = *req.BreakPeriod
	}
	n, err := strconv.Atoi(said)
	d := time.Duration(n) * time.Second
	switch {
	case err != nil || n <= 0:
		w.time.stop(lease)
	case !l.running || d < l.most:
		w.time.start(lease, what, d, sent, answered)
	}
}

// startsHeld lets a client begin a write whose body stays half sent.
func (w *world) startsHeld(ctx context.Context, who, operation, words string) error {
	a, op, t, err := w.scene(who, operation, "")
	if err != nil {
		return err
	}
	req, err := w.ready(ctx, a, op, t, words)
	if err != nil {
		return err
	}
	h := newHeld()
	a.release, a.pending = h.letGo, make(chan result, 1)
	go func() {
		ac, err := w.perform(wire.Ungated(withHeldBody(ctx, h)), a, op, t, req)
		a.pending <- result{ac, err}
	}()
	timeout := time.NewTimer(w.run.cfg.Timeout)
	defer timeout.Stop()
	select {
	case <-h.half:
		return nil
	case r := <-a.pending:
		if r.err != nil {
			return blocked("hold back half of a body", r.err)
		}
		return blocked("hold back half of a body", fmt.Errorf("%s was answered %s before its body was sent", op.Name, describe(r.act.resp)))
	case <-timeout.C:
		return blocked("hold back half of a body", fmt.Errorf("the first half was not taken within %s", w.run.cfg.Timeout))
	case <-ctx.Done():
		return unknown("hold back half of a body", ctx.Err())
	}
}

// sendsRest lets the held body go and takes the answer.
func (w *world) sendsRest(ctx context.Context, who string) error {
	a, err := w.actor(who)
	if err != nil {
		return err
	}
	if a.pending == nil {
		return miswritten("%s holds nothing back", a.name)
	}
	a.release()
	select {
	case r := <-a.pending:
		a.pending = nil
		if r.err != nil {
			return unknown("send the rest of a body", r.err)
		}
		w.last, a.last, w.subject = a, r.act, r.act.thing
		return w.remember(a, r.act)
	case <-ctx.Done():
		return unknown("send the rest of a body", ctx.Err())
	case <-time.After(w.run.cfg.Timeout):
		return unknown("send the rest of a body", fmt.Errorf("no answer within %s", w.run.cfg.Timeout))
	}
}
