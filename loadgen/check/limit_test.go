package check

import (
	"testing"
	"time"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// TestItAlwaysEnds checks histories on which a search, or explaining, would go on for very long. It ends by the limit, and
// says what it found by then.
func TestItAlwaysEnds(t *testing.T) {
	t.Parallel()
	const limit = 300 * time.Millisecond
	for _, tc := range []struct {
		name   string
		events func(*history.Dictionary) []history.Event
		want   finding.State
		more   bool
	}{
		{"every twentieth answer is wrong", manyStale, finding.Invalid, true},
		{"one ETag for everything", oneTag, finding.Invalid, true},
		{"leases by clocks that are an hour apart", anHourApart, finding.Undecided, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			book := history.NewDictionary("0123abcd")
			events := tc.events(book)
			start := time.Now()
			v := Events(book, events, true, "", Options{Limit: limit})
			if v.State != tc.want || v.More != tc.more {
				t.Errorf("%s (%s), more: %t; want %s, more: %t", v.State, v.Why, v.More, tc.want, tc.more)
			}
			if spent := time.Since(start); spent > 100*limit {
				t.Errorf("it took %s, with a limit of %s", spent, limit)
			}
		})
	}
}

// manyStale is a blob that is replaced again and again, and every twentieth read shows an old version.
func manyStale(book *history.Dictionary) (events []history.Event) {
	key, name := book.Key("blob /c/b"), book.Name("an operation")
	for i := range int64(20_000) {
		e := history.Event{Key: key, Name: name, Op: history.Swap, Outcome: history.Won, Status: 201, If: history.Token(1<<60 | i), Tag: history.Token(1<<60 | (i + 1)),
			Value: history.ValueOf(1, uint32(i+1)), Client: 1, Seq: uint32(i + 1), Invoke: 4 * i, Return: 4*i + 1}
		if i == 0 {
			e.Op, e.If, e.Flags = history.Create, history.None, history.Outside
		}
		shown := i + 1
		if i%20 == 19 {
			shown -= 10
		}
		r := history.Event{Key: key, Name: name, Op: history.Read, Outcome: history.Won, Status: 200, Tag: history.Token(1<<60 | shown),
			Value: history.ValueOf(1, uint32(shown)), Client: 2, Seq: uint32(i + 1), Invoke: 4*i + 2, Return: 4*i + 3}
		events = append(events, e, r)
	}
	return events
}

// oneTag is a blob all of whose versions have one ETag.
func oneTag(book *history.Dictionary) []history.Event {
	events := manyStale(book)
	for i := range events {
		if events[i].If != history.None {
			events[i].If = history.Token(1 << 60)
		}
		events[i].Tag = history.Token(1 << 60)
	}
	return events
}

// anHourApart is a lease that many acquire and release, all of whose intervals overlap.
func anHourApart(book *history.Dictionary) (events []history.Event) {
	key, name := book.Key("blob /c/b"), book.Name("an operation")
	for i := range int64(2000) {
		c := uint32(i % 24)
		at := i * int64(10*time.Millisecond)
		id := book.Token([]string{"a", "b", "c", "d", "e", "f", "g", "h"}[i%8] + string(rune('A'+i%24)))
		e := history.Event{Key: key, Name: name, Op: history.Acquire, Outcome: history.Won, Status: 201, Lease: id, Arg: int64(time.Minute),
			Client: c, Seq: uint32(i + 1), Invoke: at - int64(time.Hour), Return: at + int64(time.Hour)}
		switch i % 4 {
		case 1:
			e.Outcome, e.Status = history.Refused, 409
		case 3:
			e.Op, e.Arg = history.Release, 0
			e.Lease = events[len(events)-1].Lease
		}
		events = append(events, e)
	}
	return events
}
