package html

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"sync"
	"time"

	"ifmatch/reports/console"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
	"ifmatch/reports/load/compare"
)

//go:embed comparison.gohtml
var comparisonSource string

//go:embed comparison.css
var comparisonStyle string

var comparisonPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("comparison").Funcs(template.FuncMap{
		"style":  func() template.CSS { return template.CSS(style + comparisonStyle) },
		"plural": console.Plural,
		"dash":   func(text string) string { return map[bool]string{true: "–", false: text}[text == ""] },
		"mood":   func(j compare.Judgement) string { return moods[j] },
	}).Parse(comparisonSource))
})

// moods are the CSS classes of the judgements, with the colours of verdicts on the
// pages of runs.
var moods = map[compare.Judgement]string{compare.Better: "good", compare.Worse: "bad", compare.Changed: "doubt", compare.Untested: "doubt"}

// Comparison is two sides of load runs and their differences.
type Comparison struct {
	compare.Comparison
	Before, After []load.Run
}

// comparisonView is a comparison with the page's additions.
type comparisonView struct {
	Comparison
	Stamp, Word, Sentence string // of the gate: the class of the head, and its text
	Figures               []compared
	Same                  int // number of figures without a change
	Charts                []drawn
	Every                 []ran
}

// compared is a figure with the drawing of its change.
type compared struct {
	compare.Figure
	Drawing template.HTML
}

// ran is one of the runs.
type ran struct {
	Side, State, Started, Measured, Scope string
}

// WriteComparison renders c as one self-contained page: the parameters that differ,
// every figure with the size of its change, and both sides over time.
func WriteComparison(w io.Writer, c Comparison) error {
	v := comparisonView{Comparison: c, Stamp: "", Charts: besides(c)}
	v.Word, v.Sentence = c.Words()
	switch c.Gate() {
	case compare.Worse:
		v.Stamp = load.Invalid
	case compare.Better, compare.Same:
		v.Stamp = load.Valid
	}
	for _, f := range c.Comparison.Figures {
		if f.Judgement == compare.Same {
			v.Same++
		}
		v.Figures = append(v.Figures, compared{f, changeOf(f)})
	}
	for _, side := range []struct {
		name string
		runs []load.Run
	}{{"old", c.Before}, {"new", c.After}} {
		for _, r := range side.runs {
			v.Every = append(v.Every, ran{side.name, r.Verdict.State, r.Started.UTC().Format("2006-01-02 15:04 UTC"), figure.Seconds(r.Seconds),
				figure.Plural(r.Verdict.Operations, "operation") + " on " + figure.Plural(int64(r.Verdict.Keys), "key")})
		}
	}
	return render(w, "comparison", comparisonPage(), v)
}

// besides returns the charts that show both sides: the first run of each.
func besides(c Comparison) []drawn {
	if len(c.Before) == 0 || len(c.After) == 0 {
		return nil
	}
	before, after := timePoints(c.Before[0]), timePoints(c.After[0])
	if len(before) < 2 || len(after) < 2 {
		return nil
	}
	long := before
	if len(after) > len(long) {
		long = after
	}
	var out []drawn
	for _, what := range []struct {
		title, axis string
		text        func(float64) string
		of          func(timePoint) float64
	}{
		{"Goodput over time", "requests per second", perSecond, func(m timePoint) float64 { return m.commits }},
		{"Conflicts over time", "requests per second", perSecond, func(m timePoint) float64 { return m.conflicts }},
		{"Response time over time, p50", "response time", duration, func(m timePoint) float64 { return float64(m.p50) }},
		{"Response time over time, p99", "response time", duration, func(m timePoint) float64 { return float64(m.p99) }},
	} {
		at := func(ms []timePoint, i int) float64 {
			if i >= len(ms) {
				return math.NaN()
			}
			return what.of(ms[i])
		}
		said := func(v float64) string {
			if math.IsNaN(v) {
				return "over"
			}
			return what.text(v)
		}
		both := chart{title: what.title, xName: "seconds since the measurement began", yName: what.axis, format: what.text, lines: []line{{name: "old"}, {name: "new"}}}
		for i, m := range long {
			x, y := at(before, i), at(after, i)
			both.x = append(both.x, m.at)
			both.add(x, y)
			both.marks = append(both.marks, fmt.Sprintf("second %g: old %s, new %s", m.at, said(x), said(y)))
		}
		out = append(out, drawn{both.title, both.HTML()})
	}
	return out
}

// Width of the drawing of a change, in pixels, and how many doublings it shows.
const (
	changeWidth, changeHeight = 132.0, 18.0
	changeSpan                = 1.0
)

// changeOf draws the change of a figure with its interval, on an axis of doublings.
// The line in the middle means no change.
func changeOf(f compare.Figure) template.HTML {
	if f.Samples[0] == 0 || f.Samples[1] == 0 || math.IsNaN(f.Ratio.Value) {
		return ""
	}
	at := func(ratio float64) float64 {
		d := changeSpan
		if ratio > 0 && !math.IsInf(ratio, 0) {
			d = max(-changeSpan, min(changeSpan, math.Log2(ratio)))
		} else if ratio <= 0 {
			d = -changeSpan
		}
		return changeWidth/2 + d/changeSpan*(changeWidth/2-5)
	}
	class := moods[f.Judgement]
	if class == "" {
		class = "same"
	}
	return template.HTML(fmt.Sprintf(`<svg class="change" viewBox="0 0 %.0f %.0f" aria-hidden="true"><path class="grid" d="M%.1f 1V%.0f"/><path class="reach c-%s" d="M%.1f 9H%.1f"/><circle class="at c-%s" cx="%.1f" cy="9" r="4"/></svg>`,
		changeWidth, changeHeight, changeWidth/2, changeHeight-1, class, at(f.Ratio.Low), at(f.Ratio.High), class, at(f.Ratio.Value)))
}

// Longest returns the measured time of the longest run.
func (v comparisonView) Longest() string {
	longest := 0.0
	for _, r := range append(append([]load.Run{}, v.Before...), v.After...) {
		longest = max(longest, r.Seconds)
	}
	return figure.Duration(time.Duration(longest * 1e9))
}
