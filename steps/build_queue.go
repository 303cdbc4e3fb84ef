package steps

import (
	"context"
	"fmt"
	"regexp"
	"strconv"

	"ifmatch/steps/ops"
)

// window is how long a set-up lets a retrieved message be hidden, in seconds:
// what the service chooses by itself (QUEUE-TIME-01), though said aloud.
const window = 30

// buildQueue brings a queue into a state that only queues have.
func (w *world) buildQueue(ctx context.Context, t *thing, state string) error {
	m := regexp.MustCompile(`^holds (\d+) messages?$`).FindStringSubmatch(state)
	if m == nil {
		return miswritten("%q is no state that can be prepared", state)
	}
	n, _ := strconv.Atoi(m[1])
	if n < 1 || n > 99 {
		return miswritten("a queue of %d messages is none for a scenario", n)
	}
	if err := w.create(ctx, t); err != nil {
		return err
	}
	for i := range n {
		resp, err := w.prepare(ctx, "Put Message", t, ops.Request{Body: fmt.Appendf(nil, "message %d", i+1)})
		if err != nil {
			return err
		}
		put, err := ops.ParseMessages(resp.Body)
		if err != nil || len(put) != 1 {
			return fmt.Errorf("the answer to Put Message is not one message (%v)", err)
		}
		t.held = append(t.held, put[0].ID)
	}
	return nil
}

// retrieved is what a sentence says of a message that somebody took, of one that
// is on the other side of its window, and of one that was taken away.
var (
	retrieved = regexp.MustCompile(`^was retrieved by ([A-Z][a-z]+)(?: for (\d+ seconds?))?( and reappeared)?$`)
	lasting   = regexp.MustCompile(`^lives for (\d+) seconds$`)
)

// buildMessage puts a message and lets befall it what the sentence says.
func (w *world) buildMessage(ctx context.Context, t *thing, state string) error {
	req := ops.Request{Body: []byte("a message")}
	if m := lasting.FindStringSubmatch(state); m != nil {
		req.TimeToLive = &m[1]
	}
	switch {
	case state == "does not exist":
		t.res.Message = w.guid()
		t.made.Resource = t.res
		return nil
	case state == "exists", state == "was deleted", req.TimeToLive != nil, retrieved.MatchString(state):
	default:
		return miswritten("%q is no state that can be prepared", state)
	}
	if err := w.putInto(ctx, t, req); err != nil {
		return err
	}
	if state == "was deleted" {
		_, err := w.prepare(ctx, "Delete Message", t, ops.Request{PopReceipt: ptr(t.receipt())})
		t.made = ops.State{Resource: t.res}
		return err
	}
	if m := retrieved.FindStringSubmatch(state); m != nil {
		return w.retrieve(ctx, t, m[1], m[2], m[3] != "")
	}
	return nil
}

// putInto puts one message into the scenario's queue.
func (w *world) putInto(ctx context.Context, t *thing, req ops.Request) error {
	q, err := w.thing("queue")
	if err != nil {
		return err
	}
	resp, err := w.prepare(ctx, "Put Message", q, req)
	if err != nil {
		return err
	}
	put, err := ops.ParseMessages(resp.Body)
	if err != nil || len(put) != 1 || put[0].ID == "" || put[0].PopReceipt == "" {
		return fmt.Errorf("the answer to Put Message is not one message, its id and its receipt (%v)", err)
	}
	t.res.Message = put[0].ID
	t.receipts = append(t.receipts, put[0].PopReceipt)
	t.made = ops.State{Resource: t.res, Exists: true, Messages: []ops.Peeked{{ID: t.res.Message, Text: string(req.Body)}}}
	if req.TimeToLive != nil {
		now := w.time.clock.Now()
		n, _ := strconv.Atoi(*req.TimeToLive)
		w.time.start(lifeOf(t), "the time to live of the "+t.label, seconds(n), now, now)
	}
	return nil
}

// retrieve lets a client take the message, and perhaps its window pass.
func (w *world) retrieve(ctx context.Context, t *thing, who, long string, over bool) error {
	a, err := w.actor(who)
	if err != nil {
		return err
	}
	q, err := w.thing("queue")
	if err != nil {
		return err
	}
	if long == "" {
		long = fmt.Sprintf("%d seconds", window)
	}
	d, err := duration(long)
	if err != nil {
		return err
	}
	get, _ := ops.Lookup("Get Messages")
	ac, err := w.perform(ctx, a, get, q, ops.Request{Visibility: ptr(strconv.Itoa(int(d.Seconds())))})
	if err != nil {
		return err
	}
	list, err := ops.ParseMessages(ac.resp.Body)
	if err != nil || len(list) != 1 || list[0].ID != t.res.Message {
		return fmt.Errorf("%s was to be given the %s, and was answered %s with %d messages (%v)", a.name, t.label, describe(ac.resp), len(list), err)
	}
	if err := w.remember(a, ac); err != nil {
		return err
	}
	t.made.Exists, t.made.Messages = false, nil
	if over {
		if err := w.time.pass(ctx, d); err != nil {
			return unknown("let a window pass", err)
		}
		w.changed()
		t.made.Exists, t.made.Messages = true, []ops.Peeked{{ID: t.res.Message, Text: "a message", Count: 1}}
	}
	return nil
}

// verifyQueue holds a queue or message against what its set-up asked for.
func (w *world) verifyQueue(t *thing, doing string, st ops.State) error {
	want := t.made
	if t.res.Kind == ops.Queue {
		// More than one answer shows is not looked at.
		want.Messages, st.Messages = nil, nil
	}
	if t.res.Kind == ops.Account {
		return nil
	}
	if d := ops.Compare(want, st, ops.CompareOptions{}); len(d) > 0 {
		return blocked(doing, fmt.Errorf("afterwards its %s", d[0]))
	}
	return nil
}
