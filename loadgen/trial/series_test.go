package trial

import (
	"testing"

	"ifmatch/loadgen/knee"
	"ifmatch/reports/load"
)

func TestDescribeKnee(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		found knee.Found
		param string
		want  string
	}{
		{knee.Found{}, "clients", "the search was not finished"},
		{knee.Found{Knee: 1, Low: 1, High: 1, Searches: 1, Below: true}, "clients", "p99>1ms holds even at 1 client, the minimum"},
		{knee.Found{Knee: 1, Low: 1, High: 1, Searches: 1, Below: true, Unfit: 1}, "clients", "the generator was the bottleneck even at 1 client, the minimum"},
		{knee.Found{Knee: 1e6, Low: 1e6, High: 1e6, Searches: 1, Beyond: true}, "rate", "p99>1ms does not hold even at 1,000,000/s, the maximum"},
		{knee.Found{Knee: 20, Low: 18, High: 21, Searches: 3}, "clients", "p99>1ms does not hold up to 20 clients (18 clients to 21 clients in 3 searches)"},
		{knee.Found{Knee: 20, Low: 18, High: 21, Searches: 3, Unfit: 1}, "rate", "p99>1ms does not hold up to 20/s (18/s to 21/s in 3 searches); beyond that the generator was the bottleneck in 1 of the searches"},
		{knee.Found{Knee: 20, Low: 18, High: 21, Searches: 3, Unfit: 2}, "rate", "p99>1ms does not hold up to 20/s (18/s to 21/s in 3 searches), and beyond that the generator was the bottleneck"},
	} {
		if got := describeKnee(tc.found, tc.param, "p99>1ms"); got != tc.want {
			t.Errorf("%+v:\n got %s\nwant %s", tc.found, got, tc.want)
		}
	}
}

func TestTheWorstVerdictIsShownOfASweep(t *testing.T) {
	t.Parallel()
	states := []load.Verdict{{State: load.Undecided, Why: Unchecked}, {State: load.Valid}, {State: load.Undecided}, {State: load.Incomplete}, {State: load.Invalid}}
	for i, want := range []int{0, 0, 1, 1, 2} {
		if got := badness(states[i]); got != want {
			t.Errorf("badness of %s is %d, want %d", states[i].State, got, want)
		}
	}
}
