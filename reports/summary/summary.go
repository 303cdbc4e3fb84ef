// Package summary renders a run for a person at a terminal: counts by service and
// clause, the failures, a card for each of the first failures, and one closing
// sentence that explains the exit code. It sees only the result model; the caller
// provides the texts of the clauses.
package summary

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"ifmatch/reports"
)

// Write renders r. Failures with the same cause have one card; that changes neither
// verdicts nor counts. The cards come first and the verdict last, because a terminal
// shows the end.
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

// newPrinter prepares to render r. If the caller provides no functions for clauses
// and commands, it uses those of the run.
func newPrinter(w io.Writer, r reports.Run, o Options) *printer {
	if o.Clause == nil {
		o.Clause = func(id string) Clause {
			c := r.Promise(id)
			return Clause{Statement: c.Statement, Level: c.Level}
		}
	}
	if o.Rerun == nil && r.Plan.Again != "" {
		o.Rerun = func(s reports.Scenario) string { return r.Plan.Again + " " + strings.Join(again(r, s), " ") }
	}
	p := &printer{w: bufio.NewWriter(w), run: r, Options: o, worse: r.WorstFirst(), harms: map[string]reports.Harm{}, followers: map[string][]reports.Scenario{}}
	for _, s := range r.Scenarios {
		p.followers[s.Cause] = append(p.followers[s.Cause], s)
	}
	p.accused = p.accusations()
	return p
}

// again are the selectors that show a failure again: the id of the case, or those of the whole run if
// the case fails only beside others.
func again(r reports.Run, s reports.Scenario) (out []string) {
	if !s.NeedsCompany() {
		return []string{shellQuote(s.ID)}
	}
	for _, text := range r.Plan.Select {
		out = append(out, shellQuote(text))
	}
	for _, text := range r.Plan.Skip {
		out = append(out, "--skip "+shellQuote(text))
	}
	return out
}

// shellQuote quotes an id as one word of a POSIX shell.
func shellQuote(id string) string {
	if strings.Trim(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=@,+%") == "" {
		return id
	}
	return "'" + strings.ReplaceAll(id, "'", `'\''`) + "'"
}
