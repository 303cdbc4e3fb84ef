package load_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports/load"
)

func TestTheCurveIsInOrderOfTheParameter(t *testing.T) {
	t.Parallel()
	r := load.Run{Points: []load.Point{{Value: 32}, {Value: 64}, {Value: 48, Rate: 1}, {Value: 48, Rate: 2}, {Value: 9}}}
	want := []load.Point{{Value: 9}, {Value: 32}, {Value: 48, Rate: 1}, {Value: 48, Rate: 2}, {Value: 64}}
	if d := cmp.Diff(want, r.Curve()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestDetailIsThePointWhoseFiguresTheRunHas(t *testing.T) {
	t.Parallel()
	of := func(rate float64, state string) load.Run {
		return load.Run{
			Contention: load.Contention{Rate: rate, Goodput: rate / 2, Commits: 5, Attempts: 10},
			Response:   load.Distribution{P50: time.Millisecond}, Verdict: load.Verdict{State: state},
		}
	}
	r := of(200, load.Invalid)
	r.Points = []load.Point{load.PointOf("clients", 2, of(100, load.Valid)), load.PointOf("clients", 4, r), load.PointOf("clients", 8, of(200, load.Valid))}
	if p, ok := r.Detail(); !ok || p.Value != 4 || p.AttemptsPer != 2 {
		t.Errorf("%+v, %t, want clients=4 of 2 attempts per commit", p, ok)
	}
	if p := load.PointOf("clients", 16, of(0, load.Valid)); p.Verdict != load.Undecided {
		t.Errorf("a point that measured nothing is %s, want undecided", p.Verdict)
	}
	r.Contention.Rate++
	if p, ok := r.Detail(); ok {
		t.Errorf("%+v, want none", p)
	}
	if p, ok := of(1, load.Valid).Detail(); ok {
		t.Errorf("of a single run: %+v, want none", p)
	}
}

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
