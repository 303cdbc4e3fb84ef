package queue

import (
	"cmp"
	"strconv"
	"time"

	"ifmatch/internal/target"
	"ifmatch/steps/scenario"
	"ifmatch/steps/sdk"
)

// window is how long a set-up lets a retrieved message be hidden, in seconds: the service's own
// default (QUEUE-TIME-01), sent explicitly.
const window = 30

// shortest is the shortest window, in seconds, inside which a scenario can judge anything: a
// shorter one ends within the slack that timers have.
const shortest = 5

// receipts are what a scenario remembers about a message: how it was put, and every pop receipt
// given out, oldest first. A repeated receipt is listed twice, so that it can be distinguished
// from a new one.
type receipts struct {
	given []string
	giver string  // the operation that gave the newest
	count string  // how often it was dequeued, as the last retrieval showed it
	put   message // as the answer to its put showed it
	// sent and answered are when the put was, by our clock.
	sent, answered time.Time
}

func own(_ *scenario.World, r scenario.Address) (any, scenario.State) { return &receipts{}, missing(r) }

// of is what the scenario remembers about a message; zero for any other resource.
func of(t *scenario.Resource) receipts {
	if r, ok := t.Own.(*receipts); ok {
		return *r
	}
	return receipts{}
}

// newest is the newest pop receipt of a message, regardless of which client got it.
func newest(t *scenario.Resource) string {
	if list := of(t).given; len(list) > 0 {
		return list[len(list)-1]
	}
	return ""
}

// hooks are the room's hooks into a scenario.
func hooks() scenario.Hooks {
	return scenario.Hooks{Defaults: defaults, Learned: learned, SetUpAtFault: receiptAtFault}
}

// defaults fills in what a sentence about a message may leave unsaid: the client's receipt, or
// else the newest.
func defaults(q *scenario.Asking) {
	if q.Resource.Kind.Word != "message" {
		return
	}
	req := q.Req.(*Request)
	req.PopReceipt = new(cmp.Or(q.Actor.Seen[q.Resource].Token, newest(q.Resource)))
	if q.Op.Name == "Update Message" {
		req.Visibility = new("0") // it is mandatory: QUEUE-TIME-05
	}
}

// learned records the receipts that an answer gave to a client, and the windows and times to
// live that began with it.
func learned(w *scenario.World, a *scenario.Actor, ac *scenario.Act) {
	if a == w.Keeper {
		return // a set-up notes it itself
	}
	req, _ := ac.Req.(*Request)
	switch ac.Op.Name {
	case "Put Message":
		learnPut(w, a, ac, req)
	case "Get Messages":
		list, _ := parseMessages(ac.Resp.Body)
		for _, m := range list {
			if t := find(w, m.ID); t != nil {
				t.Own.(*receipts).count = m.retrievals()
				give(a, t, ac.Op.Name, m.PopReceipt)
				hide(w, t, sdk.Text(req.Visibility, strconv.Itoa(window)), ac)
			}
		}
	case "Update Message":
		give(a, ac.Resource, ac.Op.Name, ac.Resp.Header.Get("x-ms-popreceipt"))
		hide(w, ac.Resource, sdk.Text(req.Visibility, "0"), ac)
	case "Delete Message":
		w.Time.Stop(windowOf(ac.Resource))
	case "Clear Messages", "Delete Queue":
		for _, t := range w.Resources {
			w.Time.Stop(windowOf(t)) // only messages have one
		}
	}
}

// learnPut makes a message that a client put part of the scenario, if the scenario has none
// yet.
func learnPut(w *scenario.World, a *scenario.Actor, ac *scenario.Act, req *Request) {
	list, _ := parseMessages(ac.Resp.Body)
	if len(list) != 1 || w.Resources.Get("message") != nil {
		return
	}
	t, err := w.NewResource(w.Language.Kind("message", string(target.Queue)), "")
	if err != nil {
		return // the label is free: see above
	}
	become(t, Address{ac.Resource.Address.(Address).Queue, list[0].ID})
	w.Resources.Add(t)
	own := t.Own.(*receipts)
	own.put, own.sent, own.answered = list[0], ac.Sent, ac.Answered
	give(a, t, ac.Op.Name, list[0].PopReceipt)
	hide(w, t, sdk.Text(req.Visibility, "0"), ac)
	live(w, t, req, ac.Sent, ac.Answered)
}

// become gives a message the id that the service made up, before any read shows it.
func become(t *scenario.Resource, r Address) {
	t.Address, t.Made = r, missing(r)
}

// find finds the scenario's message by its id.
func find(w *scenario.World, id string) *scenario.Resource {
	for _, t := range w.Resources {
		if r, ok := t.Address.(Address); ok && t.Kind.Word == "message" && r.Message == id {
			return t
		}
	}
	return nil
}

// give records a receipt that a client got.
func give(a *scenario.Actor, t *scenario.Resource, by, receipt string) {
	if receipt == "" {
		return
	}
	own := t.Own.(*receipts)
	own.given, own.giver = append(own.given, receipt), by
	a.Got(t, receipt)
}

// windowOf and lifeOf name the timers of a message: until it is visible again, and until it
// expires.
func windowOf(t *scenario.Resource) string { return "window of " + t.Label }
func lifeOf(t *scenario.Resource) string   { return "life of " + t.Label }

// hide starts the window of a message; a window that is too short counts as over at once.
func hide(w *scenario.World, t *scenario.Resource, visibility string, ac *scenario.Act) {
	n, err := strconv.Atoi(visibility)
	if err != nil || n < shortest {
		w.Time.Stop(windowOf(t))
		return
	}
	w.Time.Start(windowOf(t), "the window of the "+t.Label, seconds(n), ac.Sent, ac.Answered)
}

// live starts the time to live of a message that was put with one.
func live(w *scenario.World, t *scenario.Resource, req *Request, sent, answered time.Time) {
	if n, err := strconv.Atoi(sdk.Text(req.TimeToLive, "-1")); err == nil && n > 0 {
		w.Time.Start(lifeOf(t), "the time to live of the "+t.Label, seconds(n), sent, answered)
	}
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }
