package oracle

import (
	"testing"

	"ifmatch/loadgen/history"
)

// Events of client c from a to b. Tags and contents are small numbers; a write's
// contents are its own.
func event(op history.Op, outcome history.Outcome, c uint32, a, b int64, named, tag history.Token, value uint64) history.Event {
	e := history.Event{Op: op, Outcome: outcome, Client: c, Seq: uint32(a), Key: 1, Invoke: a, Return: b, If: named, Tag: tag, Value: value}
	switch {
	case outcome.Uncertain():
		e.Return = history.Open
	case outcome == history.Lost:
		e.Status = 412
	}
	return e
}

func read(c uint32, a, b int64, tag history.Token, value uint64) history.Event {
	return event(history.Read, history.Won, c, a, b, 0, tag, value)
}

func swap(c uint32, a, b int64, named, tag history.Token, value uint64) history.Event {
	return event(history.Swap, history.Won, c, a, b, named, tag, value)
}

func on(key uint32, group uint64, e history.Event) history.Event {
	e.Key, e.Group = key, group
	return e
}

func TestPossible(t *testing.T) {
	t.Parallel()
	const won, lost, absent, unknown = history.Won, history.Lost, history.Absent, history.Unknown
	create := event(history.Create, won, 9, 0, 1, 0, 1, 91)
	put := func(c uint32, a, b int64, tag history.Token, value uint64) history.Event {
		return event(history.Write, won, c, a, b, 0, tag, value)
	}
	for _, test := range []struct {
		name   string
		events []history.Event
		want   bool
	}{
		{"nothing", nil, true},
		{"read what was written", []history.Event{create, read(1, 2, 3, 1, 91)}, true},
		{"others wrote meanwhile", []history.Event{create, read(1, 2, 3, 5, 50), read(1, 4, 5, 6, 60)}, true},
		{"others' version comes back", []history.Event{read(1, 2, 3, 5, 50), read(1, 4, 5, 6, 60), read(1, 6, 7, 5, 50)}, false},
		{"stale", []history.Event{create, swap(2, 2, 3, 1, 2, 22), read(1, 4, 5, 1, 91)}, false},
		{"touching", []history.Event{create, swap(2, 2, 4, 1, 2, 22), read(1, 4, 5, 1, 91)}, true},
		{"both replaced one version", []history.Event{swap(1, 2, 9, 1, 2, 11), swap(2, 3, 9, 1, 3, 22)}, false},
		{"replaced after an overwrite", []history.Event{create, put(1, 2, 3, 2, 11), swap(2, 4, 5, 1, 3, 22)}, false},
		{"an overwrite under way", []history.Event{create, put(1, 2, 6, 2, 11), swap(2, 4, 5, 1, 3, 22)}, true},
		{"a lost update by somebody else", []history.Event{put(1, 2, 3, 2, 11), swap(2, 4, 5, 1, 3, 22)}, true},
		{"one ETag for two writes", []history.Event{put(1, 2, 3, 2, 11), put(2, 4, 5, 2, 22)}, false},
		{"the ETag that it replaced", []history.Event{swap(1, 2, 3, 1, 1, 11)}, false},
		{"two contents", []history.Event{read(1, 2, 3, 5, 50), read(1, 4, 5, 5, 51)}, false},
		{"a recorded write's contents under others' ETag", []history.Event{put(1, 2, 3, 2, 11), read(1, 4, 5, 7, 11)}, false},
		{"a refused write's contents", []history.Event{event(history.Swap, lost, 1, 2, 3, 1, 0, 11), read(1, 4, 5, 7, 11)}, false},
		{"an unanswered write's contents", []history.Event{event(history.Swap, unknown, 1, 2, 3, 1, 0, 11), read(1, 4, 5, 7, 11)}, true},
		{"an unanswered write's contents, too early", []history.Event{event(history.Write, unknown, 1, 6, 7, 0, 0, 11), read(1, 4, 5, 7, 11)}, false},
		{"an unanswered update seen, and the version it named after that", []history.Event{event(history.Swap, unknown, 1, 2, 3, 1, 0, 11), read(1, 4, 5, 7, 11), read(1, 6, 7, 1, 0)}, false},
		{"an unanswered update that may not have happened yet", []history.Event{event(history.Swap, unknown, 1, 2, 3, 1, 0, 11), read(1, 6, 7, 1, 0)}, true},
		{"412 while current", []history.Event{create, event(history.Swap, lost, 1, 2, 3, 1, 0, 11), read(1, 4, 5, 1, 0)}, false},
		{"412 and gone afterwards", []history.Event{create, event(history.Swap, lost, 1, 2, 3, 1, 0, 11)}, true},
		{"404 while there", []history.Event{create, event(history.Read, absent, 1, 2, 3, 0, 0, 0), read(1, 4, 5, 1, 0)}, false},
		{"two creates: others may have deleted", []history.Event{create, event(history.Create, won, 1, 2, 3, 0, 2, 11)}, true},
		{"create while there", []history.Event{create, event(history.Create, won, 1, 2, 3, 0, 2, 11), swap(2, 4, 5, 1, 3, 22)}, false},
		{"refused create while gone: others may have created", []history.Event{event(history.Delete, won, 1, 2, 3, 1, 0, 0), event(history.Create, lost, 1, 4, 5, 0, 0, 11)}, true},
		{"read after a delete", []history.Event{event(history.Delete, won, 1, 2, 3, 1, 0, 0), read(1, 4, 5, 1, 0)}, false},
		{"If-Match ignored", []history.Event{event(history.Read, won, 1, 2, 3, 1, 2, 0)}, false},
		{
			"half a transaction",
			[]history.Event{on(1, 7, swap(1, 2, 9, 1, 2, 11)), on(2, 7, swap(1, 2, 9, 4, 5, 12)), on(1, 8, read(2, 3, 8, 2, 11)), on(2, 8, read(2, 3, 8, 4, 0))},
			false,
		},
		{
			"pages apart",
			[]history.Event{on(1, 7, swap(1, 2, 9, 1, 2, 11)), on(2, 7, swap(1, 2, 9, 4, 5, 12)), on(2, 8, read(2, 3, 8, 4, 0)), on(1, 9, read(2, 3, 8, 2, 11))},
			true,
		},
		{
			"granted in one part and refused in the other",
			[]history.Event{on(1, 7, swap(1, 2, 9, 1, 2, 11)), on(2, 7, event(history.Swap, lost, 1, 2, 9, 4, 0, 12))},
			false,
		},
		{
			"two appends at one offset",
			[]history.Event{{Op: history.Append, Outcome: won, Client: 1, Invoke: 1, Return: 9, Got: 10, Arg: 5}, {Op: history.Append, Outcome: won, Client: 2, Invoke: 1, Return: 9, Got: 10, Arg: 5}},
			false,
		},
		{
			"others appended in between",
			[]history.Event{{Op: history.Append, Outcome: won, Client: 1, Invoke: 1, Return: 2, Got: 10, Arg: 5}, {Op: history.Append, Outcome: won, Client: 2, Invoke: 3, Return: 9, Got: 30, Arg: 5}},
			true,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := Possible(test.events); got != test.want {
				t.Errorf("Possible = %t, want %t", got, test.want)
			}
		})
	}
}
