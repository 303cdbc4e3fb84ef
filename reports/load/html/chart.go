package html

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"strings"
)

// chart is lines over a common axis.
type chart struct {
	title  string
	xName  string
	format func(float64) string // of the values
	x      []float64
	labels []string // of the places on the x axis, if they stand in even steps; else x is a scale
	lines  []line
	marks  []string // what a place says of itself, shown when it is pointed at
}

// line is one line of a chart, drawn in the colour and dash of its number. A
// value of zero is a gap where the axis is logarithmic.
type line struct {
	name   string
	values []float64
}

// A chart is drawn twice, for two widths of the page, because text in a drawing
// that shrinks cannot be read.
var sizes = []struct {
	class         string
	width, height float64
}{{"wide", 720, 250}, {"narrow", 350, 220}}

// Room around the lines, in pixels.
const (
	left, right, above, below = 62.0, 12.0, 10.0, 36.0
)

// HTML draws the chart.
func (c chart) HTML() template.HTML {
	var b strings.Builder
	b.WriteString(`<div class="legend" aria-hidden="true">`)
	for i, l := range c.lines {
		fmt.Fprintf(&b, `<span><svg class="key" viewBox="0 0 26 8"><path class="line l%d" d="M0 4H26"/></svg>%s</span>`, i, html.EscapeString(l.name))
	}
	b.WriteString("</div>\n")
	for _, s := range sizes {
		c.draw(&b, s.class, s.width, s.height)
	}
	return template.HTML(b.String())
}

func (c chart) draw(b *strings.Builder, class string, width, height float64) {
	var values []float64
	for _, l := range c.lines {
		values = append(values, l.values...)
	}
	y := newAxis(values, height-below, above)
	x := c.across(left, width-right)
	fmt.Fprintf(b, `<svg class="chart %s" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">`+"\n", class, width, height, html.EscapeString(c.describe()))
	for _, t := range y.ticks(6) {
		fmt.Fprintf(b, `<path class="grid" d="M%.0f %.1fH%.0f"/><text class="tick" x="%.0f" y="%.1f" text-anchor="end">%s</text>`+"\n",
			left, y.at(t), width-right, left-6, y.at(t)+4, html.EscapeString(c.format(t)))
	}
	c.ground(b, x, width, height)
	for i, l := range c.lines {
		way, alone := c.path(l, x, y)
		if way != "" {
			fmt.Fprintf(b, `<path class="line l%d" d="%s"/>`+"\n", i, way)
		}
		for _, at := range alone {
			fmt.Fprintf(b, `<circle class="dot l%d" cx="%.1f" cy="%.1f" r="3.5"/>`+"\n", i, x.at(c.place(at)), y.at(l.values[at]))
		}
	}
	c.pointers(b, x, height)
	b.WriteString("</svg>\n")
}

// across is the x axis.
func (c chart) across(from, to float64) axis {
	if len(c.labels) > 0 {
		inset := (to - from) / float64(2*len(c.labels))
		return axis{low: 0, high: float64(max(len(c.labels)-1, 1)), from: from + inset, to: to - inset}
	}
	return axis{low: 0, high: max(c.x[len(c.x)-1], 1), from: from, to: to}
}

// place is where a point lies on the x axis.
func (c chart) place(i int) float64 {
	if len(c.labels) > 0 {
		return float64(i)
	}
	return c.x[i]
}

// ground draws the x axis with its labels and name.
func (c chart) ground(b *strings.Builder, x axis, width, height float64) {
	under := height - below + 16
	label := func(at float64, text string) {
		fmt.Fprintf(b, `<text class="tick" x="%.1f" y="%.0f" text-anchor="middle">%s</text>`+"\n", at, under, html.EscapeString(text))
	}
	if len(c.labels) > 0 {
		every := int(math.Ceil(float64(len(c.labels)) * 34 / (width - left - right)))
		for i := 0; i < len(c.labels); i += max(every, 1) {
			label(x.at(float64(i)), c.labels[i])
		}
	} else {
		for _, t := range x.ticks(6) {
			label(x.at(t), fmt.Sprintf("%.6g", t))
		}
	}
	fmt.Fprintf(b, `<text class="tick name" x="%.1f" y="%.0f" text-anchor="middle">%s</text>`+"\n", (left+width-right)/2, height-4, html.EscapeString(c.xName))
}

// path is the line's way, and the places that have no neighbour to be joined with.
func (c chart) path(l line, x, y axis) (way string, alone []int) {
	var b strings.Builder
	gap := func(i int) bool {
		return i < 0 || i >= len(l.values) || math.IsNaN(l.values[i]) || (y.log && l.values[i] <= 0)
	}
	pen := false
	for i, v := range l.values {
		if gap(i) {
			pen = false
			continue
		}
		if gap(i-1) && gap(i+1) {
			alone = append(alone, i)
			continue
		}
		command := "L"
		if !pen {
			command = "M"
		}
		fmt.Fprintf(&b, "%s%.1f %.1f", command, x.at(c.place(i)), y.at(v))
		pen = true
	}
	return b.String(), alone
}

// pointers lays a strip over every place that says its values when it is pointed
// at.
func (c chart) pointers(b *strings.Builder, x axis, height float64) {
	for i, m := range c.marks {
		at := x.at(c.place(i))
		from, to := at-4, at+4
		if i > 0 {
			from = (at + x.at(c.place(i-1))) / 2
		}
		if i+1 < len(c.marks) {
			to = (at + x.at(c.place(i+1))) / 2
		}
		fmt.Fprintf(b, `<rect class="hit" x="%.1f" y="%.0f" width="%.1f" height="%.0f"><title>%s</title></rect>`+"\n", from, above, to-from, height-above-below, html.EscapeString(m))
	}
}

// describe says in words what the chart shows, for those who do not see it.
func (c chart) describe() string {
	parts := []string{c.title}
	for _, l := range c.lines {
		low, high := math.Inf(1), math.Inf(-1)
		for _, v := range l.values {
			if !math.IsNaN(v) {
				low, high = min(low, v), max(high, v)
			}
		}
		if low <= high {
			parts = append(parts, fmt.Sprintf("%s from %s to %s", l.name, c.format(low), c.format(high)))
		}
	}
	return strings.Join(parts, "; ")
}
