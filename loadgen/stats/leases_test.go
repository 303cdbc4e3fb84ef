package stats_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/stats"
	"ifmatch/reports/load"
)

func lease(id history.Token) func(*history.Event) { return func(e *history.Event) { e.Lease = id } }
func next(id history.Token) func(*history.Event)  { return func(e *history.Event) { e.Next = id } }
func arg(millis int64) func(*history.Event)       { return func(e *history.Event) { e.Arg = millis * ms } }
func got(millis int64) func(*history.Event)       { return func(e *history.Event) { e.Got = millis * ms } }
func infinite(e *history.Event)                   { e.Arg = history.Infinite }

// withoutShape reduces a distribution to what a test of a few values compares.
var withoutShape = cmp.Transformer("shape", func(d load.Distribution) [3]int64 {
	return [3]int64{d.Count, int64(d.Min), int64(d.Max)}
})

func took(durations ...time.Duration) load.Distribution {
	d := load.Distribution{Count: int64(len(durations)), Min: durations[0], Max: durations[0]}
	for _, x := range durations {
		d.Min, d.Max = min(d.Min, x), max(d.Max, x)
	}
	return d
}

func TestLeases(t *testing.T) {
	t.Parallel()
	const won, lost, unknown = history.Won, history.Lost, history.Unknown
	for _, tc := range []struct {
		name   string
		rate   float64
		events []history.Event
		want   load.Lease
	}{
		{
			name: "a handoff is from the answered release to the answered acquire",
			events: []history.Event{
				at(0, 0, 10, history.Acquire, won, lease(1), arg(15_000)),
				at(1, 20, 25, history.Acquire, history.Refused, lease(2), arg(15_000)),
				at(0, 100, 110, history.Release, won, lease(1)),
				at(1, 120, 130, history.Acquire, won, lease(2), infinite),
			},
			want: load.Lease{Acquired: 2, Released: 1, Handoff: took(20 * time.Millisecond), Jain: jain(100, 99_870)},
		},
		{
			name: "who changes the id of another's lease is the next holder",
			events: []history.Event{
				at(0, 0, 10, history.Acquire, won, lease(1), arg(15_000)),
				at(1, 20, 30, history.Change, won, lease(1), next(2)),
				at(1, 100, 110, history.Release, won, lease(2)),
			},
			want: load.Lease{Acquired: 1, Released: 1, Jain: jain(20, 80)},
		},
		{
			name: "a release whose answer was slower than the next acquire comes first",
			events: []history.Event{
				at(0, 0, 10, history.Acquire, won, lease(1), arg(15_000)),
				at(1, 105, 110, history.Acquire, won, lease(2), infinite),
				at(0, 100, 140, history.Release, won, lease(1)),
			},
			want: load.Lease{Acquired: 2, Released: 1, Handoff: took(0), Jain: jain(130, 99_890)},
		},
		{
			name: "expiry is promised by the last renewal",
			events: []history.Event{
				at(0, 0, 10, history.Acquire, won, lease(1), arg(15_000)),
				at(0, 8_000, 8_010, history.Renew, won, lease(1), arg(15_000)),
				at(0, 9_000, 9_010, history.Renew, lost, lease(1), arg(15_000)),
				at(1, 23_400, 23_510, history.Acquire, won, lease(2), infinite),
			},
			want: load.Lease{Acquired: 2, Renewed: 1, Expired: 1, Overshoot: took(500 * time.Millisecond), Jain: jain(23_000, 76_490)},
		},
		{
			name: "on a fast clock everything expires sooner", rate: 30,
			events: []history.Event{
				at(0, 0, 10, history.Acquire, won, lease(1), arg(15_000)),
				at(1, 500, 520, history.Acquire, won, lease(2), infinite),
			},
			want: load.Lease{Acquired: 2, Expired: 1, Overshoot: took(10 * time.Millisecond), Jain: jain(500, 99_480)},
		},
		{
			name: "a break ends with its remaining time",
			events: []history.Event{
				at(0, 0, 10, history.Acquire, won, lease(1), infinite),
				at(1, 100, 110, history.Break, won, arg(5_000), got(5_000)),
				at(2, 200, 210, history.Break, won, arg(2_000), got(2_000)),
				at(1, 2_300, 2_310, history.Acquire, won, lease(2), infinite),
			},
			want: load.Lease{Acquired: 2, Broken: 2, AfterBreak: took(100 * time.Millisecond), Jain: jain(2_200, 97_690)},
		},
		{
			name: "a changed id is the same lease",
			events: []history.Event{
				at(0, 0, 10, history.Acquire, won, lease(1), infinite),
				at(0, 20, 30, history.Change, won, lease(1), next(9)),
				at(0, 40, 50, history.Release, won, lease(9)),
				at(1, 60, 80, history.Acquire, won, lease(2), infinite),
			},
			want: load.Lease{Acquired: 2, Released: 1, Handoff: took(30 * time.Millisecond), Jain: jain(40, 99_920)},
		},
		{
			name: "acquiring again under the same id renews",
			events: []history.Event{
				at(0, 0, 10, history.Acquire, won, lease(1), arg(15_000)),
				at(0, 10_000, 10_010, history.Acquire, won, lease(1), arg(15_000)),
				at(1, 25_000, 25_110, history.Acquire, won, lease(2), infinite),
			},
			want: load.Lease{Acquired: 2, Renewed: 1, Expired: 1, Overshoot: took(100 * time.Millisecond), Jain: jain(25_000, 74_890)},
		},
		{
			name: "what a lost answer makes unclear is left out",
			events: []history.Event{
				at(0, 0, 10, history.Acquire, won, lease(1), arg(15_000)),
				at(0, 100, 0, history.Release, unknown, lease(1)),
				at(1, 200, 210, history.Acquire, won, lease(2), infinite),
				at(1, 300, 310, history.Release, won, lease(2)),
				at(2, 350, 0, history.Acquire, unknown, lease(3), arg(15_000)),
				at(0, 16_000, 16_010, history.Acquire, won, lease(4), infinite),
			},
			want: load.Lease{Acquired: 3, Released: 1, Jain: jain(200+83_990, 15_800)},
		},
		{
			name: "before its time nothing expires",
			events: []history.Event{
				at(0, 0, 10, history.Acquire, won, lease(1), arg(15_000)),
				at(1, 14_000, 14_010, history.Acquire, won, lease(2), infinite),
			},
			want: load.Lease{Acquired: 2, Jain: jain(14_000, 85_990)},
		},
		{
			name: "preparation counts for nothing and is remembered",
			events: []history.Event{
				at(1<<20-1, 0, 10, history.Acquire, won, lease(1), infinite, outside),
				at(1<<20-1, 100, 110, history.Release, won, lease(1), outside),
				at(0, 200, 210, history.Acquire, won, lease(2), infinite),
			},
			want: load.Lease{Acquired: 1, Handoff: took(100 * time.Millisecond), Jain: jain(99_790)},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := measure(stats.Options{LeaseRate: tc.rate}, 100_000, tc.events...)
			if d := cmp.Diff(&tc.want, r.Contention.Lease, withoutShape, cmpopts.EquateApprox(1e-9, 0)); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// jain returns the index of times held, in milliseconds.
func jain(shares ...float64) float64 {
	var sum, squares float64
	for _, x := range shares {
		sum += x
		squares += x * x
	}
	return sum * sum / (float64(len(shares)) * squares)
}

func TestARunWithoutLeasesHasNone(t *testing.T) {
	t.Parallel()
	r := measure(stats.Options{}, 1000, at(0, 0, 10, history.Swap, history.Won))
	if r.Contention.Lease != nil || r.Contention.Queue != nil {
		t.Errorf("lease %v, queue %v, want none", r.Contention.Lease, r.Contention.Queue)
	}
}
