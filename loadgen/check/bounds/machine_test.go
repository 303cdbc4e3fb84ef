package bounds

import (
	"testing"

	"ifmatch/loadgen/history"
)

func TestWhatNarrowsAnOperation(t *testing.T) {
	t.Parallel()
	seen := func(invoke, end int64) *history.Event { return &history.Event{Invoke: invoke, Return: end} }
	for _, tc := range []struct {
		name        string
		after, by   *history.Event
		from, until int64
	}{
		{"nothing", nil, nil, 10, 20},
		{"an answer within it", nil, seen(0, 15), 10, 15},
		{"an answer after it", nil, seen(0, 25), 10, 20},
		{"a request within it", seen(12, 30), nil, 12, 20},
		{"a request before it", seen(5, 30), nil, 10, 20},
		{"both", seen(12, 30), seen(0, 12), 12, 12},
		{"a contradiction", seen(13, 30), seen(0, 12), 10, 20},
	} {
		o := &Op{Event: seen(10, 20), After: tc.after, By: tc.by}
		if o.from() != tc.from || o.until() != tc.until {
			t.Errorf("%s: [%d, %d], want [%d, %d]", tc.name, o.from(), o.until(), tc.from, tc.until)
		}
	}
}
