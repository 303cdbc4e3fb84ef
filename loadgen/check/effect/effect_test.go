package effect

import (
	"math/rand/v2"
	"testing"

	"ifmatch/loadgen/check/finding"
	"ifmatch/loadgen/history"
)

// book makes the ids of messages from their numbers.
var book = history.NewDictionary("5f3a1b2c")

func id(n int64) history.Token { return book.Position(n) }

func apply(value uint64, as int64, o history.Outcome, at int64) history.Event {
	e := history.Event{Op: history.Apply, Value: value, Next: id(as), Outcome: o, Invoke: at, Return: at + 5, Client: uint32(at), Seq: 1}
	if o.Uncertain() {
		e.Return = history.Open
	}
	return e
}

// whole checks a history of which all events are there.
func whole(events []history.Event) finding.Result {
	s := NewStream()
	s.Add(events)
	return s.Close()
}

func TestAMessageIsOne(t *testing.T) {
	t.Parallel()
	const won, lost, unknown = history.Won, history.Lost, history.Unknown
	removed := history.Event{Op: history.Remove, Outcome: won, Value: 1, Invoke: 30, Return: 35}
	for name, tt := range map[string]struct {
		events []history.Event
		rules  []string
	}{
		"nothing":              {nil, nil},
		"once":                 {[]history.Event{apply(1, 1, won, 10), removed}, nil},
		"found done":           {[]history.Event{apply(1, 1, won, 10), apply(1, 1, lost, 20), removed}, nil},
		"nobody heard":         {[]history.Event{apply(1, 1, unknown, 10), apply(1, 1, lost, 20)}, nil},
		"made twice":           {[]history.Event{apply(1, 1, won, 10), apply(1, 1, won, 20)}, nil}, // the versions of the entity show that
		"two messages":         {[]history.Event{apply(1, 1, won, 10), apply(2, 2, won, 20)}, nil},
		"two ids":              {[]history.Event{apply(1, 1, won, 10), apply(1, 2, won, 20)}, []string{"effect twice"}},
		"two ids, one late":    {[]history.Event{apply(1, 1, unknown, 10), apply(1, 2, won, 20)}, []string{"message with two ids"}},
		"two ids, later again": {[]history.Event{apply(1, 1, won, 10), apply(1, 2, won, 20), apply(1, 3, won, 30), apply(1, 2, lost, 40)}, []string{"effect twice"}},
		"after a retry":        {[]history.Event{apply(1, 1, unknown, 10), apply(1, 1, won, 15), apply(1, 2, won, 20)}, []string{"effect twice"}},
	} {
		r := whole(tt.events)
		var rules []string
		for _, v := range r.Violations {
			rules = append(rules, v.Rule)
			if !v.Whole || len(v.Evidence) != 2 {
				t.Errorf("%s: %+v", name, v)
			}
		}
		if len(rules) != len(tt.rules) || len(rules) > 0 && rules[0] != tt.rules[0] || (r.State == finding.Invalid) != (len(rules) > 0) {
			t.Errorf("%s: %s %v, want %v", name, r.State, rules, tt.rules)
		}
	}
}

// TestStreamAgrees delivers random histories in pieces. A stream must forget removed messages,
// and nothing else.
func TestStreamAgrees(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 7))
	for range 2000 {
		var events []history.Event
		gone := map[uint64]bool{}
		for at := range int64(30) {
			value := uint64(1 + rng.IntN(6))
			if gone[value] {
				continue
			}
			if rng.IntN(6) == 0 {
				gone[value] = true
				events = append(events, history.Event{Op: history.Remove, Outcome: history.Won, Value: value, Invoke: at, Return: at})
				continue
			}
			as := int64(value)
			if rng.IntN(20) == 0 {
				as += 10
			}
			e := apply(value, as, []history.Outcome{history.Won, history.Lost, history.Unknown}[rng.IntN(3)], at)
			if e.Return != history.Open {
				e.Return = at
			}
			events = append(events, e)
		}
		s := NewStream()
		for i := range events {
			s.Add(events[i : i+1])
			if i+1 < len(events) {
				s.Mark(events[i+1].Invoke)
			}
		}
		got, want := s.Close(), whole(events)
		if got.State != want.State || len(got.Violations) != len(want.Violations) || got.Unlisted != want.Unlisted {
			t.Fatalf("%+v, want %+v of %+v", got, want, events)
		}
	}
}
