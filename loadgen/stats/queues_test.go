package stats_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/stats"
	"ifmatch/reports/load"
)

func value(v uint64) func(*history.Event) { return func(e *history.Event) { e.Value = v } }
func dequeued(n int64) func(*history.Event) {
	return func(e *history.Event) { e.Got = n }
}

func TestQueues(t *testing.T) {
	t.Parallel()
	const won, unknown = history.Won, history.Unknown
	for _, tc := range []struct {
		name   string
		rate   float64
		events []history.Event
		want   load.Queue
	}{
		{
			name: "delivered and deleted",
			events: []history.Event{
				at(0, 0, 10, history.Put, won, value(1)),
				at(0, 0, 10, history.Put, won, value(2)),
				at(1, 20, 30, history.Get, won, value(1), dequeued(1), arg(1_000)),
				at(1, 20, 30, history.Get, won, value(2), dequeued(1), arg(1_000), follow),
				at(1, 40, 50, history.Remove, won, value(1)),
				at(1, 60, 70, history.Get, won),
			},
			want: load.Queue{Delivered: 2, Deleted: 1, Empty: 1},
		},
		{
			name: "late by the time after the window",
			events: []history.Event{
				at(0, 0, 10, history.Put, won, value(1)),
				at(1, 20, 30, history.Get, won, value(1), dequeued(1), arg(1_000)),
				at(2, 1_100, 1_130, history.Get, won, value(1), dequeued(2), arg(1_000)),
			},
			want: load.Queue{Delivered: 1, Redelivered: 1, Late: took(100 * time.Millisecond)},
		},
		{
			name: "an update moves the window", rate: 2,
			events: []history.Event{
				at(0, 0, 10, history.Put, won, value(1)),
				at(1, 20, 30, history.Get, won, value(1), dequeued(1), arg(60_000)),
				at(1, 100, 110, history.Update, won, value(1), arg(2_000)),
				at(2, 1_000, 1_160, history.Get, won, value(1), dequeued(2), arg(1_000)),
			},
			want: load.Queue{Delivered: 1, Redelivered: 1, Late: took(50 * time.Millisecond)},
		},
		{
			name: "a delivery that nobody received hides when the window ended",
			events: []history.Event{
				at(0, 0, 10, history.Put, won, value(1)),
				at(1, 20, 30, history.Get, won, value(1), dequeued(1), arg(1_000)),
				at(2, 1_100, 0, history.Get, unknown, arg(1_000)),
				at(1, 2_200, 2_230, history.Get, won, value(1), dequeued(3), arg(1_000)),
			},
			want: load.Queue{Delivered: 1, Redelivered: 1},
		},
		{
			name: "an unknown update hides it too",
			events: []history.Event{
				at(0, 0, 10, history.Put, won, value(1)),
				at(1, 20, 30, history.Get, won, value(1), dequeued(1), arg(1_000)),
				at(1, 100, 0, history.Update, unknown, value(1), arg(5_000)),
				at(2, 5_200, 5_230, history.Get, won, value(1), dequeued(2), arg(1_000)),
			},
			want: load.Queue{Delivered: 1, Redelivered: 1},
		},
		{
			name: "a younger message first",
			events: []history.Event{
				at(0, 0, 10, history.Put, won, value(1)),
				at(0, 20, 30, history.Put, won, value(2)),
				at(1, 40, 50, history.Get, won, value(2), dequeued(1), arg(9_000)),
				at(1, 60, 70, history.Get, won, value(1), dequeued(1), arg(9_000)),
			},
			want: load.Queue{Delivered: 2, OutOfOrder: 1},
		},
		{
			name: "deliveries and messages that overlap have no order",
			events: []history.Event{
				at(0, 0, 30, history.Put, won, value(1)),
				at(3, 20, 35, history.Put, won, value(2)),
				at(1, 40, 50, history.Get, won, value(2), dequeued(1), arg(9_000)),
				at(1, 60, 70, history.Get, won, value(1), dequeued(1), arg(9_000)),
				at(0, 100, 110, history.Put, won, value(3)),
				at(0, 120, 130, history.Put, won, value(4)),
				at(1, 140, 150, history.Get, won, value(4), dequeued(1), arg(9_000)),
				at(2, 145, 170, history.Get, won, value(3), dequeued(1), arg(9_000)),
			},
			want: load.Queue{Delivered: 4},
		},
		{
			name: "a message put with a delay is as old as its end",
			events: []history.Event{
				at(0, 0, 10, history.Put, won, value(1), arg(500)),
				at(0, 20, 30, history.Put, won, value(2)),
				at(1, 40, 50, history.Get, won, value(2), dequeued(1), arg(9_000)),
				at(1, 600, 610, history.Get, won, value(1), dequeued(1), arg(9_000)),
			},
			want: load.Queue{Delivered: 2},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := measure(stats.Options{LeaseRate: tc.rate}, 10_000, tc.events...)
			if d := cmp.Diff(&tc.want, r.Contention.Queue, withoutShape); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

func TestOrderIsKeptOverMoreDeliveriesThanAreRemembered(t *testing.T) {
	t.Parallel()
	var events []history.Event
	for i := range int64(20_000) {
		v := uint64(i + 1)
		events = append(events,
			at(0, 3*i, 3*i+1, history.Put, history.Won, value(v)),
			at(1, 3*i+1, 3*i+2, history.Get, history.Won, value(v), dequeued(1), arg(1_000)),
			at(1, 3*i+2, 3*i+3, history.Remove, history.Won, value(v)))
	}
	got := measure(stats.Options{}, 60_000, events...).Contention.Queue
	want := &load.Queue{Delivered: 20_000, Deleted: 20_000}
	if d := cmp.Diff(want, got, withoutShape); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
