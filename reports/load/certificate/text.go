package certificate

import (
	"fmt"
	"io"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/reports/load"
)

// Options shape the text form.
type Options struct {
	Width int  // columns; 0 is 80, and fewer than 40 count as 40
	ASCII bool // draw without box characters
	Curl  bool // add commands that send the requests again
}

// minimumBars is the minimum width of the timeline, in columns.
const minimumBars = 20

// drawing holds the characters of the bars.
type drawing struct{ from, line, to, open, point string }

var (
	boxes = drawing{"├", "─", "┤", "▶", "│"}
	ascii = drawing{"[", "-", "]", ">", "|"}
)

// Text writes a certificate for a terminal: what happened, the operations as bars
// over time, and each of them in words.
func Text(w io.Writer, c load.Certificate, o Options) error {
	width := max(o.Width, 40)
	if o.Width == 0 {
		width = 80
	}
	var b strings.Builder
	paragraph := func(indent, text string) {
		for _, line := range console.Wrap(console.Clean(text), width-len(indent)) {
			b.WriteString(indent + line + "\n")
		}
	}
	paragraph("", heading(c))
	paragraph("", c.Sentence)
	if len(c.Clauses) > 0 {
		paragraph("", "contrary to "+strings.Join(c.Clauses, ", "))
	}
	if len(c.Steps) > 0 {
		b.WriteByte('\n')
		bars(&b, c.Steps, width, o.ASCII)
	}
	for i, s := range c.Steps {
		b.WriteByte('\n')
		paragraph("", fmt.Sprintf("%d. %s, exchange %d: %s, %s", i+1, who(s), s.Seq, s.Operation, answer(s)))
		paragraph("   ", s.Role)
		paragraph("   ", interval(s))
		for _, f := range facts(s, c.Key) {
			paragraph("   ", f)
		}
		if s.RequestID != "" {
			b.WriteString("   x-ms-client-request-id " + console.Clean(s.RequestID) + "\n")
		}
		if o.Curl && s.Curl != "" {
			b.WriteString("   " + console.Clean(s.Curl) + "\n") // unwrapped, for copying
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// bars draws the operations on a common timeline, one a line.
func bars(b *strings.Builder, steps []load.Step, width int, plain bool) {
	labels := make([]string, len(steps))
	longest := 0
	for i, s := range steps {
		labels[i] = console.Clean(fmt.Sprintf("%d  %s  %s", i+1, who(s), s.Operation))
		longest = max(longest, console.Width(labels[i]))
	}
	room := max(width-2-longest-2, minimumBars)
	longest = min(longest, width-2-2-room)
	d := boxes
	if plain {
		d = ascii
	}
	sc := newScale(steps)
	for i, s := range steps {
		label := console.Shorten(labels[i], longest)
		from, to, open := sc.span(s)
		b.WriteString("  " + label + strings.Repeat(" ", longest-console.Width(label)) + "  " + d.bar(from, to, open, room) + "\n")
	}
	first, last := milliseconds(sc.moments[0]), milliseconds(sc.moments[len(sc.moments)-1])
	indent := strings.Repeat(" ", 2+longest+2)
	if gap := room - len(first) - len(last); gap > 0 {
		b.WriteString(indent + first + strings.Repeat(" ", gap) + last + "\n")
	} else {
		b.WriteString(indent + first + "\n")
	}
	b.WriteString("  (time in order, not to scale)\n")
}

// bar draws one interval in a line with this number of columns.
func (d drawing) bar(from, to float64, open bool, columns int) string {
	last := float64(columns - 1)
	a, z := int(from*last+0.5), int(to*last+0.5)
	line := strings.Repeat(" ", a)
	switch {
	case open:
		return line + d.from + strings.Repeat(d.line, max(z-a-1, 0)) + d.open
	case a == z:
		return line + d.point
	}
	return line + d.from + strings.Repeat(d.line, z-a-1) + d.to
}
