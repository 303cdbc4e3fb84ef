package steps

import (
	"strconv"
	"time"

	"ifmatch/steps/cell"
	"ifmatch/steps/ops"
)

// windowOf and lifeOf name the timers of a message: until it can be seen again,
// and until it is gone.
func windowOf(t *thing) string { return "window of " + t.label }
func lifeOf(t *thing) string   { return "life of " + t.label }

// receipt is the newest pop receipt of a message, whoever got it.
func (t *thing) receipt() string {
	if len(t.receipts) == 0 {
		return ""
	}
	return t.receipts[len(t.receipts)-1]
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }

func duration(words string) (time.Duration, error) {
	d, err := cell.ParseDuration(words)
	if err != nil {
		return 0, miswritten("%v", err)
	}
	return d, nil
}

// rememberMessages takes note of the receipts that an answer gave to a client, and
// of the windows and lives that began with it.
func (w *world) rememberMessages(a *actor, ac *act) {
	switch ac.op.Name {
	case "Put Message":
		w.rememberPut(a, ac)
	case "Get Messages":
		list, _ := ops.ParseMessages(ac.resp.Body)
		for _, m := range list {
			if t := w.message(m.ID); t != nil {
				w.given(a, t, m.PopReceipt)
				w.hide(t, deref(ac.req.Visibility, strconv.Itoa(window)), ac)
			}
		}
	case "Update Message":
		w.given(a, ac.thing, ac.resp.Header.Get("x-ms-popreceipt"))
		w.hide(ac.thing, deref(ac.req.Visibility, "0"), ac)
	case "Delete Message":
		w.time.stop(windowOf(ac.thing))
	case "Clear Messages", "Delete Queue":
		for _, t := range w.things {
			if t.res.Kind == ops.Message {
				w.time.stop(windowOf(t))
			}
		}
	}
}

// rememberPut makes the message that a client put the scenario's own, if it has
// none yet.
func (w *world) rememberPut(a *actor, ac *act) {
	list, _ := ops.ParseMessages(ac.resp.Body)
	if len(list) != 1 || w.things["message"] != nil {
		return
	}
	t := &thing{label: "message", res: ops.Resource{Kind: ops.Message, Queue: ac.thing.res.Queue, Message: list[0].ID}}
	t.made.Resource = t.res
	w.things[t.label] = t
	w.given(a, t, list[0].PopReceipt)
	w.hide(t, deref(ac.req.Visibility, "0"), ac)
	if n, err := strconv.Atoi(deref(ac.req.TimeToLive, "-1")); err == nil && n > 0 {
		w.time.start(lifeOf(t), "the time to live of the "+t.label, seconds(n), ac.sent, ac.answered)
	}
}

// message finds the scenario's message by its id.
func (w *world) message(id string) *thing {
	for _, t := range w.things {
		if t.res.Kind == ops.Message && t.res.Message == id {
			return t
		}
	}
	return nil
}

// given notes a receipt that a client got.
func (w *world) given(a *actor, t *thing, receipt string) {
	if receipt == "" {
		return
	}
	// One that comes again stands twice, so that it can be told from a new one.
	t.receipts = append(t.receipts, receipt)
	m := a.seen[t]
	m.receipt = receipt
	a.seen[t] = m
}

// shortest is the window, in seconds, from which on a scenario can say anything of
// what happens inside: any shorter one ends within the slack that timers have.
const shortest = 5

// hide starts the window of a message, which is over at once if it is empty.
func (w *world) hide(t *thing, visibility string, ac *act) {
	n, err := strconv.Atoi(visibility)
	if err != nil || n < shortest {
		w.time.stop(windowOf(t))
		return
	}
	w.time.start(windowOf(t), "the window of the "+t.label, seconds(n), ac.sent, ac.answered)
}
