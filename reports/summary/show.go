package summary

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"ifmatch/reports"
)

// Show prints the cards of chosen cases of a run, whatever their verdict.
func Show(w io.Writer, r reports.Run, chosen []reports.Scenario, o Options) error {
	p := newPrinter(w, r, o)
	for _, s := range chosen {
		p.card(s, nil)
	}
	return errors.Join(p.err, p.w.Flush())
}

// Card is a failure as other reports show it, in plain text, with the cases that it
// represents.
type Card struct {
	Lead    reports.Scenario
	Harm    reports.Harm // the worst of its cases
	Cases   int          // including Lead
	Clauses []string     // named as broken by the card: those of Lead, and of the cases with the same cause
	Text    string
}

// Cards returns the failures of a run that no baseline knows, grouped by cause, the
// worst first.
func Cards(r reports.Run) []Card {
	var out []Card
	p := newPrinter(io.Discard, r, Options{})
	for _, g := range p.accused {
		out = append(out, Card{Lead: g.lead, Harm: p.harm(g.cases[0]), Cases: len(g.cases), Clauses: p.named(g), Text: p.text(g.lead, p.rest(g))})
	}
	return out
}

// Teller returns a function that returns the card of any case of a run in plain text.
func Teller(r reports.Run) func(reports.Scenario) string {
	p := newPrinter(io.Discard, r, Options{})
	return func(s reports.Scenario) string { return p.text(s, nil) }
}

// Verdict returns the closing sentence of a run, in plain text.
func Verdict(r reports.Run) string {
	var b strings.Builder
	p := newPrinter(&b, r, Options{})
	p.verdict()
	p.err = errors.Join(p.err, p.w.Flush()) // a strings.Builder never fails
	return strings.TrimSpace(b.String())
}

// Close returns the closing sentence of a run in its parts.
func Close(r reports.Run) Closing { return newPrinter(io.Discard, r, Options{}).closing() }

// Reason is a reason why some cases were not judged.
type Reason struct {
	Text  string
	Cases []reports.Scenario
}

// Reasons returns the reasons why cases of a run were not judged, the most common
// first.
func Reasons(r reports.Run) []Reason {
	var out []Reason
	for _, s := range newPrinter(io.Discard, r, Options{}).shares(func(reports.Scenario) bool { return true }) {
		out = append(out, Reason{s.reason, s.cases})
	}
	return out
}

// Telling returns the exchanges that explain a verdict, at most four, as a card shows
// them.
func Telling(s reports.Scenario) []reports.Exchange { return telling(s.Exchanges) }

// Wire returns an exchange as a card shows it, without the headers that every exchange
// has.
func Wire(x reports.Exchange) string {
	var b strings.Builder
	p := newPrinter(&b, reports.Run{}, Options{})
	p.exchange(x)
	p.err = errors.Join(p.err, p.w.Flush()) // a strings.Builder never fails
	var lines []string
	for _, line := range strings.Split(strings.TrimRight(b.String(), "\n"), "\n") {
		lines = append(lines, strings.TrimPrefix(line, label("")))
	}
	return strings.Join(lines, "\n")
}

// text returns a card in plain text.
func (p *printer) text(s reports.Scenario, rest []string) string {
	var b strings.Builder
	q := *p
	q.w = bufio.NewWriter(&b)
	q.card(s, rest)
	q.err = errors.Join(q.err, q.w.Flush()) // a strings.Builder never fails
	return strings.TrimRight(b.String(), "\n") + "\n"
}
