package register

import (
	"math/rand/v2"
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// TestOneMistakeIsOneViolation has histories with one mistake that many answers show.
func TestOneMistakeIsOneViolation(t *testing.T) {
	t.Parallel()
	event := func(op history.Op, client uint32, at int64, named, tag history.Token, value uint64) history.Event {
		return history.Event{Op: op, Outcome: history.Won, Status: 200, Client: client, Seq: uint32(at), Invoke: at, Return: at + 1, If: named, Tag: tag, Value: value}
	}
	made := event(history.Create, 9, 0, 0, 1, 1)
	made.Flags = history.Outside
	early := event(history.Read, 3, 9, 0, 2, 3) // its answer is read when the second write is done
	early.Return = 14
	length := func(e history.Event, etag history.Token) history.Event {
		e.Lease = etag
		return e
	}
	for name, tc := range map[string]struct {
		kind   Kind
		events []history.Event
		rule   string
	}{
		"a tag that two writes received": {Blob, []history.Event{
			made, event(history.Swap, 1, 4, 1, 2, 2), event(history.Read, 2, 6, 0, 2, 2), early, event(history.Swap, 1, 10, 2, 2, 3),
			event(history.Read, 4, 16, 0, 2, 3), event(history.Read, 5, 18, 0, 2, 3), event(history.Swap, 6, 20, 2, 4, 4),
		}, "tag used twice"},
		"an ETag for two lengths": {AppendBlob, []history.Event{
			length(made, 100), length(event(history.Swap, 1, 4, 1, 2, 2), 101), length(event(history.Swap, 1, 8, 2, 3, 3), 101),
			length(event(history.Read, 2, 12, 0, 3, 0), 101), length(event(history.Read, 3, 14, 0, 3, 0), 101),
		}, "tag with two contents"},
		"two ETags for a length": {AppendBlob, []history.Event{
			length(made, 100), length(event(history.Swap, 1, 4, 1, 2, 2), 101), length(event(history.Read, 2, 8, 0, 2, 0), 102),
			length(event(history.Read, 3, 12, 0, 2, 0), 102),
		}, "contents with two tags"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := Check(tc.events, Options{Kind: tc.kind})
			if r.State != finding.Invalid || len(r.Violations) != 1 || r.Violations[0].Rule != tc.rule {
				t.Errorf("%s %+v; want one violation: %s", r.State, r.Violations, tc.rule)
			}
		})
	}
}

// TestUnjustRefusalsAreCounted has refusals without a reason. Where a read explains one as well, as far as is known, the read
// must not be accused if that leaves more to explain.
func TestUnjustRefusalsAreCounted(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{8, 36, 42} {
		p := loads[0].plan
		p.timely, p.clients, p.events, p.unjust = true, 16+int(seed%16), 3000, 30
		events, most := simulate(rand.New(rand.NewPCG(seed, 7)), p), 0
		for i := range events {
			most += int(events[i].Code)
		}
		if r := Check(events, Options{}); r.State != finding.Invalid || len(r.Violations) > most {
			t.Errorf("%d: %s with %d violations, want at most %d", seed, r.State, len(r.Violations), most)
		}
	}
}
