package stats_test

import (
	"strings"
	"testing"

	"ifmatch/loadgen/stats"
	"ifmatch/reports/load"
)

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
