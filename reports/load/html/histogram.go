package html

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strings"
	"time"

	"ifmatch/reports/figure"
	"ifmatch/reports/load"
	"ifmatch/reports/load/hdr"
)

// perDecade is how many bars there are from a duration to its tenfold.
const perDecade = 12

// histogram is the response times of one outcome of an operation.
type histogram struct {
	Operation, Outcome string
	Count              int64
	Drawing            template.HTML // empty if the result has no histogram
}

// histograms draws all of them on one axis, so that they can be compared by
// eye.
func histograms(r load.Run) []histogram {
	low, high := time.Duration(math.MaxInt64), time.Duration(0)
	var out []histogram
	var bars [][]hdr.Bar
	var times []load.Distribution
	for _, op := range r.Operations {
		for _, o := range op.Outcomes {
			if o.Response.Count == 0 {
				continue
			}
			h := histogram{Operation: op.Name, Outcome: o.Outcome, Count: o.Response.Count}
			var in []hdr.Bar
			if opened, err := hdr.Open(o.Response); err == nil {
				in = opened.Bars(perDecade)
				low, high = min(low, in[0].From), max(high, in[len(in)-1].To)
			}
			out, bars, times = append(out, h), append(bars, in), append(times, o.Response)
		}
	}
	for i := range out {
		if len(bars[i]) > 0 {
			out[i].Drawing = drawBars(out[i], bars[i], times[i], low, high)
		}
	}
	return out
}

// Measures of a histogram, in pixels.
const (
	barsWidth, barsHeight = 340.0, 146.0
	barsFloor             = 104.0
	labelRoom             = 90.0 // for the name and value of a mark
)

func drawBars(h histogram, bars []hdr.Bar, d load.Distribution, low, high time.Duration) template.HTML {
	var b strings.Builder
	x := axis{low: float64(low), high: float64(high), from: 6, to: barsWidth - 6, log: true}
	most := int64(0)
	for _, bar := range bars {
		most = max(most, bar.Count)
	}
	label := fmt.Sprintf("%s, %s: %s", h.Operation, h.Outcome, figure.Count(h.Count))
	for _, m := range quantiles(d) {
		label += fmt.Sprintf(", %s %s", m.name, figure.Duration(m.d))
	}
	label += ", max " + figure.Duration(d.Max)
	fmt.Fprintf(&b, `<svg class="bars" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">`+"\n", barsWidth, barsHeight, html.EscapeString(label))
	for _, bar := range bars {
		if bar.Count == 0 {
			continue
		}
		from, to := x.at(float64(bar.From)), x.at(float64(bar.To))
		// Every bar is visible, however small it is compared with the others.
		height := max(float64(bar.Count)/float64(most)*(barsFloor-30), 1.5)
		fmt.Fprintf(&b, `<rect class="bar o-%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"><title>%s to %s: %s</title></rect>`+"\n",
			html.EscapeString(h.Outcome), from, barsFloor-height, max(to-from-.8, .8), height, figure.Duration(bar.From), figure.Duration(bar.To), figure.Count(bar.Count))
	}
	fmt.Fprintf(&b, `<path class="grid" d="M0 %.0fH%.0f"/>`+"\n", barsFloor, barsWidth)
	for v := math.Pow(10, math.Ceil(math.Log10(x.low))); v <= x.high; v *= 10 {
		fmt.Fprintf(&b, `<path class="grid" d="M%.1f %.0fv4"/><text class="tick" x="%.1f" y="%.0f" text-anchor="middle">%s</text>`+"\n",
			x.at(v), barsFloor, min(max(x.at(v), 22), barsWidth-24), barsHeight-24, html.EscapeString(duration(v)))
	}
	fmt.Fprintf(&b, `<text class="tick name" x="%.0f" y="%.0f" text-anchor="middle">response time, logarithmic; height: requests</text>`+"\n", barsWidth/2, barsHeight-6)
	for i, q := range quantiles(d) {
		at := x.at(float64(q.d))
		anchor, off := q.anchor, q.off
		if at < labelRoom {
			anchor, off = "start", 3
		} else if at > barsWidth-labelRoom {
			anchor, off = "end", -3
		}
		y := 13 + 12*float64(i)
		fmt.Fprintf(&b, `<path class="mark" d="M%.1f 6V%.0f"/><text class="tick strong" x="%.1f" y="%.0f" text-anchor="%s">%s %s</text>`+"\n",
			at, barsFloor, at+off, y, anchor, q.name, html.EscapeString(figure.Duration(q.d)))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// quantile is a mark in a histogram, and the side of its name.
type quantile struct {
	name   string
	d      time.Duration
	anchor string
	off    float64
}

// quantiles returns the quantiles that are based on enough durations.
func quantiles(d load.Distribution) []quantile {
	var out []quantile
	if p50, ok := d.Quantile(.5); ok {
		out = append(out, quantile{"p50", p50, "end", -3})
	}
	if p99, ok := d.Quantile(.99); ok {
		out = append(out, quantile{"p99", p99, "start", 3})
	}
	return out
}
