package text

import (
	"bufio"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/reports/load"
)

// Options says how a run is shown. The zero value is plain text of any width.
type Options struct {
	Style console.Style
	// Width is the number of columns, zero if unlimited.
	Width int
}

// printer writes the sections and keeps the first error.
type printer struct {
	Options
	w   *bufio.Writer
	run load.Run
	err error
	// whole names the document with all certificates; "": the report as json or html.
	whole string
}

func (p *printer) write(text string) {
	if p.err == nil {
		_, p.err = p.w.WriteString(text)
	}
}

// paragraph writes wrapped text. The first line has one indent and the others
// another.
func (p *printer) paragraph(first, others, text string) {
	width := p.Width
	if width > 0 {
		width -= max(len(first), len(others))
	}
	p.write(first + strings.Join(console.Wrap(text, width), "\n"+others) + "\n")
}

func (p *printer) rows(t *console.Table) {
	if p.err == nil && !t.Empty() {
		p.err = t.Write(p.w)
	}
}

// hang is the indent of the lines that explain the verdict.
const hang = "  "
