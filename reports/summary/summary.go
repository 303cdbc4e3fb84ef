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
)

// Write renders r. Failures that show the same have one card; that changes neither a
// verdict nor a count. The cards come first and the verdict last: a terminal shows
// the end.
func Write(w io.Writer, r reports.Run, o Options) error {
	b := bufio.NewWriter(w)
	p := printer{w: b, run: r, Options: o}
	p.accused = p.accusations()
	p.cards()
	p.unknowns()
	p.recorded()
	p.skips()
	p.counts()
	p.failing()
	p.verdict()
	return errors.Join(p.err, b.Flush())
}
