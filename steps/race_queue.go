package steps

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"ifmatch/steps/ops"
)

// twoClientsSend lets two clients send different operations on the same resource
// together, with the same words.
func (w *world) twoClientsSend(ctx context.Context, one, other, words string) error {
	acts, errs := make([]*act, 2), make([]error, 2)
	who, reqs := make([]*actor, 2), make([]ops.Request, 2)
	list := make([]ops.Operation, 2)
	var t *thing
	for i, name := range []string{one, other} {
		a, op, on, err := w.scene(fmt.Sprintf("client %d", i+1), name, "")
		if err != nil {
			return err
		}
		if t != nil && t != on {
			return miswritten("%s and %s are not about the same thing", one, other)
		}
		who[i], list[i], t = a, op, on
		if reqs[i], err = w.ready(ctx, a, op, t, words); err != nil {
			return err
		}
	}
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range acts {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-start
			acts[i], errs[i] = w.perform(ctx, who[i], list[i], t, reqs[i])
		}()
	}
	close(start)
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	w.crowd, w.last, w.subject = &crowd{acts: acts}, nil, t
	w.changed()
	for i, ac := range acts {
		if !ac.resp.OK() {
			continue
		}
		if err := w.remember(who[i], ac); err != nil {
			return err
		}
		who[i].last, w.last = ac, who[i]
	}
	return w.time.judge()
}

// consumersTake lets n clients retrieve messages until none is left to see, each
// in its own loop; those that delete do so before they ask for more.
func (w *world) consumersTake(ctx context.Context, n, how, batch string) error {
	count, _ := strconv.Atoi(n)
	t, err := w.thing("queue")
	if err != nil {
		return err
	}
	before, err := w.read(ctx, t)
	if err != nil {
		return blocked("read the queue", err)
	}
	t.before, w.subject = before, t
	taken, errs := make([][]*act, count), make([]error, count)
	started := w.time.clock.Now()
	var wg sync.WaitGroup
	for i := range count {
		a, err := w.actor(fmt.Sprintf("consumer %d", i+1))
		if err != nil {
			return err
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			taken[i], errs[i] = w.consume(ctx, a, t, batch, how == "take and delete")
		}()
	}
	wg.Wait()
	w.changed()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	w.crowd = &crowd{acts: slices.Concat(taken...)}
	if how == "take" {
		// The first window must still run when the last consumer has looked.
		w.time.start("window of a crowd", "the first consumer's window", seconds(crowdWindow), started, started)
	}
	return w.time.judge()
}

// crowdWindow is the window that consumers ask for, in seconds: longer than any
// race takes.
const crowdWindow = 300

// consume is one consumer's loop. It ends: every turn but the last takes at least
// one message, and a queue that gives out more than it ever held is wrong.
func (w *world) consume(ctx context.Context, a *actor, q *thing, batch string, deletes bool) ([]*act, error) {
	get, _ := ops.Lookup("Get Messages")
	del, _ := ops.Lookup("Delete Message")
	var acts []*act
	for range 2*len(q.held) + 2 {
		ac, err := w.perform(ctx, a, get, q, ops.Request{MessageCount: &batch, Visibility: ptr(strconv.Itoa(crowdWindow))})
		if err != nil {
			return acts, err
		}
		if ac.resp.Status != get.Success {
			return acts, failed(get.Name+" was answered differently", strconv.Itoa(get.Success), describe(ac.resp))
		}
		list, err := ops.ParseMessages(ac.resp.Body)
		if err != nil {
			return acts, failed(get.Name+" was answered with what cannot be read", "a list of messages", err.Error())
		}
		if len(list) == 0 {
			return acts, nil
		}
		acts = append(acts, ac)
		if !deletes {
			continue
		}
		for _, m := range list {
			done, err := w.perform(ctx, a, del, &thing{label: "message", res: ops.Resource{Kind: ops.Message, Queue: q.res.Queue, Message: m.ID}}, ops.Request{PopReceipt: &m.PopReceipt})
			if err != nil {
				return acts, err
			}
			if done.resp.Status != del.Success {
				return acts, failed("a consumer could not delete what it had just been given", strconv.Itoa(del.Success), describe(done.resp))
			}
		}
	}
	return acts, failed("the queue went on giving out messages", fmt.Sprintf("%d messages in all", len(q.held)), "more")
}

// takenOnce judges that no two consumers were given the same message, and that
// none was lost.
func (w *world) takenOnce(context.Context) error {
	q, err := w.thing("queue")
	if err != nil {
		return err
	}
	if w.crowd == nil {
		return miswritten("no consumers have taken anything")
	}
	times := map[string]int{}
	for _, ac := range w.crowd.acts {
		list, err := ops.ParseMessages(ac.resp.Body)
		if err != nil {
			return miswritten("the acts of the crowd hold no messages: %v", err)
		}
		for _, m := range list {
			times[m.ID]++
		}
	}
	for _, id := range q.held {
		if n := times[id]; n != 1 {
			return failed("a message was not taken exactly once", "each of "+strconv.Itoa(len(q.held))+" messages once", fmt.Sprintf("message %s %d times", id, n))
		}
		delete(times, id)
	}
	if len(times) > 0 {
		return failed("the consumers were given messages that nobody put", "none", fmt.Sprintf("%d of them", len(times)))
	}
	return nil
}
