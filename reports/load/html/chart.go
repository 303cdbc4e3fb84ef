package html

import (
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strings"
)

// chart is a set of lines over a common axis.
type chart struct {
	title  string
	xName  string
	yName  string
	format func(float64) string // of the values
	x      []float64            // positions, ascending
	tried  []string             // the tried values in words; nil if the axis is time
	found  float64              // the result of a search; 0: none
	lines  []line
	marks  []string // text of each position, shown on hover
}

// line is one line of a chart, drawn in the colour and dash of its number. A
// value of zero is a gap where the axis is logarithmic.
type line struct {
	name   string
	values []float64
}

// A chart is drawn twice, for two page widths, because text in a shrunken drawing
// cannot be read.
var sizes = []struct {
	class         string
	width, height float64
}{{"wide", 720, 266}, {"narrow", 350, 236}}

// Room around the lines, in pixels.
const (
	left, right, above, below = 62.0, 12.0, 26.0, 38.0
	inset                     = 22.0 // next to the first and the last tried value, for their labels
	digitWidth                = 6.8  // of a label under the axis
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
	fmt.Fprintf(b, `<text class="tick name" x="0" y="11">%s</text>`+"\n", html.EscapeString(c.yName))
	c.ground(b, x, width, height)
	for i, l := range c.lines {
		way, alone := c.path(l, x, y)
		if way != "" {
			fmt.Fprintf(b, `<path class="line l%d" d="%s"/>`+"\n", i, way)
		}
		if len(c.tried) > 0 { // mark only tried values, not those in between
			alone = c.seen(l, y)
		}
		for _, at := range alone {
			fmt.Fprintf(b, `<circle class="dot l%d" cx="%.1f" cy="%.1f" r="3.5"/>`+"\n", i, x.at(c.x[at]), y.at(l.values[at]))
		}
	}
	c.pointers(b, x, height)
	b.WriteString("</svg>\n")
}

// doublings is the ratio of the largest to the least tried value at which the axis
// changes to doublings. On a linear axis the small values would overlap.
const doublings = 8

// across returns the x axis.
func (c chart) across(from, to float64) axis {
	if len(c.tried) > 0 {
		low, high := c.x[0], c.x[len(c.x)-1]
		return axis{low: low, high: high, from: from + inset, to: to - inset, log: low > 0 && high >= doublings*low}
	}
	return axis{low: 0, high: max(c.x[len(c.x)-1], 1), from: from, to: to}
}

// ground draws the x axis with its labels and name.
func (c chart) ground(b *strings.Builder, x axis, width, height float64) {
	floor := height - below
	label := func(at float64, text string) {
		fmt.Fprintf(b, `<text class="tick" x="%.1f" y="%.0f" text-anchor="middle">%s</text>`+"\n", at, floor+18, html.EscapeString(text))
	}
	if len(c.tried) > 0 {
		for _, v := range c.x {
			fmt.Fprintf(b, `<path class="grid" d="M%.1f %.0fv5"/>`+"\n", x.at(v), floor)
		}
		for _, i := range c.labelled(x) {
			label(x.at(c.x[i]), c.tried[i])
		}
	} else {
		for _, t := range x.ticks(6) {
			label(x.at(t), fmt.Sprintf("%.6g", t))
		}
	}
	if c.found > 0 && c.found >= x.low && c.found <= x.high {
		at, anchor := x.at(c.found), "end"
		if at < (left+width-right)/2 {
			anchor = "start"
		}
		fmt.Fprintf(b, `<path class="mark" d="M%.1f %.0fV%.0f"/><text class="tick strong" x="%.1f" y="%.0f" text-anchor="%s">&#160;found&#160;</text>`+"\n",
			at, above, floor, at, above-1, anchor)
	}
	fmt.Fprintf(b, `<text class="tick name" x="%.1f" y="%.0f" text-anchor="middle">%s</text>`+"\n", (left+width-right)/2, height-4, html.EscapeString(c.xName))
}

// labelled returns the positions that have room for a label: the last, the first,
// and as many between them as do not touch.
func (c chart) labelled(x axis) []int {
	type stretch struct{ from, to float64 }
	var taken []stretch
	var out []int
	last := len(c.x) - 1
	for n := range c.x {
		i := (n + last) % len(c.x) // last one first
		half := digitWidth*float64(len(c.tried[i]))/2 + 3
		s := stretch{x.at(c.x[i]) - half, x.at(c.x[i]) + half}
		if !slices.ContainsFunc(taken, func(t stretch) bool { return s.from < t.to && t.from < s.to }) {
			taken, out = append(taken, s), append(out, i)
		}
	}
	return out
}

// path returns the path of the line, and the points that have no neighbour to
// connect to.
func (c chart) path(l line, x, y axis) (way string, alone []int) {
	var b strings.Builder
	gap := func(i int) bool { return l.gap(i, y) }
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
		fmt.Fprintf(&b, "%s%.1f %.1f", command, x.at(c.x[i]), y.at(v))
		pen = true
	}
	return b.String(), alone
}

// gap reports whether a line has no value at a position.
func (l line) gap(i int, y axis) bool {
	return i < 0 || i >= len(l.values) || math.IsNaN(l.values[i]) || (y.log && l.values[i] <= 0)
}

// seen returns the positions at which the line has a value.
func (c chart) seen(l line, y axis) []int {
	var out []int
	for i := range c.x {
		if !l.gap(i, y) {
			out = append(out, i)
		}
	}
	return out
}

// pointers covers every position with a strip that shows its values on hover. A
// value that was tried twice has one strip.
func (c chart) pointers(b *strings.Builder, x axis, height float64) {
	for i := 0; i < len(c.marks); {
		next := i + 1
		for next < len(c.marks) && c.x[next] == c.x[i] {
			next++
		}
		at := x.at(c.x[i])
		from, to := at-4, at+4
		if i > 0 {
			from = (at + x.at(c.x[i-1])) / 2
		}
		if next < len(c.marks) {
			to = (at + x.at(c.x[next])) / 2
		}
		fmt.Fprintf(b, `<rect class="hit" x="%.1f" y="%.0f" width="%.1f" height="%.0f"><title>%s</title></rect>`+"\n",
			from, above, to-from, height-above-below, html.EscapeString(strings.Join(c.marks[i:next], "\n")))
		i = next
	}
}

// describe describes the chart in words, for readers who do not see it.
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
