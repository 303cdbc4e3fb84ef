// Package summary renders a run for a person at a terminal: counts by service
// and clause, what did not conform, a card for each of the first failures, and
// one closing sentence that says what the exit code will say. It sees only the
// result model; the words of the clauses come from the caller.
package summary

import (
	"bufio"
	"errors"
	"io"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// defaultCards is how many failure cards fit a terminal before they hide the
// summary.
const defaultCards = 5

// Options says how a run is shown. The zero value is plain text of any width
// without the clauses' statements.
type Options struct {
	Style console.Style
	// Width is the number of columns, zero if unlimited.
	Width int
	// Verbose shows every failure card and what was recorded.
	Verbose bool
	// Statement returns what the documents promise by a clause, in our words,
	// or "" if it is not known.
	Statement func(clause string) string
	// Rerun returns the command that runs one case again, or "".
	Rerun func(reports.Scenario) string
}

// Write renders r. The cards come first and the verdict last: a terminal shows
// the end.
func Write(w io.Writer, r reports.Run, o Options) error {
	b := bufio.NewWriter(w)
	p := printer{w: b, run: r, Options: o}
	p.cards()
	p.unknowns()
	p.recorded()
	p.skips()
	p.counts()
	p.failing()
	p.verdict()
	return errors.Join(p.err, b.Flush())
}

// printer writes the sections and keeps the first error.
type printer struct {
	Options
	w   *bufio.Writer
	run reports.Run
	err error
}

// line writes one line of text.
func (p *printer) line(text string) {
	if p.err == nil {
		_, p.err = p.w.WriteString(text + "\n")
	}
}

func (p *printer) table(t *console.Table) {
	if p.err == nil {
		p.err = t.Write(p.w)
	}
}

func (p *printer) statement(clause string) string {
	if p.Statement == nil {
		return ""
	}
	return p.Options.Statement(clause)
}

// gates tells whether s may decide the exit code.
func (p *printer) gates(s reports.Scenario) bool { return reports.Gates(s.Level, p.run.Plan.Level) }

// with returns the cases that have the verdict v, in the order of the run.
func (p *printer) with(v reports.Status) []reports.Scenario {
	var out []reports.Scenario
	for _, s := range p.run.Scenarios {
		if s.Status == v {
			out = append(out, s)
		}
	}
	return out
}
