package summary

import (
	"bufio"
	"fmt"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// defaultCards is how many failure cards a terminal shows before they hide the
// summary.
const defaultCards = 5

// Options says how a run is shown. The zero value is plain text of any width
// without the clauses' statements.
type Options struct {
	Style console.Style
	// Width is the number of columns, zero if unlimited.
	Width int
	// Verbose shows every failure card, and the answers to open clauses.
	Verbose bool
	// Clause returns the known facts about a clause by its id, the zero Clause if
	// there are none; nil asks the run.
	Clause func(id string) Clause
	// Page returns the address of Microsoft's page about the failure of a case, or
	// "".
	Page func(reports.Scenario) string
	// Rerun returns the command that runs one case again, or ""; nil asks the run.
	Rerun func(reports.Scenario) string
}

// Clause is what a card shows of a clause.
type Clause struct {
	// Statement is what the documents promise, in our words.
	Statement string
	Level     string // of the status and the effect
}

// printer writes the sections and keeps the first error.
type printer struct {
	Options
	w   *bufio.Writer
	run reports.Run
	// accused are the failures of run, grouped by cause.
	accused []*accusation
	// worse orders failures, the worst first.
	worse func(a, b reports.Scenario) int
	harms map[string]reports.Harm
	// followers are, by the id of a failure, those that may follow from it.
	followers map[string][]reports.Scenario
	err       error
}

// line writes one line of text.
func (p *printer) line(text string) {
	if p.err == nil {
		_, p.err = p.w.WriteString(text + "\n")
	}
}

func (p *printer) rows(t *console.Table) {
	if p.err == nil {
		p.err = t.Write(p.w)
	}
}

func (p *printer) clause(id string) Clause { return p.Clause(id) }

// gates reports whether s decides the exit code.
func (p *printer) gates(s reports.Scenario) bool { return p.run.Decides(s) }

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

// labelWidth is the width of a card's left column.
const labelWidth = 12

func label(name string) string { return fmt.Sprintf("  %-*s", labelWidth-2, name) }

// field prints a wrapped value under a label, and nothing without a value.
func (p *printer) field(name, value string) {
	room := 0
	if p.Width > 0 {
		room = max(p.Width-labelWidth, 24)
	}
	for i, line := range console.Wrap(console.Clean(value), room) {
		if i > 0 {
			name = ""
		}
		p.line(label(name) + line)
	}
}
