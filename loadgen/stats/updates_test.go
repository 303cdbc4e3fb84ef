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

// summary holds the figures of updates without histograms.
type summary struct {
	Commits, Attempts, Abandoned int64
	Unfinished                   int64
	Conflicts, Jain              float64
	Per                          load.Spread
	Longest, Starvation          time.Duration
	Starved                      int
}

func summaryOf(r load.Run) summary {
	c := r.Contention
	return summary{c.Commits, c.Attempts, c.Abandoned, c.Unfinished, c.ConflictRate, c.Jain, c.AttemptsPer, c.TimeTo.Max, c.Starvation, c.Starved}
}

func TestUpdates(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		from    int64
		clients int
		events  []history.Event
		want    summary
	}{
		{
			name: "an update takes the attempts up to the one that is won", clients: 1,
			events: []history.Event{
				at(0, 0, 10, history.Swap, history.Lost, attempt),
				at(0, 10, 15, history.Read, history.Won),
				at(0, 20, 30, history.Swap, history.Refused, attempt),
				at(0, 40, 50, history.Swap, history.Won, attempt),
				at(0, 60, 70, history.Swap, history.Won, attempt),
			},
			want: summary{
				Commits: 2, Attempts: 4, Conflicts: .5, Jain: 1, Per: load.Spread{Mean: 2, P50: 1, P99: 3, Max: 3},
				Longest: 50 * time.Millisecond, Starvation: 930 * time.Millisecond,
			},
		},
		{
			name: "an attempt on another key abandons the first, and so does the end", clients: 1,
			events: []history.Event{
				at(0, 0, 10, history.Swap, history.Lost, attempt),
				at(0, 20, 30, history.Swap, history.Won, attempt, key(2)),
				at(0, 40, 50, history.Swap, history.Lost, attempt),
			},
			want: summary{
				Commits: 1, Attempts: 3, Abandoned: 2, Unfinished: 1, Conflicts: 2. / 3, Jain: 1, Per: load.Spread{Mean: 2, P50: 2, P99: 2, Max: 2},
				Longest: 30 * time.Millisecond, Starvation: 970 * time.Millisecond,
			},
		},
		{
			name: "a transaction is one update, whichever entity comes first", clients: 1,
			events: []history.Event{
				at(0, 0, 10, history.Swap, history.Lost, attempt, grouped(1)),
				at(0, 20, 30, history.Swap, history.Won, attempt, key(2), grouped(2)),
			},
			want: summary{
				Commits: 1, Attempts: 2, Conflicts: .5, Jain: 1, Per: load.Spread{Mean: 2, P50: 2, P99: 2, Max: 2},
				Longest: 30 * time.Millisecond, Starvation: 970 * time.Millisecond,
			},
		},
		{
			name: "the actor behind an unknown outcome goes on as the same one", clients: 1,
			events: []history.Event{
				at(0, 0, 0, history.Swap, history.Unknown, attempt),
				at(1<<history.SlotBits, 100, 130, history.Swap, history.Won, attempt),
			},
			want: summary{
				Commits: 1, Attempts: 2, Jain: 1, Per: load.Spread{Mean: 2, P50: 2, P99: 2, Max: 2},
				Longest: 130 * time.Millisecond, Starvation: 870 * time.Millisecond,
			},
		},
		{
			name: "the share of an actor that never won counts", clients: 4,
			events: []history.Event{
				at(0, 0, 10, history.Swap, history.Won, attempt),
				at(1, 0, 990, history.Swap, history.Won, attempt),
				at(2, 0, 10, history.Swap, history.Lost, attempt),
			},
			want: summary{
				Commits: 2, Attempts: 3, Abandoned: 1, Unfinished: 1, Conflicts: 1. / 3, Jain: .5, Per: load.Spread{Mean: 1, P50: 1, P99: 1, Max: 1},
				Longest: 990 * time.Millisecond, Starvation: time.Second, Starved: 2,
			},
		},
		{
			name: "an update may begin in the warm-up", from: 100, clients: 1,
			events: []history.Event{
				at(0, 0, 10, history.Swap, history.Won, attempt),
				at(0, 50, 60, history.Swap, history.Lost, attempt),
				at(0, 100, 110, history.Swap, history.Won, attempt),
			},
			want: summary{
				Commits: 1, Attempts: 1, Jain: 1, Per: load.Spread{Mean: 2, P50: 2, P99: 2, Max: 2},
				Longest: 60 * time.Millisecond, Starvation: 890 * time.Millisecond,
			},
		},
		{
			name: "the time to success begins when the plan wanted it to", clients: 1,
			events: []history.Event{
				at(0, 50, 60, history.Swap, history.Won, attempt, intended(10)),
			},
			want: summary{
				Commits: 1, Attempts: 1, Jain: 1, Per: load.Spread{Mean: 1, P50: 1, P99: 1, Max: 1},
				Longest: 50 * time.Millisecond, Starvation: 940 * time.Millisecond,
			},
		},
		{
			name: "readers alone starve nobody", clients: 2,
			events: []history.Event{at(0, 0, 10, history.Read, history.Won)},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r := measure(stats.Options{Clients: tc.clients, From: tc.from * ms}, 1000, tc.events...)
			if d := cmp.Diff(tc.want, summaryOf(r), cmpopts.EquateApprox(1e-9, 0)); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

func TestAttemptsBeyondTheExactCountAreKeptAsTheMost(t *testing.T) {
	t.Parallel()
	var events []history.Event
	for i := range int64(9_999) {
		events = append(events, at(0, i, i, history.Swap, history.Lost, attempt))
	}
	events = append(events, at(0, 10_000, 10_000, history.Swap, history.Won, attempt))
	got := measure(stats.Options{Clients: 1}, 10_001, events...).Contention.AttemptsPer
	if d := cmp.Diff(load.Spread{Mean: 10_000, P50: 10_000, P99: 10_000, Max: 10_000}, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
