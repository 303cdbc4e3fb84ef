package lease

import (
	"testing"

	"ifmatch/loadgen/history"
)

// TestAnEarlierAnswerIsAccused has two acquires and a break at once, which can have happened
// in two ways. One answer fits only the first way, and is false. All answers after it fit
// only the second.
func TestAnEarlierAnswerIsAccused(t *testing.T) {
	t.Parallel()
	first, second, _ := leaseIDs()
	did := func(client, seq uint32, op history.Op, id history.Token, outcome history.Outcome, invoke, answered int64) history.Event {
		e := history.Event{Client: client, Seq: seq, Op: op, Lease: id, Outcome: outcome, Invoke: invoke, Return: answered, Arg: history.Infinite}
		if op == history.PutRange {
			e.Value = history.ValueOf(client, seq)
		}
		return e
	}
	const won, refused = history.Won, history.Refused
	lie := did(1, 2, history.PutRange, first, won, 250, 400)
	start := []history.Event{
		did(1, 1, history.Acquire, first, won, 10, 100),
		did(3, 1, history.Break, history.None, won, 80, 150),
		did(2, 1, history.Acquire, second, won, 90, 300),
		lie,
		did(2, 2, history.PutRange, second, won, 310, 500),
	}
	for name, tt := range map[string]struct {
		follows []history.Event
		accused history.Event
	}{
		"nothing follows": {nil, start[4]},
		"a refusal follows": {[]history.Event{
			did(1, 3, history.Acquire, first, refused, 410, 600),
		}, lie},
		"the holder goes on": {[]history.Event{
			did(2, 3, history.PutRange, second, won, 510, 600),
			did(2, 4, history.Release, second, won, 610, 700),
		}, lie},
		"the other goes on": {[]history.Event{
			did(1, 3, history.PutRange, first, won, 510, 600),
			did(2, 3, history.Acquire, second, refused, 510, 700),
			did(1, 4, history.Release, first, won, 610, 700),
		}, start[4]},
	} {
		r := Check(append(start[:len(start):len(start)], tt.follows...), Options{File: true})
		if len(r.Violations) != 1 {
			t.Errorf("%s: %s with %d violations, want one: %+v", name, r.State, len(r.Violations), r.Violations)
			continue
		}
		for _, x := range r.Violations[0].Evidence {
			if accused := x.Role == "was accepted all the same"; accused != (x.Event == tt.accused) {
				t.Errorf("%s: %+v %s; want an accusation of %+v", name, x.Event, x.Role, tt.accused)
			}
		}
	}
}

// TestOneMistakeIsOneViolation has a lease that ends, or passes to another, by one mistake of
// the service. What follows from the mistake is no further violation, and neither is an
// answer that fits the state before it.
func TestOneMistakeIsOneViolation(t *testing.T) {
	t.Parallel()
	mine, yours, _ := leaseIDs()
	const won, refused = history.Won, history.Refused
	acquired := step{history.Acquire, mine, won}
	for name, tt := range map[string]struct {
		o       Options
		steps   []step
		accused int // index of the only accused
	}{
		"the lease is gone": {Options{}, []step{
			acquired, {history.Write, mine, refused}, {history.Renew, mine, refused}, {history.Acquire, yours, won}, {history.Write, yours, won}}, 1},
		"the lease is gone, and released": {Options{}, []step{
			acquired, {history.Renew, mine, refused}, {history.Write, history.None, won}, {history.Acquire, yours, won}}, 1},
		"no lease to break": {Options{}, []step{
			acquired, {history.Break, history.None, refused}, {history.Break, history.None, refused}, {history.Acquire, yours, won}}, 1},
		"a refusal alone": {Options{}, []step{
			acquired, {history.Write, mine, refused}, {history.Write, mine, won}, {history.Acquire, yours, refused}, {history.Release, mine, won}}, 1},
		"a write without the id ends it": {Options{}, []step{
			acquired, {history.Write, history.None, won}, {history.Write, mine, refused}, {history.Acquire, yours, won}}, 1},
		"granted, and meant":     {Options{}, []step{acquired, {history.Acquire, yours, won}, {history.Write, mine, refused}, {history.Write, yours, won}}, 1},
		"granted, and not meant": {Options{}, []step{acquired, {history.Acquire, yours, won}, {history.Write, yours, refused}, {history.Write, mine, won}}, 1},
		"a foreign id that is the holder's": {Options{File: true}, []step{
			acquired, {history.PutRange, yours, won}, {history.PutRange, mine, refused}, {history.PutRange, yours, won}, {history.Release, yours, won}}, 1},
	} {
		events := inTurn(tt.steps)
		r := Check(events, tt.o)
		if len(r.Violations) != 1 {
			t.Errorf("%s: %d violations, want one: %+v", name, len(r.Violations), r.Violations)
			continue
		}
		for _, x := range r.Violations[0].Evidence {
			if accused := x.Role == "was accepted all the same" || x.Role == "was refused all the same"; accused != (x.Event == events[tt.accused]) {
				t.Errorf("%s: %+v %s; want an accusation of %+v", name, x.Event, x.Role, events[tt.accused])
			}
		}
	}
}
