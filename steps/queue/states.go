package queue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"

	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
	"ifmatch/steps/words"
)

// queueStates are the states in which a scenario can find a queue. An existing one has had two
// versions of its metadata.
func queueStates() []scenario.Given {
	return []scenario.Given{
		scenario.Fixed("exists", "it is empty, and its metadata was set once since it was created", scenario.Prepared{Build: create, Uses: []string{"Set Queue Metadata"}}),
		scenario.Fixed("does not exist", "it was never created", scenario.Prepared{Absent: true, Build: perform.Nothing}),
		scenario.Fixed("was deleted", "it existed, and its deletion was accepted just now", scenario.Prepared{Absent: true, Build: perform.Then(create, perform.Doing("Delete Queue", Request{})), Uses: []string{"Set Queue Metadata", "Delete Queue"}}),
		scenario.Varying("holds <n> messages", `it exists, and "message 1" to "message <n>" were put into it; n is at most 99`, `holds ([1-9]\d?) messages?`, holding),
	}
}

var create = perform.Then(perform.Doing("Create Queue", Request{}),
	perform.Doing("Set Queue Metadata", Request{Base: scenario.Base{Metadata: map[string]string{"version": "2"}}}))

func holding(number []string) (p scenario.Prepared, err error) {
	n, _ := strconv.Atoi(number[0]) // two digits
	p.Uses = []string{"Set Queue Metadata", "Put Message"}
	p.Build = func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		if err := create(ctx, w, t); err != nil {
			return err
		}
		for i := range n {
			if _, err := perform.Prepare(ctx, w, "Put Message", t, &Request{Base: scenario.Base{Body: fmt.Appendf(nil, "message %d", i+1)}}); err != nil {
				return err
			}
			if len(ids(t)) != i+1 {
				return errors.New("the answer to Put Message is not one message")
			}
		}
		return nil
	}
	return p, nil
}

// ids are the messages that the set-up put into a queue.
func ids(queue *scenario.Resource) (list []string) {
	for _, m := range queue.Made.(*State).Messages {
		list = append(list, m.ID)
	}
	return list
}

// messageStates are the states in which a scenario can find a message of its queue.
func messageStates() []scenario.Given {
	return []scenario.Given{
		scenario.Fixed("exists", `it was put just now, with the text "a message"`, scenario.Prepared{Build: living(nil)}),
		scenario.Fixed("does not exist", "it was never put", scenario.Prepared{Absent: true,
			Build: func(_ context.Context, w *scenario.World, t *scenario.Resource) error {
				become(t, Address{t.Address.(Address).Queue, w.GUID()})
				return nil
			}}),
		scenario.Fixed("was deleted", "it was put and deleted", scenario.Prepared{Absent: true, Build: perform.Then(living(nil), taken), Uses: []string{"Delete Message"}}),
		scenario.Varying("lives for <n> seconds", "it was put just now with that time to live", `lives for (\d+) seconds`, func(seconds []string) (scenario.Prepared, error) {
			return scenario.Prepared{Build: living(&seconds[0])}, nil
		}),
		scenario.Varying("was retrieved by <who> [for <n> seconds] [and reappeared]",
			"it was put, and the client got it with this visibility timeout, or with one of 30 seconds; if it reappeared, that time has passed",
			`was retrieved by ([A-Z][a-z]+)(?: for (\d+ seconds?))?( and reappeared)?`, retrieved),
	}
}

// retrieved is a message that a client took: for how long, and whether its window is over.
func retrieved(by []string) (scenario.Prepared, error) {
	span, err := words.ParseDuration(cmp.Or(by[1], fmt.Sprintf("%d seconds", window)))
	n := int(span.Seconds())
	p := scenario.Prepared{Build: perform.Then(living(nil), taking(by[0], n)), Uses: []string{"Get Messages"}}
	if by[2] != "" {
		p.Build, p.Waits = perform.Then(p.Build, reappearing(n)), n
	}
	return p, err
}

// living puts the message into the scenario's queue, with a time to live if one is given.
func living(lasts *string) perform.Build {
	return func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		req := &Request{Base: scenario.Base{Body: []byte("a message")}, TimeToLive: lasts}
		sent := w.Time.Now()
		resp, err := perform.Prepare(ctx, w, "Put Message", w.Resources.Get("queue"), req)
		if err != nil {
			return err
		}
		put, err := parseMessages(resp.Body)
		if err != nil || len(put) != 1 || put[0].ID == "" || put[0].PopReceipt == "" {
			return fmt.Errorf("the answer to Put Message is not one message with an id and a receipt (%v)", err)
		}
		become(t, Address{t.Address.(Address).Queue, put[0].ID})
		visible(t, 0)
		own, now := t.Own.(*receipts), w.Time.Now()
		own.given, own.giver, own.put = append(own.given, put[0].PopReceipt), "Put Message", put[0]
		own.sent, own.answered = sent, now
		t.Rests = func(ctx context.Context, _ scenario.State) error {
			return suspect(ctx, w, t, "use the pop receipt of the "+t.Label)
		}
		live(w, t, req, now, now)
		return nil
	}
}

// taken deletes a message that was put.
func taken(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	receipt := newest(t)
	_, err := perform.Prepare(ctx, w, "Delete Message", t, &Request{PopReceipt: &receipt})
	if err == nil {
		t.Made = missing(t.Address)
	}
	return err
}

// visible expects the message to be visible, with a count set by the last operation.
func visible(t *scenario.Resource, count int64) {
	made := missing(t.Address)
	made.Exists, made.Messages = true, []Peeked{{ID: t.Address.(Address).Message, Text: "a message", Count: count}}
	t.Made = made
	t.MadeBy(map[bool]string{true: "Put Message", false: "Get Messages"}[count == 0], scenario.FieldExistence, FieldMessages)
}

// taking lets a client take the message, with a window of n seconds.
func taking(who string, n int) perform.Build {
	return func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		a := w.Cast.Actor(who)
		ac, err := perform.Exchange(ctx, w, a, w.Language.Must("Get Messages"), w.Resources.Get("queue"), &Request{Visibility: new(strconv.Itoa(n))})
		if err != nil {
			return err
		}
		list, err := parseMessages(ac.Resp.Body)
		if err != nil || len(list) != 1 || list[0].ID != t.Address.(Address).Message {
			return fmt.Errorf("%s should have been given the %s, but was answered %s with %d messages (%v)", a.Name, t.Label, ac.Resp, len(list), err)
		}
		t.Made = missing(t.Address)
		t.MadeBy("Get Messages", scenario.FieldExistence)
		return perform.Remember(w, a, ac)
	}
}

// reappearing lets the window of the message pass.
func reappearing(n int) perform.Build {
	return func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		if err := w.Time.Pass(ctx, seconds(n)); err != nil {
			return verdict.Unknown("let a window pass", err)
		}
		w.Resources.Changed()
		visible(t, 1)
		return nil
	}
}
