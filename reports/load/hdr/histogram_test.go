package hdr_test

import (
	"encoding/base64"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
)

// sample is a log-normal latency with a tail, in nanoseconds.
func sample(n int) []int64 {
	rng := rand.New(rand.NewPCG(1, 2))
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(200_000 * rng.ExpFloat64())
		if rng.IntN(500) == 0 {
			out[i] += 800_000_000
		}
	}
	return out
}

func TestQuantilesAreWithinATenthOfAPercent(t *testing.T) {
	t.Parallel()
	values := sample(100_000)
	h := hdr.New()
	for _, v := range values {
		h.Record(v)
	}
	slices.Sort(values)
	for _, q := range []float64{.5, .75, .9, .95, .99, .999, .9999} {
		want := values[int(q*float64(len(values)))-1]
		got := int64(h.Quantile(q))
		if off := got - want; off < -1024 || off > 1024+want/500 {
			t.Errorf("Quantile(%g) = %d, want about %d", q, got, want)
		}
	}
	if got := int64(h.Distribution().Max); got != values[len(values)-1] {
		t.Errorf("Max = %d, want exactly %d", got, values[len(values)-1])
	}
}

func TestDistributionOpensAsTheSameHistogram(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 2, 10_000} {
		h := hdr.New()
		for _, v := range sample(n) {
			h.Record(v)
		}
		want := h.Distribution()
		back, err := hdr.Open(want)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, back.Distribution()); d != "" {
			t.Errorf("%d values -want +got:\n%s", n, d)
		}
	}
}

func TestSumIsAsIfRecordedTogether(t *testing.T) {
	t.Parallel()
	values := sample(9_000)
	all, parts := hdr.New(), []*hdr.Histogram{hdr.New(), hdr.New(), hdr.New()}
	for i, v := range values {
		all.Record(v)
		parts[i%2].Record(v) // the third part stays empty
	}
	got, err := hdr.Sum(parts[0].Distribution(), parts[1].Distribution(), parts[2].Distribution())
	if err != nil {
		t.Fatal(err)
	}
	want := all.Distribution()
	if diff := got.Mean - want.Mean; diff < -1 || diff > 1 {
		t.Errorf("mean %v, want %v", got.Mean, want.Mean)
	}
	got.Mean = want.Mean // summed in another order
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestOutOfRangeValuesCountAtTheEnds(t *testing.T) {
	t.Parallel()
	h := hdr.New()
	h.Record(-5)
	h.Record(int64(3 * time.Hour))
	d := h.Distribution()
	if d.Count != 2 || d.Min != 0 || d.Max != 3*time.Hour {
		t.Errorf("got %+v", d)
	}
	if _, err := hdr.Open(d); err != nil {
		t.Error(err)
	}
}

func TestBarsHoldEveryValueOnce(t *testing.T) {
	t.Parallel()
	h := hdr.New()
	for _, ns := range []int64{0, 500, 1_500, 15_000, 15_100, 2_000_000} {
		h.Record(ns)
	}
	bars := h.Bars(1)
	want := []hdr.Bar{
		{From: time.Microsecond, To: 10 * time.Microsecond, Count: 3},
		{From: 10 * time.Microsecond, To: 100 * time.Microsecond, Count: 2},
		{From: 100 * time.Microsecond, To: time.Millisecond},
		{From: time.Millisecond, To: 10 * time.Millisecond, Count: 1},
	}
	if d := cmp.Diff(want, bars); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if got := hdr.New().Bars(5); got != nil {
		t.Errorf("an empty histogram has bars: %v", got)
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	h := hdr.New()
	h.Record(1_000_000)
	good := h.Distribution()
	foreign := hdr.NewCoarse()
	foreign.Record(1_000_000)
	with := func(change func(*load.Distribution)) load.Distribution {
		d := good
		change(&d)
		return d
	}
	raw, err := base64.StdEncoding.DecodeString(good.Histogram)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		d    load.Distribution
		want string
	}{
		{"no histogram", with(func(d *load.Distribution) { d.Histogram = "" }), "has none"},
		{"not base64", with(func(d *load.Distribution) { d.Histogram = "!" }), "illegal base64"},
		{"short", with(func(d *load.Distribution) { d.Histogram = "AAAA" }), "cut off"},
		{"another format", with(func(d *load.Distribution) { d.Histogram = base64.StdEncoding.EncodeToString(make([]byte, 40)) }), "not as a compressed HDR histogram"},
		{"cut", with(func(d *load.Distribution) { d.Histogram = base64.StdEncoding.EncodeToString(raw[:len(raw)-3]) }), "announces"},
		{"other count", with(func(d *load.Distribution) { d.Count = 2 }), "holds 1 durations, the distribution says 2"},
		{"other range", foreign.Distribution(), "with 2 digits"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, err := hdr.Open(tc.d)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Open: error %v, want one that says %q", err, tc.want)
			}
		})
	}
}

func FuzzOpenNeverPanics(f *testing.F) {
	h := hdr.New()
	for _, v := range sample(1_000) {
		h.Record(v)
	}
	d := h.Distribution()
	f.Add(d.Histogram, d.Count)
	f.Add("", int64(0))
	f.Fuzz(func(t *testing.T, text string, count int64) {
		h, err := hdr.Open(load.Distribution{Histogram: text, Count: count, Max: time.Second})
		if err == nil {
			h.Distribution()
			h.Bars(5)
		}
	})
}

func BenchmarkRecord(b *testing.B) {
	h, values := hdr.New(), sample(4096)
	for i := 0; b.Loop(); i++ {
		h.Record(values[i%len(values)])
	}
}
