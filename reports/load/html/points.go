package html

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// point is one point of a sweep or a search as the page shows it.
type point struct {
	load.Point
	Shown bool // the page shows it in detail
	Found bool // it is the result of a search
}

// points returns the points of r, the least value first.
func points(r load.Run) []point {
	var out []point
	detail, known := r.Detail()
	for _, p := range r.Curve() {
		out = append(out, point{Point: p, Shown: known && p == detail, Found: r.Knee > 0 && p.Value == r.Knee})
	}
	return out
}

// overall returns the verdict on all points: the worst state, how many are valid,
// and which are not.
func overall(r load.Run, all []point) (state, count, sentence string) {
	state = load.Valid
	by := r.ByState()
	for _, p := range all {
		as := p.State()
		if as == load.Unmeasured {
			as = load.Incomplete
		}
		if slices.Index(load.States, as) > slices.Index(load.States, state) {
			state = as
		}
	}
	count = fmt.Sprintf("%d of %s valid", len(by[load.Valid]), figure.Plural(int64(len(all)), "point"))
	var others []string
	for _, s := range append([]string{load.Unmeasured}, load.States...) {
		if names := by[s]; s != load.Valid && len(names) > 0 {
			others = append(others, s+": "+enumerate(names, 6))
		}
	}
	if len(others) == 0 {
		promise, _, _ := strings.Cut(r.Plan.Invariant, ":")
		return state, count, promise
	}
	slices.Reverse(others)
	return state, count, strings.Join(others, "; ")
}

// enumerate joins names, at most this number of them.
func enumerate(names []string, most int) string {
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// curve returns the charts of a sweep or a search. A point that measured nothing
// is a gap in them.
func curve(r load.Run, all []point) []chart {
	if len(all) == 0 {
		return nil
	}
	name := all[0].Param
	goodput := chart{title: "Goodput over " + name, xName: name, yName: "requests per second", format: perSecond, lines: []line{{name: "committed"}, {name: "sent"}}}
	latency := chart{title: "Response time over " + name, xName: name, yName: "response time", format: duration, lines: []line{{name: "p50"}, {name: "p99"}}}
	for _, p := range all {
		value := figure.Number(p.Value)
		for _, c := range []*chart{&goodput, &latency} {
			c.x, c.tried, c.found = append(c.x, p.Value), append(c.tried, value), r.Knee
		}
		if !p.Measured() {
			goodput.add(math.NaN(), math.NaN())
			latency.add(math.NaN(), math.NaN())
			goodput.marks = append(goodput.marks, fmt.Sprintf("%s %s: %s", name, value, load.Unmeasured))
			latency.marks = append(latency.marks, fmt.Sprintf("%s %s: %s", name, value, load.Unmeasured))
			continue
		}
		goodput.add(p.Goodput, p.Rate)
		goodput.marks = append(goodput.marks, fmt.Sprintf("%s %s: %s committed of %s sent, %s conflicts", name, value, perSecond(p.Goodput), perSecond(p.Rate), figure.Share(p.ConflictRate)))
		latency.add(float64(p.P50), float64(p.P99))
		latency.marks = append(latency.marks, fmt.Sprintf("%s %s: p50 %s, p99 %s", name, value, figure.Duration(p.P50), figure.Duration(p.P99)))
	}
	return []chart{goodput, latency}
}
