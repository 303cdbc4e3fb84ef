package html

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestTicks(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		values []float64
		want   []float64
	}{
		{"nothing", nil, []float64{0, .2, .4, .6, .8, 1}},
		{"zeros", []float64{0, 0}, []float64{0, .2, .4, .6, .8, 1}},
		{"near each other", []float64{900, 1450}, []float64{0, 500, 1000, 1500}},
		{"from 0 to 7", []float64{1, 7}, []float64{0, 2, 4, 6, 8}},
		{"far apart", []float64{3, 90}, []float64{1, 2, 5, 10, 20, 50, 100}},
		{"very far apart", []float64{1, 9e9}, []float64{1, 100, 10_000, 1e6, 1e8, 1e10}},
		{"not numbers", []float64{math.NaN(), math.Inf(1), 1}, []float64{0, .2, .4, .6, .8, 1}},
	} {
		a := newAxis(tc.values, 0, 100)
		if d := cmp.Diff(tc.want, a.ticks(6), cmpopts.EquateApprox(1e-9, 0)); d != "" {
			t.Errorf("%s -want +got:\n%s", tc.name, d)
		}
		for _, v := range append(tc.want, -1, 1e12) {
			if at := a.at(v); !(at >= -1e-9 && at <= 100+1e-9) {
				t.Errorf("%s: %g lies at %g", tc.name, v, at)
			}
		}
	}
}
