package text

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
	"ifmatch/reports/load/certificate"
)

// verdict says what the history proves, and what it does not, and shows the
// operations that prove a violation.
func (p *printer) verdict() {
	v := p.run.Verdict
	scope := fmt.Sprintf("%s on %s", figure.Plural(v.Operations, "operation"), figure.Plural(int64(v.Keys), "key"))
	checked := fmt.Sprintf("(checked in %s)", figure.Seconds(v.Seconds))
	why := console.Clean(v.Why)
	switch v.State {
	case load.Valid:
		// The text after the colon explains the promise; it is on the page.
		promise, _, _ := strings.Cut(p.run.Plan.Invariant, ":")
		p.paragraph("", hang, fmt.Sprintf("%s: %s, in %s %s", p.Style.Green("valid"), promise, scope, checked))
	case load.Invalid:
		p.paragraph("", hang, fmt.Sprintf("%s: %s in %s %s", p.Style.Red("invalid"), figure.AtLeast(int64(v.Violations), v.More, "violation"), scope, checked))
	default:
		if why == "" {
			why = "the check could not tell"
		}
		text := fmt.Sprintf("%s: %s", p.Style.Yellow(v.State), why)
		if v.Operations > 0 || v.Seconds > 0 { // otherwise there was no check
			text += fmt.Sprintf("; %s seen %s", scope, checked)
		}
		p.paragraph("", hang, text)
	}
	if len(v.NotObserved) > 0 {
		p.hint("not observed: " + console.Clean(strings.Join(v.NotObserved, "; ")))
	}
	if len(v.Assumptions) > 0 {
		p.hint("assuming: " + console.Clean(strings.Join(v.Assumptions, "; ")))
	}
	p.certificates()
}

// shownCertificates is how many violations a terminal shows in full, because they
// push the figures out of sight.
const shownCertificates = 2

// certificates shows the first violations.
func (p *printer) certificates() {
	v := p.run.Verdict
	shown := v.Certificates[:min(len(v.Certificates), shownCertificates)]
	for _, c := range shown {
		p.write("\n")
		if p.err == nil {
			p.err = certificate.Text(p.w, c, certificate.Options{Width: p.Width})
		}
	}
	if more := v.Violations - len(shown); more > 0 && len(shown) > 0 {
		text := fmt.Sprintf("and %s more", figure.AtLeast(int64(more), v.More, "violation"))
		if drawn := len(v.Certificates) - len(shown); drawn > 0 {
			text += fmt.Sprintf("; %s has %d of them", cmp.Or(p.whole, "the report as json or html"), drawn)
		}
		p.write("\n")
		p.paragraph("", hang, text)
	}
}

// hint writes a remark below the verdict.
func (p *printer) hint(text string) { p.paragraph(hang, hang+hang, text) }

// WriteVerdict renders only the verdict of r and its certificates, for a history
// that was judged again without measuring it. It uses only the invariant of the
// plan.
func WriteVerdict(w io.Writer, r load.Run, o Options) error {
	b := bufio.NewWriter(w)
	p := printer{w: b, run: r, Options: o, whole: "--json"}
	p.verdict()
	return errors.Join(p.err, b.Flush())
}

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
