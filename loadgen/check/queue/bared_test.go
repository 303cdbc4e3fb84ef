package queue

import (
	"testing"
	"time"

	"ifmatch/loadgen/check/bounds"
	"ifmatch/loadgen/history"
)

// TestAMessageThatStaysVisible is given out, and then seen and given out again. That is one violation, named by what is worse.
func TestAMessageThatStaysVisible(t *testing.T) {
	t.Parallel()
	const s = int64(time.Second)
	event := func(client uint32, op history.Op, at, count int64, receipt history.Token) history.Event {
		e := history.Event{Client: client, Seq: 1, Op: op, Outcome: history.Won, Status: 200, Value: 7, Got: count, Tag: receipt, Invoke: at, Return: at + 1}
		if op == history.Get {
			e.Arg = 30 * s
		}
		return e
	}
	put, first := event(1, history.Put, 0, 0, 1), event(2, history.Get, s, 1, 2)
	peek, second := event(3, history.Peek, 2*s, 1, history.None), event(4, history.Get, 3*s, 2, 3)
	// Two are given it as the second, while it is hidden for the first: what should have hidden it did not, which is one mistake.
	lasting := func(e history.Event, length int64) history.Event {
		e.Return = e.Invoke + length
		return e
	}
	both := []history.Event{put, lasting(event(2, history.Get, 2*s, 1, 2), s), lasting(event(3, history.Get, 7*s/2, 2, 3), s), event(4, history.Get, 2*s, 2, 4)}
	for name, tc := range map[string]struct {
		events []history.Event
		rule   string
	}{
		"given to two":      {both, "message given to two consumers"},
		"seen":              {[]history.Event{put, first, peek}, "hidden message shown"},
		"given":             {[]history.Event{put, first, second}, "message given to two consumers"},
		"seen, then given":  {[]history.Event{put, first, peek, second}, "message given to two consumers"},
		"seen twice":        {[]history.Event{put, first, peek, event(5, history.Peek, 4*s, 1, history.None)}, "hidden message shown"},
		"a receipt of both": {[]history.Event{put, first, event(4, history.Get, 3*s, 2, 2)}, "message given to two consumers"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := Check(tc.events, bounds.Timing{})
			if len(r.Violations) != 1 || r.Violations[0].Rule != tc.rule {
				t.Errorf("got %+v, want one violation: %s", r.Violations, tc.rule)
			}
		})
	}
}
