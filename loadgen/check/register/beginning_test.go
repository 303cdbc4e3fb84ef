package register

import (
	"testing"

	"ifmatch/loadgen/history"
)

// TestBeginnings distinguishes histories that began with nothing there from those that may
// not have.
func TestBeginnings(t *testing.T) {
	t.Parallel()
	event := func(op history.Op, o history.Outcome, invoke, ret int64) history.Event {
		e := history.Event{Op: op, Outcome: o, Invoke: invoke, Return: ret, Value: uint64(invoke)}
		if o == history.Won {
			e.Tag = pack(uint64(invoke))
		}
		return e
	}
	create := func(o history.Outcome, invoke, ret int64) history.Event { return event(history.Create, o, invoke, ret) }
	read := func(o history.Outcome, invoke, ret int64) history.Event { return event(history.Read, o, invoke, ret) }
	remove := func(o history.Outcome, invoke, ret int64) history.Event { return event(history.Delete, o, invoke, ret) }
	for name, test := range map[string]struct {
		ops  []history.Event
		want bool
	}{
		"nothing":                             {nil, true},
		"a create":                            {[]history.Event{create(history.Won, 1, 2)}, true},
		"a create beside others":              {[]history.Event{create(history.Won, 1, 5), create(history.Lost, 2, 6)}, true},
		"a create beside a read":              {[]history.Event{create(history.Won, 1, 5), read(history.Won, 2, 6)}, false},
		"a create that lost":                  {[]history.Event{create(history.Lost, 1, 2), create(history.Won, 3, 4)}, false},
		"nothing was found":                   {[]history.Event{read(history.Absent, 1, 2), create(history.Lost, 3, 4), create(history.Won, 3, 4)}, true},
		"nothing was found, twice":            {[]history.Event{read(history.Absent, 1, 9), read(history.Absent, 2, 3), create(history.Won, 4, 5)}, true},
		"nothing was found, after a delete":   {[]history.Event{remove(history.Won, 1, 4), read(history.Absent, 2, 3)}, false},
		"nothing was found, before a delete":  {[]history.Event{read(history.Absent, 2, 3), remove(history.Unknown, 4, history.Open)}, true},
		"nothing was found, beside something": {[]history.Event{read(history.Won, 1, 9), read(history.Absent, 2, 3), create(history.Won, 5, 6)}, true},
		"something was found":                 {[]history.Event{read(history.Won, 1, 2), create(history.Lost, 3, 4)}, false},
		"a create that nobody answered":       {[]history.Event{create(history.Unknown, 1, history.Open), read(history.Absent, 2, 3)}, true},
	} {
		if got := startsEmpty(test.ops, never); got != test.want {
			t.Errorf("%s: %t, want %t", name, got, test.want)
		}
		if startsEmpty(test.ops, 2) && len(test.ops) > 0 {
			t.Errorf("%s: concluded from what was answered later", name)
		}
	}
}
