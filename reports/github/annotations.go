// Package github renders a run as workflow commands of GitHub Actions, which show
// the failures on a pull request.
package github

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/summary"
)

// most is how many annotations of each kind GitHub shows for a step.
const most = 10

// Write renders r: an error for each failure that gates, grouped by cause and the worst
// first; a warning for what was seen once and not again, and at each line of the baseline that no longer fits; and an error if the run was
// inconclusive.
func Write(w io.Writer, r reports.Run) error {
	b := bufio.NewWriter(w)
	errors := 0
	for _, c := range summary.Cards(r) {
		if !r.Decides(c.Lead) {
			continue
		}
		if errors++; errors == most {
			command(b, "error", nil, "ifmatch", summary.Headline(r)+": the step summary and the result have them all")
		}
		if errors >= most {
			break
		}
		text := c.Lead.Name
		if c.Lead.Want != "" {
			text += fmt.Sprintf("\nwant %s\ngot %s", c.Lead.Want, c.Lead.Got)
		}
		if c.Cases > 1 {
			text += fmt.Sprintf("\nand %s", console.Plural(c.Cases-1, "more case"))
		}
		command(b, "error", nil, c.Lead.ID, text)
	}
	if r.Outcome() == reports.Unknown {
		command(b, "error", nil, "ifmatch could not tell", summary.Verdict(r))
	}
	warnings := 0
	for _, f := range r.Found {
		if warnings++; r.Doubts(f) && warnings <= most {
			command(b, "warning", nil, summary.Of(f), summary.Once(f))
		}
	}
	for _, m := range summary.Misfits(r) {
		if warnings++; warnings > most {
			break
		}
		command(b, "warning", []string{"file=" + property(r.Baseline.File), fmt.Sprintf("line=%d", m.Line)}, m.Case, m.Why)
	}
	return b.Flush()
}

// command writes one workflow command; its text cannot begin another.
func command(b *bufio.Writer, kind string, properties []string, title, text string) {
	fmt.Fprintf(b, "::%s %s::%s\n", kind, strings.Join(append(properties, "title="+property(title)), ","), data(text))
}

// data escapes a message, because a line end would end the command.
func data(text string) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, console.Clean(line))
	}
	return strings.NewReplacer("%", "%25", "\n", "%0A").Replace(strings.Join(lines, "\n"))
}

func property(text string) string {
	return strings.NewReplacer("%", "%25", ":", "%3A", ",", "%2C").Replace(console.Clean(text))
}
