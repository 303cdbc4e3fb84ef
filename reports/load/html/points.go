package html

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ifmatch/reports/load"
	"ifmatch/reports/load/figure"
)

// nothing is what is said of a point at which no exchange was measured: whatever
// the check made of so little is no verdict on the service.
const nothing = "nothing measured"

// point is one point of a sweep or a search as the page shows it.
type point struct {
	load.Point
	State  string // its verdict, or nothing
	Shown  bool   // the page has it in detail
	Answer bool   // a search found it
}

// Name is the point as a command line has it.
func (p point) Name() string { return p.Param + "=" + figure.Number(p.Value) }

// Measured tells that the figures of the point are figures.
func (p point) Measured() bool { return p.State != nothing }

// points are those of r, the least value first.
func points(r load.Run) []point {
	var out []point
	shown := shownPoint(r)
	for i, p := range r.Points {
		q := point{Point: p, State: p.Verdict, Shown: i == shown, Answer: r.Knee != 0 && p.Value == r.Knee}
		if p.Rate == 0 {
			q.State = nothing
		}
		out = append(out, q)
	}
	slices.SortStableFunc(out, func(a, b point) int { return cmp.Compare(a.Value, b.Value) })
	return out
}

// shownPoint is which of the points the rest of the result is about.
func shownPoint(r load.Run) int {
	i := slices.IndexFunc(r.Points, func(p load.Point) bool {
		return p.Verdict == r.Verdict.State && p.Rate == r.Contention.Rate && p.Goodput == r.Contention.Goodput && p.P50 == r.Response.P50 && p.P99 == r.Response.P99
	})
	if i < 0 {
		return len(r.Points) - 1
	}
	return i
}

// overall is the verdict on all points: the worst state, how many are valid, and
// which are not.
func overall(r load.Run, all []point) (state, count, sentence string) {
	state = load.Valid
	by := map[string][]string{}
	for _, p := range all {
		as := p.State
		if as == nothing {
			as = load.Incomplete
		}
		if slices.Index(load.States, as) > slices.Index(load.States, state) {
			state = as
		}
		by[p.State] = append(by[p.State], p.Name())
	}
	count = fmt.Sprintf("%d of %s valid", len(by[load.Valid]), figure.Plural(int64(len(all)), "point"))
	var others []string
	for _, s := range append([]string{nothing}, load.States...) {
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

// enumerate joins at most so many names.
func enumerate(names []string, most int) string {
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// curve are the charts of a sweep or a search. A point that measured nothing is a
// gap in them.
func curve(r load.Run, all []point) []chart {
	if len(all) == 0 {
		return nil
	}
	name := all[0].Param
	goodput := chart{title: "Goodput over " + name, xName: name, format: perSecond, lines: []line{{name: "committed"}, {name: "sent"}}}
	latency := chart{title: "Response time over " + name, xName: name, format: duration, lines: []line{{name: "p50"}, {name: "p99"}}}
	for _, p := range all {
		value := figure.Number(p.Value)
		for _, c := range []*chart{&goodput, &latency} {
			c.x, c.tried, c.answer = append(c.x, p.Value), append(c.tried, value), r.Knee
		}
		if !p.Measured() {
			goodput.add(math.NaN(), math.NaN())
			latency.add(math.NaN(), math.NaN())
			goodput.marks = append(goodput.marks, fmt.Sprintf("%s %s: %s", name, value, nothing))
			latency.marks = append(latency.marks, fmt.Sprintf("%s %s: %s", name, value, nothing))
			continue
		}
		goodput.add(p.Goodput, p.Rate)
		goodput.marks = append(goodput.marks, fmt.Sprintf("%s %s: %s committed of %s sent, %s conflicts", name, value, perSecond(p.Goodput), perSecond(p.Rate), figure.Share(p.ConflictRate)))
		latency.add(float64(p.P50), float64(p.P99))
		latency.marks = append(latency.marks, fmt.Sprintf("%s %s: p50 %s, p99 %s", name, value, figure.Duration(p.P50), figure.Duration(p.P99)))
	}
	return []chart{goodput, latency}
}
