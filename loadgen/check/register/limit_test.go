package register

import (
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// TestExplainingEnds explains two stale reads far from each other when the limit is reached at once: it says at least one.
func TestExplainingEnds(t *testing.T) {
	t.Parallel()
	var events []history.Event
	for i := range int64(500) {
		w := history.Event{Op: history.Swap, Outcome: history.Won, Status: 201, If: history.Token(i), Tag: history.Token(i + 1), Client: 1, Seq: uint32(i + 1), Invoke: 10 * i, Return: 10*i + 2}
		r := history.Event{Op: history.Read, Outcome: history.Won, Status: 200, Tag: history.Token(i + 1), Client: 2, Seq: uint32(i + 1), Invoke: 10*i + 4, Return: 10*i + 6}
		if i == 0 {
			w.Op, w.Flags = history.Create, history.Outside
		}
		if i%200 == 100 {
			r.Tag -= 5
		}
		events = append(events, w, r)
	}
	for _, tc := range []struct {
		limit *finding.Limit
		found int
		more  bool
	}{{nil, 2, false}, {finding.NewLimit(1, finding.LimitMemory), 1, true}, {finding.NewLimit(finding.LimitTime, finding.LimitMemory), 2, false}} {
		if r := Check(events, Options{Limit: tc.limit}); len(r.Violations) != tc.found || r.More != tc.more {
			t.Errorf("%d violations, more: %t; want %d, %t", len(r.Violations), r.More, tc.found, tc.more)
		}
	}
}
