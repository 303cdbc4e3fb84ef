package stats_test

import (
	"strings"
	"testing"
	"time"

	"ifmatch/loadgen/history"
	"ifmatch/loadgen/stats"
	"ifmatch/reports/load"
)

func TestBottleneck(t *testing.T) {
	t.Parallel()
	lag := func(p50, p99 time.Duration) load.Distribution {
		return load.Distribution{Count: 1000, P50: p50, P99: p99}
	}
	few := func(d load.Distribution) load.Distribution {
		d.Count = 999
		return d
	}
	const us, ms = time.Microsecond, time.Millisecond
	for _, tc := range []struct {
		name string
		run  load.Run
		want string // "" for none
	}{
		{"on time", load.Run{Response: lag(ms, 20*ms), Pace: load.Pace{Requested: 1000, Own: lag(100*us, 900*us), Lag: lag(100*us, 900*us)}}, ""},
		{"half of a long tail", load.Run{Response: lag(ms, 20*ms), Pace: load.Pace{Requested: 1000, Own: lag(100*us, 10*ms)}}, ""},
		{"late by itself", load.Run{Response: lag(ms, 20*ms), Pace: load.Pace{Requested: 1000, Own: lag(100*us, 10100*us)}}, "itself sent late: p99 of 10.1 ms in a response time of 20 ms"},
		{"late by itself, of a few requests", load.Run{Response: lag(ms, 20*ms), Pace: load.Pace{Requested: 1000, Own: few(lag(100*us, 19*ms))}}, ""},
		{"a busy machine", load.Run{Response: lag(ms, 6*ms), Pace: load.Pace{Requested: 1000, Own: lag(100*us, 5*ms)}}, ""},
		{"a fast service and the kernel's timer", load.Run{Response: lag(200*us, 500*us), Pace: load.Pace{Requested: 1000, Own: lag(100*us, 400*us), Lag: lag(150*us, 400*us)}}, ""},
		{"a stall that others waited for", load.Run{Response: lag(ms, 700*ms), Pace: load.Pace{Requested: 8000, Own: lag(100*us, 2*ms), Lag: lag(200*us, 690*ms)}}, ""},
		{"never a free client", load.Run{Response: lag(900*ms, 1800*ms), Pace: load.Pace{Requested: 8000, Clients: 4, Lag: lag(890*ms, 1790*ms)}}, "in the median 890 ms of a response time of 900 ms: 4 clients cannot keep this rate"},
		{"one of a thousand not sent", load.Run{Pace: load.Pace{Requested: 10_000, Dropped: 10}}, ""},
		{"two of a thousand not sent", load.Run{Pace: load.Pace{Requested: 10_000, Dropped: 20}}, "20 of 10,000 requests were never sent"},
		{"nine of a hundred not sent", load.Run{Pace: load.Pace{Requested: 100, Dropped: 9}}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			tc.run.Plan.Open = true
			got := stats.Bottleneck(tc.run)
			if (got == "") != (tc.want == "") || !strings.Contains(got, tc.want) {
				t.Errorf("open: %q, want %q", got, tc.want)
			}
			tc.run.Plan.Open = false
			if got := stats.Bottleneck(tc.run); got != "" {
				t.Errorf("closed: %q, want none", got)
			}
			tc.run.Seconds, tc.run.Host.CPUs, tc.run.Pace.CPUSeconds = 10, 2, 19.5
			if got := stats.Bottleneck(tc.run); !strings.Contains(got, "98 % of the CPU") {
				t.Errorf("closed with all CPUs busy: %q", got)
			}
		})
	}
}

func TestWaitingForABusyClientIsNotTheGeneratorsLateness(t *testing.T) {
	t.Parallel()
	r := measure(stats.Options{Clients: 2, Scheduled: true, LateAfter: 10 * time.Millisecond}, 2000,
		at(0, 100, 900, history.Read, history.Won), // the server stalls
		at(0, 901, 905, history.Read, history.Won, intended(200)),
		at(0, 905, 910, history.Read, history.Won, intended(300)),
		at(1, 430, 435, history.Read, history.Won, intended(400)),
		at(0, 1000, 0, history.Read, history.Unknown),
		at(1<<history.SlotBits, 1500, 1510, history.Read, history.Won, intended(1100)), // the time when it became free is unknown
	)
	if got := r.Pace.Lag.Max; got != 701*time.Millisecond {
		t.Errorf("lag up to %v, want 701ms", got)
	}
	if got := r.Pace.Own; got.Max != 30*time.Millisecond || got.Count != 5 {
		t.Errorf("own lag of %d up to %v, want 5 up to 30ms", got.Count, got.Max)
	}
	if r.Pace.Late != 4 {
		t.Errorf("%d late, want 4", r.Pace.Late)
	}
}

func TestDoubts(t *testing.T) {
	t.Parallel()
	run := func(commits int64, counts map[string]int64) load.Run {
		op := load.Operation{Name: "Put Blob"}
		for outcome, n := range counts {
			op.Outcomes = append(op.Outcomes, load.Outcome{Outcome: outcome, Count: n})
		}
		return load.Run{Operations: []load.Operation{op}, Contention: load.Contention{Attempts: 100, Commits: commits}}
	}
	for _, tc := range []struct {
		name string
		run  load.Run
		want []string
	}{
		{"a usual run", run(10, map[string]int64{"won": 10, "lost": 80, "unknown": 10}), nil},
		{"nothing measured", load.Run{}, []string{"nothing was measured"}},
		{"nothing but reads", load.Run{Operations: run(0, map[string]int64{"won": 100}).Operations, Plan: load.Plan{Params: map[string]string{"reads": "1"}}}, nil},
		{"nothing attempted", load.Run{Operations: run(0, map[string]int64{"won": 100}).Operations}, []string{"no client attempted an update"}},
		{"nothing committed", run(0, map[string]int64{"lost": 100}), []string{"none of 100 attempts"}},
		{"a wrong answer", run(99, map[string]int64{"won": 99, "wrong": 1}), []string{"the protocol does not allow 1 of 100 answers"}},
		{"a busy service", run(10, map[string]int64{"won": 10, "throttled": 60, "unknown": 30}), []string{"90 of 100 requests"}},
		{"all at once", run(0, map[string]int64{"wrong": 1, "unknown": 2}), []string{"none of 100 attempts", "the protocol does not allow 1 of 3", "2 of 3"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got := stats.Doubts(tc.run)
			if len(got) != len(tc.want) {
				t.Fatalf("Doubts = %q, want %q", got, tc.want)
			}
			for i, d := range got {
				if !strings.HasPrefix(d, tc.want[i]) {
					t.Errorf("Doubts[%d] = %q, want it to begin with %q", i, d, tc.want[i])
				}
			}
		})
	}
}
