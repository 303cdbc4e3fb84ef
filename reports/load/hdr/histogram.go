// Package hdr keeps durations in HDR histograms: three significant digits from a
// microsecond to an hour, in fixed memory. Two of them can be added without loss.
// It makes the Distributions of a load result and reads them again.
package hdr

import (
	"errors"
	"fmt"
	"math"
	"time"

	hdrhistogram "github.com/HdrHistogram/hdrhistogram-go"

	"ifmatch/reports/load"
)

// Histogram holds durations. It is not safe for concurrent use.
type Histogram struct {
	counts   *hdrhistogram.Histogram
	sum      float64 // nanoseconds
	min, max int64
}

// New returns an empty histogram of about 190 KB. Parts that are never touched
// cost nothing.
func New() *Histogram {
	return &Histogram{counts: hdrhistogram.New(lowest, highest, digits), min: math.MaxInt64}
}

// NewCoarse returns an empty histogram with two significant digits and about 25
// KB, for short-lived use: it can be neither added to others nor encoded.
func NewCoarse() *Histogram {
	return &Histogram{counts: hdrhistogram.New(lowest, highest, 2), min: math.MaxInt64}
}

// Record adds a duration in nanoseconds. A negative one counts as zero.
func (h *Histogram) Record(ns int64) {
	ns = max(ns, 0)
	h.sum += float64(ns)
	h.min = min(h.min, ns)
	h.max = max(h.max, ns)
	_ = h.counts.RecordValue(min(ns, highest)) // fails only above highest
}

// Count returns how many durations were recorded.
func (h *Histogram) Count() int64 { return h.counts.TotalCount() }

// Quantile returns the duration that a share q of all, 0 to 1, does not exceed;
// zero if nothing was recorded.
func (h *Histogram) Quantile(q float64) time.Duration {
	if h.Count() == 0 {
		return 0
	}
	v := h.counts.ValueAtPercentile(q * 100)
	return time.Duration(max(min(v, h.max), h.min)) // a bucket is wider than its values
}

// Reset empties the histogram.
func (h *Histogram) Reset() {
	h.counts.Reset()
	h.sum, h.min, h.max = 0, math.MaxInt64, 0
}

// Add merges another histogram made by New into h.
func (h *Histogram) Add(other *Histogram) {
	if other.Count() == 0 {
		return
	}
	h.counts.Merge(other.counts) // equal ranges: nothing can fall outside
	h.sum += other.sum
	h.min = min(h.min, other.min)
	h.max = max(h.max, other.max)
}

// Distribution returns h as part of a result, including the encoded histogram.
func (h *Histogram) Distribution() load.Distribution {
	n := h.Count()
	if n == 0 {
		return load.Distribution{}
	}
	return load.Distribution{
		Count: n,
		Min:   time.Duration(h.min),
		Mean:  time.Duration(max(min(int64(h.sum/float64(n)), h.max), h.min)), // the sum is rounded
		P50:   h.Quantile(.50), P75: h.Quantile(.75), P90: h.Quantile(.90),
		P95: h.Quantile(.95), P99: h.Quantile(.99),
		P999: h.Quantile(.999), P9999: h.Quantile(.9999),
		Max:       time.Duration(h.max),
		Histogram: encode(h.counts),
	}
}

// Bar is a range of durations and their number.
type Bar struct {
	From, To time.Duration // To is exclusive
	Count    int64
}

// Bars divides the recorded durations into bars whose bounds grow by the same
// factor, because the shape of a latency shows only on a logarithmic axis. There
// are perDecade bars from one power of ten to the next. Empty bars at both ends
// are omitted.
func (h *Histogram) Bars(perDecade int) []Bar {
	var bars []Bar
	first := -1
	for _, b := range h.counts.Distribution() {
		if b.Count == 0 {
			continue
		}
		// The middle of the bucket decides: its ends may be in two bars.
		at := barOf(float64(b.From+b.To)/2, perDecade)
		if first < 0 {
			first = at
		}
		for len(bars) <= at-first {
			i := first + len(bars)
			bars = append(bars, Bar{From: bound(i, perDecade), To: bound(i+1, perDecade)})
		}
		bars[at-first].Count += b.Count
	}
	return bars
}

// barOf numbers bars from the one that begins at lowest; shorter durations are in
// the first.
func barOf(ns float64, perDecade int) int {
	return int(max(math.Floor(math.Log10(max(ns, 1)/lowest)*float64(perDecade)), 0))
}

func bound(i, perDecade int) time.Duration {
	return time.Duration(math.Round(lowest * math.Pow(10, float64(i)/float64(perDecade))))
}

// Open reads the histogram of a distribution. It refuses one that is damaged,
// does not hold Count durations, or has a range that differs from New's.
func Open(d load.Distribution) (*Histogram, error) {
	h := New()
	if d.Count == 0 && d.Histogram == "" {
		return h, nil
	}
	if d.Histogram == "" {
		return nil, errors.New("open histogram: the distribution has none: it was cut from the result")
	}
	counts, err := decode(d.Histogram)
	if err != nil {
		return nil, fmt.Errorf("open histogram: %w", err)
	}
	h.counts = counts
	if h.Count() != d.Count {
		return nil, fmt.Errorf("open histogram: it holds %d durations, the distribution says %d", h.Count(), d.Count)
	}
	h.min, h.max = int64(d.Min), int64(d.Max)
	h.sum = float64(d.Mean) * float64(d.Count)
	return h, nil
}

// Sum adds up distributions. It returns an error if one has no histogram, because
// percentiles alone cannot be added.
func Sum(parts ...load.Distribution) (load.Distribution, error) {
	total := New()
	for _, p := range parts {
		h, err := Open(p)
		if err != nil {
			return load.Distribution{}, err
		}
		total.Add(h)
	}
	return total.Distribution(), nil
}
