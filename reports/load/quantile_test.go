package load_test

import (
	"testing"
	"time"

	"ifmatch/reports/load"
)

func TestAQuantileNeedsAValueBeyondIt(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		count int64
		q     float64
		want  bool
	}{
		{0, .5, false}, {1, .5, false}, {2, .5, true}, {99, .99, false}, {100, .99, true}, {999, .999, false}, {1000, .999, true},
		{9_999, .9999, false}, {10_000, .9999, true}, {20, .95, true}, {10, .9, true}, {4, .75, true}, {1e6, .42, false},
	} {
		d := load.Distribution{Count: tc.count, P50: 1, P75: 1, P90: 1, P95: 1, P99: 1, P999: 1, P9999: 1}
		if x, ok := d.Quantile(tc.q); ok != tc.want || ok && x != time.Duration(1) {
			t.Errorf("quantile %g of %d: %v, %t, want %t", tc.q, tc.count, x, ok, tc.want)
		}
	}
}
