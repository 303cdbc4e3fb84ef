package certificate

import (
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"io"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/reports/load"
)

// Measures of all drawings, in their own pixels; a drawing scales with its
// container.
const (
	textLeft   = 30
	rowTop     = 12 // of the first row
	rowPadding = 14
	lineHeight = 15
	barHeight  = 12
	textColumn = 44  // characters of a line of text in DejaVu Sans, the widest font that system-ui may select
	boldColumn = 38  // the same in bold
	textRoom   = 180 // for the times under a bar
)

// layout says where a drawing has its bars.
type layout struct {
	width     int
	barsLeft  float64
	barsRight float64
	under     bool   // bars are below the text, not next to it
	suffix    string // of the drawing's identity
}

var (
	beside  = layout{width: 780, barsLeft: 350, barsRight: 764}
	upright = layout{width: 350, barsLeft: textLeft, barsRight: 344, under: true, suffix: "-u"}
)

// style is the drawing's own style sheet. It takes the colour of the surrounding
// text, so that it fits light and dark pages. A page may set the two colours of
// the bars.
const style = `.ifm-cert{font:12px/1.25 system-ui,sans-serif;fill:currentColor}` +
	`.ifm-cert .op{font-weight:600}.ifm-cert .dim{opacity:.72}` +
	`.ifm-cert .bar{fill:var(--certificate-bar,#4a86c5);stroke:none}` +
	`.ifm-cert .none{fill:none;stroke:var(--certificate-bar,#4a86c5);stroke-width:1.5}` +
	`.ifm-cert .open{stroke-dasharray:5 3}` +
	`.ifm-cert .rule{stroke:currentColor;opacity:.22;stroke-dasharray:2 3}` +
	`.ifm-cert .num{text-anchor:middle;font-weight:600}`

// SVG writes a certificate as one self-contained svg element: the operations
// below each other, and next to them their intervals as bars on a common
// timeline. Filled bars took effect or read something, empty ones were refused,
// and dashed ones were never answered.
func SVG(w io.Writer, c load.Certificate) error { return beside.write(w, c) }

// UprightSVG is like SVG, for a page that is too narrow for text and bars next to
// each other: the bars are below the text.
func UprightSVG(w io.Writer, c load.Certificate) error { return upright.write(w, c) }

func (l layout) write(w io.Writer, c load.Certificate) error {
	var body strings.Builder
	sc := newScale(c.Steps)
	y := rowTop
	for i, s := range c.Steps {
		y += l.row(&body, i, s, c.Key, sc, y)
	}
	bottom := y + 4
	id := identity(c) + l.suffix
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" class="ifm-cert" role="img" aria-labelledby="%s-t %s-d" viewBox="0 0 %d %d" width="100%%" style="max-width:%dpx">`+"\n",
		id, id, l.width, bottom+lineHeight+6, l.width)
	fmt.Fprintf(&b, "<title id=\"%s-t\">%s</title>\n<desc id=\"%s-d\">%s</desc>\n", id, escape(heading(c)), id, escape(description(c)))
	fmt.Fprintf(&b, "<style>%s</style>\n", style)
	for _, moment := range sc.at {
		x := l.across(moment)
		fmt.Fprintf(&b, `<line class="rule" x1="%.1f" y1="%d" x2="%.1f" y2="%d"/>`+"\n", x, rowTop-6, x, bottom-4)
	}
	b.WriteString(body.String())
	note := "time since the run began: in order, not to scale"
	if len(c.Steps) == 0 {
		note = c.Sentence
	}
	fmt.Fprintf(&b, `<text class="dim" x="%.0f" y="%d">%s</text>`+"\n</svg>\n", l.barsLeft, bottom+lineHeight-2, escape(note))
	_, err := io.WriteString(w, b.String())
	return err
}

// row draws one operation and returns its height.
func (l layout) row(b *strings.Builder, i int, s load.Step, about string, sc scale, y int) int {
	text := y + lineHeight - 3
	line := func(class, content string) {
		fmt.Fprintf(b, `<text class="%s" x="%d" y="%d">%s</text>`+"\n", class, textLeft, text, escape(content))
		text += lineHeight
	}
	fmt.Fprintf(b, `<text class="num" x="14" y="%d">%d</text>`+"\n", text, i+1)
	for _, words := range console.Wrap(fmt.Sprintf("%s · %s · %s", who(s), s.Operation, answer(s)), boldColumn) {
		line("op", words)
	}
	for _, words := range console.Wrap(s.Role, textColumn) {
		line("", words)
	}
	for _, f := range facts(s, about) {
		for _, words := range console.Wrap(f, textColumn) {
			if !strings.Contains(words, " ") { // digits and capitals
				words = squeeze(words, textColumn-4)
			}
			line("dim", words)
		}
	}
	if l.under {
		top := text - lineHeight + 8
		l.bar(b, s, sc, top)
		return top - y + barHeight + lineHeight + rowPadding
	}
	l.bar(b, s, sc, y+2)
	return text - y - lineHeight + 3 + rowPadding
}

// bar draws the interval of an operation, and its times under it.
func (l layout) bar(b *strings.Builder, s load.Step, sc scale, y int) {
	from, to, open := sc.span(s)
	x1, x2 := l.across(from), max(l.across(to), l.across(from)+3)
	class := "bar"
	switch {
	case open:
		class = "none open"
	case s.Outcome != "won":
		class = "none"
	}
	if open { // a bar without an end
		fmt.Fprintf(b, `<path class="%s" d="M%.1f %dH%.1fV%dH%.1f"/>`+"\n", class, x2, y, x1, y+barHeight, x2)
	} else {
		fmt.Fprintf(b, `<rect class="%s" x="%.1f" y="%d" width="%.1f" height="%d" rx="2"/>`+"\n", class, x1, y, x2-x1, barHeight)
	}
	under := y + barHeight + lineHeight - 2
	anchor := "start"
	if x1 > l.barsRight-textRoom {
		x1, anchor = x2, "end"
	}
	fmt.Fprintf(b, `<text class="dim" x="%.1f" y="%d" text-anchor="%s">%s</text>`+"\n", x1, under, anchor, escape(interval(s)))
}

// across returns the x position of a part of the timeline.
func (l layout) across(part float64) float64 {
	return l.barsLeft + part*(l.barsRight-l.barsLeft)
}

// description describes the drawing in words.
func description(c load.Certificate) string {
	parts := []string{c.Sentence + "."}
	for i, s := range c.Steps {
		parts = append(parts, fmt.Sprintf("%d: %s, %s, %s, %s; %s.", i+1, who(s), s.Operation, answer(s), interval(s), s.Role))
	}
	return strings.Join(parts, " ")
}

// identity returns a name for the element that is unique on a page.
func identity(c load.Certificate) string {
	h := fnv.New64a()
	io.WriteString(h, heading(c))
	for _, s := range c.Steps {
		io.WriteString(h, s.RequestID+" "+s.Role)
	}
	return fmt.Sprintf("ifm-%x", h.Sum64())
}

func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(console.Clean(text))) // a Builder never fails
	return b.String()
}
