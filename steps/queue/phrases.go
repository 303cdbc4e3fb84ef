package queue

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/scenario"
	"ifmatch/steps/scenario/perform"
	"ifmatch/steps/verdict"
)

// phrases are the sentences that only queues have.
func phrases() []scenario.Phrase {
	return []scenario.Phrase{
		{Keyword: "When", Pattern: `(\d+) consumers (take|take and delete) what the queue holds, (\d+) at a time`,
			Example: `When 8 consumers take and delete what the queue holds, 2 at a time`, Read: readConsumers},
		{Keyword: "Then", Pattern: `the message{named} (is visible|is hidden|stays gone)(?: with (.+))?`,
			Example: `Then the message is visible with content "a message", dequeue count 1`, Read: readMessageIs},
		{Keyword: "Then", Pattern: `the queue holds nothing but what the clients put`, Example: `Then the queue holds nothing but what the clients put`,
			Read: func(s *scenario.Sentence) scenario.Body {
				s.About("queue")
				return scenario.AfterCrowd("queue", holdsPut)
			}},
		{Keyword: "Then", Pattern: `every message was taken by exactly one consumer`,
			Example: `Then every message was taken by exactly one consumer`, Read: func(s *scenario.Sentence) scenario.Body {
				s.About("message")
				return scenario.With("queue", takenOnce)
			}},
	}
}

// shown matches what a sentence says about a visible message.
var shown = regexp.MustCompile(`^(?:content "([^"]*)")?(?:, )?(?:dequeue count (\d+))?$`)

// readMessageIs reads a sentence about whether a message is visible, and what it looks like.
func readMessageIs(s *scenario.Sentence) scenario.Body {
	s.About("message")
	label, state, how := cmp.Or(s.Text(1), "message"), s.Text(2), s.Text(3)
	want := shown.FindStringSubmatch(how)
	if want == nil || how != "" && state != isVisible {
		s.Fail(fmt.Errorf(`%q says nothing about a message that %s: want content "…", dequeue count n`, how, state))
		return nil
	}
	return scenario.With(label, func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		return messageIs(ctx, w, t, state, want[1], want[2])
	})
}

// isVisible is what a sentence says of a message that reads show.
const isVisible = "is visible"

// unlike says what is wrong with a message of which a sentence says otherwise.
var unlike = map[string]string{isVisible: "is not visible", "is hidden": "is not hidden", "stays gone": "is back"}

// messageIs looks for a message. Inside a window no read shows it (QUEUE-PEEK-03), nor after it was deleted.
func messageIs(ctx context.Context, w *scenario.World, t *scenario.Resource, state, text, count string) error {
	now, err := w.Again(ctx, t)
	if err != nil {
		return w.Findings.UnreadAfter(t, "look for the "+t.Label, err)
	}
	if err := w.Time.Judge(); err != nil {
		return err
	}
	st := now.(*State)
	switch {
	case st.Exists != (state == isVisible):
		if read := perform.Misread(ctx, w, t, scenario.FieldExistence, st); read != "" {
			return verdict.BlockedBy("tell whether the "+t.Label+" "+state+": "+read+" shows it, and Get Messages does not return it", read, string(scenario.FieldExistence))
		}
		return t.Otherwise(verdict.Failed("the "+t.Label+" "+unlike[state], state, map[bool]string{true: isVisible, false: "no read shows it"}[st.Exists]), scenario.FieldExistence)
	case !st.Exists:
		return nil
	}
	got := st.Messages[0]
	switch n := strconv.FormatInt(got.Count, 10); {
	case text != "" && got.Text != text:
		err = verdict.Failed("the "+t.Label+" has the wrong text", strconv.Quote(text), strconv.Quote(got.Text))
	case count != "" && n != count:
		err = verdict.Failed("the "+t.Label+" has the wrong dequeue count", count, n)
		if of(t).count == n { // what came after the retrieval kept it
			w.Findings.WrongAnswer(t, fieldCount, "Get Messages", count, n)
		}
		return cmp.Or(t.Require(FieldMessages), t.Require(fieldCount), t.Otherwise(err, fieldCount))
	default:
		return nil
	}
	return cmp.Or(t.Require(FieldMessages), t.Otherwise(err, FieldMessages))
}

// crowdWindow is the window that consumers ask for, in seconds: longer than any race.
const crowdWindow = 300

// readConsumers lets clients retrieve messages until no message is visible, each in its own
// loop. Consumers that delete messages do so before they ask for more.
func readConsumers(s *scenario.Sentence) scenario.Body {
	s.About("queue")
	s.Uses("Get Messages")
	n, deletes, batch := s.Count(1), strings.HasSuffix(s.Text(2), "delete"), s.Text(3)
	return scenario.With("queue", func(ctx context.Context, w *scenario.World, t *scenario.Resource) error {
		if _, err := perform.Look(ctx, w, t); err != nil {
			return err
		}
		who := make([]*scenario.Actor, n)
		for i := range who {
			who[i] = w.Cast.OneOfMany("consumer", i)
		}
		c, took := consumption{w, t, batch, deletes}, make([]scenario.Crowd, n)
		started := w.Time.Now()
		err := perform.Together(n, func(i int) (err error) {
			took[i], err = c.take(ctx, who[i])
			return err
		})
		w.Resources.Changed()
		if err != nil {
			return err
		}
		w.Crowd = &scenario.Crowd{}
		for _, crowd := range took {
			w.Crowd.Acts, w.Crowd.Unknown = append(w.Crowd.Acts, crowd.Acts...), w.Crowd.Unknown+crowd.Unknown
		}
		if !deletes {
			// The first window must still be running when the last consumer has looked.
			w.Time.Start("window of a crowd", "the first consumer's window", seconds(crowdWindow), started, started)
		}
		return w.Time.Judge()
	})
}

// consumption is how consumers take what a queue holds.
type consumption struct {
	w       *scenario.World
	queue   *scenario.Resource
	batch   string
	deletes bool
}

// take is one consumer's loop. Unknown are the retrievals whose answer never came: they may have hidden messages. It
// terminates: every turn but the last takes at least one message, and a queue that gives out more than it ever held is
// wrong.
func (c consumption) take(ctx context.Context, a *scenario.Actor) (took scenario.Crowd, _ error) {
	get, held := c.w.Language.Must("Get Messages"), len(ids(c.queue))
	for range 2*held + 2 {
		ac, known, err := perform.Try(ctx, c.w, a, get, c.queue, &Request{MessageCount: &c.batch, Visibility: new(strconv.Itoa(crowdWindow))})
		if err == nil && known {
			err = ac.MustSucceed()
		}
		if err != nil {
			return took, err
		}
		if !known {
			took.Unknown++
			continue
		}
		list, err := parseMessages(ac.Resp.Body)
		if err != nil {
			return took, verdict.In(verdict.Failed(get.Name+" returned an unreadable answer", "a list of messages", err.Error()), reports.InResponse, get.Name, string(scenario.FieldBody))
		}
		if len(list) == 0 {
			return took, nil
		}
		took.Acts = append(took.Acts, ac)
		for _, m := range list {
			if err := c.remove(ctx, a, m); err != nil {
				return took, err
			}
		}
	}
	return took, verdict.In(verdict.Failed("the queue kept giving out messages", fmt.Sprintf("%d messages in all", held), "more"), reports.InEffect, get.Name, string(FieldMessages))
}

// remove deletes the messages that a consumer received, if consumers delete.
func (c consumption) remove(ctx context.Context, a *scenario.Actor, m message) error {
	if !c.deletes {
		return nil
	}
	del := c.w.Language.Must("Delete Message")
	t := &scenario.Resource{Label: "message", Address: Address{c.queue.Address.(Address).Queue, m.ID}}
	for deleted := false; ; deleted = true {
		done, known, err := perform.Try(ctx, c.w, a, del, t, &Request{PopReceipt: &m.PopReceipt})
		switch {
		case err != nil:
			return err
		case !known:
			continue
		case done.Resp.Status == del.Success, deleted && done.Resp.Status == http.StatusNotFound:
			return nil
		}
		return verdict.In(verdict.Failed("a consumer could not delete a message that it had just been given", strconv.Itoa(del.Success), done.Resp.String()), reports.InStatus, del.Name, string(scenario.FieldStatus))
	}
}

// takenOnce judges that no two consumers received the same message, and that none was lost.
func takenOnce(_ context.Context, w *scenario.World, q *scenario.Resource) error {
	if w.Crowd == nil {
		return verdict.Miswritten("no consumers have taken anything")
	}
	times := map[string]int{}
	for _, ac := range w.Crowd.Acts {
		list, _ := parseMessages(ac.Resp.Body) // readable, or its consumer had failed
		for _, m := range list {
			times[m.ID]++
		}
	}
	put := ids(q)
	for _, id := range put {
		if n := times[id]; n > 1 || n == 0 && w.Crowd.Unknown == 0 {
			return verdict.In(verdict.Failed("a message was not taken exactly once", "each of "+strconv.Itoa(len(put))+" messages once", fmt.Sprintf("message %s %d times", id, n)), reports.InEffect, "Get Messages", string(FieldMessages))
		}
		delete(times, id)
	}
	if len(times) > 0 {
		return verdict.In(verdict.Failed("the consumers were given messages that no client put", "none", fmt.Sprintf("%d of them", len(times))), reports.InEffect, "Get Messages", string(FieldMessages))
	}
	return nil
}

// holdsPut judges that each message in a queue is one that a concurrent client put, whole, with
// the id that the answer to its put gave. QUEUE-CLR-04
func holdsPut(ctx context.Context, w *scenario.World, q *scenario.Resource, acts []*scenario.Act) error {
	put := map[string]string{}
	for _, ac := range acts {
		if ac.Op.Name == "Put Message" && ac.Resp.OK() {
			put[firstOf(ac.Resp).ID] = string(ac.Req.Common().Body)
		}
	}
	st, err := w.Again(ctx, q)
	if err != nil {
		return w.Findings.UnreadAfter(q, "read the queue afterwards", err)
	}
	for _, m := range st.(*State).Messages {
		if text, known := put[m.ID]; !known || text != m.Text {
			return q.Otherwise(verdict.Failed("the queue holds a message that no client put", "those of the clients, or none", fmt.Sprintf("%s %q", m.ID, scenario.First([]byte(m.Text), 80))), FieldMessages)
		}
	}
	return nil
}
