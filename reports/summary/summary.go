// Package summary renders a run for a person at a terminal: counts by service
// and clause, what did not conform, a card for each of the first failures, and
// one closing sentence that says what the exit code will say. It sees only the
// result model; the words of the clauses come from the caller.
package summary

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"ifmatch/reports"
)

// Write renders r. Failures that show the same have one card; that changes neither a
// verdict nor a count. The cards come first and the verdict last: a terminal shows
// the end.
func Write(w io.Writer, r reports.Run, o Options) error {
	p := newPrinter(w, r, o)
	if len(r.Profiles) > 0 && !o.Verbose {
		p.profileCards()
	} else {
		p.cards()
	}
	p.found()
	p.unknowns()
	p.recorded()
	p.skips()
	p.baseline()
	p.counts()
	p.failing()
	p.verdict()
	p.profiles()
	return errors.Join(p.err, p.w.Flush())
}

// newPrinter prepares to render r. What the caller does not say of clauses and
// commands the run says itself.
func newPrinter(w io.Writer, r reports.Run, o Options) *printer {
	if o.Clause == nil {
		o.Clause = func(id string) Clause {
			c := r.Promise(id)
			return Clause{Statement: c.Statement, Level: c.Level}
		}
	}
	if o.Rerun == nil && r.Plan.Again != "" {
		o.Rerun = func(s reports.Scenario) string { return r.Plan.Again + " " + shellQuote(s.ID) }
	}
	p := &printer{w: bufio.NewWriter(w), run: r, Options: o}
	p.accused = p.accusations()
	return p
}

// shellQuote makes an id one word of a POSIX shell.
func shellQuote(id string) string {
	if strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@,+%") == "" {
		return id
	}
	return "'" + strings.ReplaceAll(id, "'", `'\''`) + "'"
}
