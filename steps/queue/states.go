package queue

import (
	"context"
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
		scenario.Varying("holds <n> messages", `it exists, and "message 1" to "message <n>" were put into it; n is at most 99`, `holds (\d+) messages?`, holding),
	}
}

var create = perform.Then(perform.Doing("Create Queue", Request{}),
	perform.Doing("Set Queue Metadata", Request{Base: scenario.Base{Metadata: map[string]string{"version": "2"}}}))

func holding(number []string) (p scenario.Prepared, err error) {
	n, _ := strconv.Atoi(number[0])
	if n < 1 || n > 99 {
		return p, fmt.Errorf("a scenario can have 1 to 99 messages in a queue, not %d", n)
	}
	p.Uses = []string{"Set Queue Metadata", "Put Message"}
	p.Build = func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		if err := create(ctx, w, t); err != nil {
			return err
		}
		own := t.Own.(*putBySetUp)
		for i := range n {
			put, parsed, err := put(ctx, w, t, &Request{Base: scenario.Base{Body: fmt.Appendf(nil, "message %d", i+1)}})
			if err != nil {
				return err
			}
			if parsed != nil || len(put) != 1 {
				return fmt.Errorf("the answer to Put Message is not one message (%v)", parsed)
			}
			own.ids = append(own.ids, put[0].ID)
		}
		return nil
	}
	return p, nil
}

// put puts a message into a queue and reads the answer; parsed is the error if it cannot be
// read.
func put(ctx context.Context, w *scenario.World, queue *scenario.Resource, req *Request) (list []message, parsed, err error) {
	resp, err := perform.Prepare(ctx, w, "Put Message", queue, req)
	if err != nil {
		return nil, nil, err
	}
	list, parsed = parseMessages(resp.Body)
	return list, parsed, nil
}

// messageStates are the states in which a scenario can find a message of its queue.
func messageStates() []scenario.Given {
	return []scenario.Given{
		scenario.Fixed("exists", `it was put just now, with the text "a message"`, scenario.Prepared{Build: (&life{}).build}),
		scenario.Fixed("does not exist", "it was never put", scenario.Prepared{Absent: true,
			Build: func(_ context.Context, w *scenario.World, t *scenario.Resource) error {
				become(t, Address{t.Address.(Address).Queue, w.GUID()})
				return nil
			}}),
		scenario.Fixed("was deleted", "it was put and deleted", scenario.Prepared{Absent: true, Build: (&life{deleted: true}).build, Uses: []string{"Delete Message"}}),
		scenario.Varying("lives for <n> seconds", "it was put just now with that time to live", `lives for (\d+) seconds`, func(seconds []string) (scenario.Prepared, error) {
			return scenario.Prepared{Build: (&life{lasts: &seconds[0]}).build}, nil
		}),
		scenario.Varying("was retrieved by <who> [for <n> seconds] [and reappeared]",
			"it was put, and the client got it with this visibility timeout, or with one of 30 seconds; if it reappeared, that time has passed",
			`was retrieved by ([A-Z][a-z]+)(?: for (\d+ seconds?))?( and reappeared)?`, retrieved),
	}
}

// life is what happens to a message.
type life struct {
	lasts   *string // time to live
	deleted bool
	who     string // the client that retrieves it; empty: none
	seconds int    // the interval of the retrieval
	over    bool   // that interval has passed
}

func retrieved(by []string) (p scenario.Prepared, err error) {
	l := &life{who: by[0], seconds: window, over: by[2] != ""}
	if by[1] != "" {
		d, err := words.ParseDuration(by[1])
		if err != nil {
			return p, err
		}
		l.seconds = int(d.Seconds())
	}
	if l.over {
		p.Waits = l.seconds
	}
	p.Build, p.Uses = l.build, []string{"Get Messages"}
	return p, nil
}

// build puts a message and does to it what its life says.
func (l *life) build(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	if err := l.put(ctx, w, t); err != nil {
		return err
	}
	if l.deleted {
		receipt, none := newest(t), missing(t.Address)
		if _, err := perform.Prepare(ctx, w, "Delete Message", t, &Request{PopReceipt: &receipt}); err != nil {
			return err
		}
		t.Made = &none
		return nil
	}
	if l.who != "" {
		return l.retrieve(ctx, w, t)
	}
	return nil
}

// put puts the message into the scenario's queue.
func (l *life) put(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	q, err := w.Resources.Named("queue")
	if err != nil {
		return err
	}
	req := &Request{Base: scenario.Base{Body: []byte("a message")}, TimeToLive: l.lasts}
	sent := w.Time.Now()
	put, parsed, err := put(ctx, w, q, req)
	if err != nil {
		return err
	}
	if parsed != nil || len(put) != 1 || put[0].ID == "" || put[0].PopReceipt == "" {
		return fmt.Errorf("the answer to Put Message is not one message with an id and a receipt (%v)", parsed)
	}
	become(t, Address{t.Address.(Address).Queue, put[0].ID})
	visible(t, 0)
	own := t.Own.(*receipts)
	own.given, own.giver, own.put = append(own.given, put[0].PopReceipt), "Put Message", put[0]
	own.sent, own.answered = sent, w.Time.Now()
	t.Rests = func(ctx context.Context, _ scenario.State) error {
		return suspect(ctx, w, t, "use the pop receipt of the "+t.Label)
	}
	now := w.Time.Now()
	live(w, t, req, now, now)
	return nil
}

// visible expects the message to be visible, with a count set by the last operation.
func visible(t *scenario.Resource, count int64) {
	made := existing(t.Address)
	made.Messages = []Peeked{{ID: t.Address.(Address).Message, Text: "a message", Count: count}}
	t.Made = &made
	t.MadeBy(map[bool]string{true: "Put Message", false: "Get Messages"}[count == 0], scenario.FieldExistence, FieldMessages)
}

// retrieve lets a client take the message, and lets its window pass if its life says so.
func (l *life) retrieve(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
	a := w.Cast.Actor(l.who)
	q, err := w.Resources.Named("queue")
	if err != nil {
		return err
	}
	ac, err := perform.Exchange(ctx, w, a, w.Language.Must("Get Messages"), q, &Request{Visibility: new(strconv.Itoa(l.seconds))})
	if err != nil {
		return err
	}
	list, err := parseMessages(ac.Resp.Body)
	if err != nil || len(list) != 1 || list[0].ID != t.Address.(Address).Message {
		return fmt.Errorf("%s should have been given the %s, but was answered %s with %d messages (%v)", a.Name, t.Label, ac.Resp, len(list), err)
	}
	if err := perform.Remember(w, a, ac); err != nil {
		return err
	}
	none := missing(t.Address)
	t.Made = &none
	t.MadeBy("Get Messages", scenario.FieldExistence)
	if !l.over {
		return nil
	}
	if err := w.Time.Pass(ctx, seconds(l.seconds)); err != nil {
		return verdict.Unknown("let a window pass", err)
	}
	w.Resources.Changed()
	visible(t, 1)
	return nil
}
