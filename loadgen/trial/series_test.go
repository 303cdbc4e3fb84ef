package trial

import (
	"testing"

	"ifmatch/loadgen/knee"
	"ifmatch/reports/load"
	"ifmatch/reports/load/threshold"
)

func TestDescribeKnee(t *testing.T) {
	t.Parallel()
	condition, err := threshold.Parse("p99>1ms")
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		found knee.Found
		param string
		want  string
	}{
		{knee.Found{}, "clients", "the search was not finished"},
		{knee.Found{Knee: 1, Low: 1, High: 1, Searches: 1, Below: true}, "clients", "p99>1ms even at 1 client, the minimum"},
		{knee.Found{Knee: 1, Low: 1, High: 1, Searches: 1, Below: true, Unfit: 1}, "clients", "the generator was the bottleneck even at 1 client, the minimum"},
		{knee.Found{Knee: 1e6, Low: 1e6, High: 1e6, Searches: 1, Beyond: true}, "rate", "even at 1,000,000/s, the maximum, p99 stayed at or below 1 ms"},
		{knee.Found{Knee: 20, Low: 18, High: 21, Searches: 3}, "clients", "up to 20 clients p99 stayed at or below 1 ms (18 to 21 in 3 searches)"},
		{knee.Found{Knee: 20, Low: 18, High: 21, Searches: 3, Unfit: 1}, "rate", "up to 20/s p99 stayed at or below 1 ms (18 to 21 in 3 searches); beyond that the generator was the bottleneck in 1 of the searches"},
		{knee.Found{Knee: 20, Low: 18, High: 21, Searches: 3, Unfit: 2}, "rate", "up to 20/s p99 stayed at or below 1 ms (18 to 21 in 3 searches), and beyond that the generator was the bottleneck"},
	} {
		if got := describeKnee(tc.found, tc.param, condition); got != tc.want {
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
