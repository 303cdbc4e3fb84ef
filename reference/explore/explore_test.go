package explore

import (
	"strings"
	"testing"
	"time"

	"ifmatch/reference/explore/trial"
)

func TestUsualBudget(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		flagged  time.Duration
		variable string
		want     time.Duration
	}{
		{0, "", 2 * time.Second},
		{0, "10s", 10 * time.Second},
		{time.Minute, "10s", time.Minute},
		{time.Minute, "", time.Minute},
		{0, "ten", 0},
		{0, "-1s", 0},
	} {
		d, err := usualBudget(tt.flagged, tt.variable)
		if d != tt.want || (err == nil) != (tt.want > 0) || err != nil && !strings.Contains(err.Error(), "EXPLORE_BUDGET="+tt.variable) {
			t.Errorf("%v and %q: %v, %v", tt.flagged, tt.variable, d, err)
		}
	}
}

func TestReportsAreGrammatical(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]Report{
		"the only schedule there is": {Report: trial.Report{Tried: 1}},
		"all 12 schedules":           {Report: trial.Report{Tried: 12, AtMost: 1}},
		"12 schedules, all with at most one preemption, loss or jump, of about 112":                           {Report: trial.Report{Tried: 12, AtMost: 1, Left: 100}},
		"all 1,000 schedules with at most 2 preemptions, losses or jumps, and 20 at random of about 9 others": {Report: trial.Report{Tried: 1020, AtMost: 2, Random: 20, Left: 9}},
		"12 of about 21 schedules": {Report: trial.Report{Tried: 12, AtMost: -1, Left: 9}},
	} {
		if got := r.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
