package compare

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/reports/figure"
)

// TextOptions says how a comparison is shown. The zero value is plain text of any
// width.
type TextOptions struct {
	Style console.Style
	Width int  // columns, zero if unlimited
	All   bool // also show the figures of operations that did not change, and the p of each test
}

// Write renders c for a person: first the parameters that differ, then the changes,
// and the gate as the last line.
func Write(w io.Writer, c Comparison, o TextOptions) error {
	b := bufio.NewWriter(w)
	var failed error
	table := func(t *console.Table) {
		if failed == nil && !t.Empty() {
			failed = t.Write(b)
		}
	}
	fmt.Fprintf(b, "old  %s, %s\n", console.Clean(c.Old.Name), figure.Plural(int64(c.Old.Runs), "run"))
	fmt.Fprintf(b, "new  %s, %s\n", console.Clean(c.New.Name), figure.Plural(int64(c.New.Runs), "run"))
	if len(c.Parameters) > 0 {
		t := console.Table{Header: []string{"parameter", "old", "new"}, Indent: "  ", Width: o.Width}
		for _, p := range c.Parameters {
			t.Add(console.Clean(p.Name), orDash(p.Old), orDash(p.New))
		}
		b.WriteString("\n")
		table(&t)
	}
	b.WriteString("\n")
	t, hidden, few := o.figures(c)
	table(t)
	note := func(text string) { b.WriteString(strings.Join(console.Wrap(text, o.Width), "\n  ") + "\n") }
	if len(c.Figures) > 0 {
		note("change: between the medians shown; interval: where the change lies if the runs are typical, from all pairs of samples; cannot tell: the noise could hide a change that counts")
	}
	if hidden > 0 {
		note(fmt.Sprintf("%s of single operations did not change, or could not be told: -v shows all", figure.Plural(int64(hidden), "figure")))
	}
	if few > 0 {
		note(fmt.Sprintf("%s had too few samples to be tested: five runs of each side are enough; single runs that last five whole seconds have enough for the goodput, the rate and the response times", figure.Plural(int64(few), "figure")))
	}
	for _, text := range c.Caveats {
		note("note: " + console.Clean(text))
	}
	b.WriteString("\n")
	note(o.gate(c))
	return errors.Join(failed, b.Flush())
}

const (
	besideName      = 61 // columns beside the name of a figure in a line
	besideNameBelow = 43 // the same where judgement and interval are in a line below
	shortestName    = 16
)

// figures are the rows of the comparison, and how many were left out, and how many have too few samples. Where a row is
// too wide, judgement and interval go below it.
func (o TextOptions) figures(c Comparison) (t *console.Table, hidden, few int) {
	beside, narrow := besideName, o.Width > 0 && o.Width < besideName+shortestName
	t = &console.Table{Header: []string{"", "old", "new", "change", "interval", ""}, Right: []int{1, 2, 3, 4}}
	switch {
	case narrow:
		beside, t.Header, t.Right = besideNameBelow, []string{"", "old", "new", "change"}, []int{1, 2, 3}
	case o.All:
		t.Header, t.Right = append(t.Header, "p"), append(t.Right, 6)
	}
	add := func(name, was, is, change, reach, p string, j Judgement) {
		row := []string{name, was, is, change, reach, o.paint(j)}
		switch {
		case narrow:
			t.Add(row[:4]...)
			t.Add("  "+o.paint(j), "", p, reach)
			return
		case o.All:
			row = append(row, p)
		}
		t.Add(row...)
	}
	add("verdict", c.Old.State, c.New.State, "", "", "", c.Correctness())
	for _, f := range c.Figures {
		if f.detail && f.Judgement != Changed && !o.All {
			hidden++
			continue
		}
		if f.few() {
			few++
		}
		name := console.Clean(f.Name)
		if o.Width > 0 {
			name = console.Shorten(name, max(o.Width-beside, shortestName))
		}
		p := ""
		if o.All {
			p = f.Probability()
		}
		add(name, f.Text(f.Old), f.Text(f.New), f.Change(), f.Interval(), p, f.Judgement)
	}
	return t, hidden, few
}

func (o TextOptions) paint(j Judgement) string {
	switch j {
	case Worse:
		return o.Style.Red(string(j))
	case Better:
		return o.Style.Green(string(j))
	case Same:
		return o.Style.Dim(string(j))
	}
	return o.Style.Yellow(string(j))
}

func (o TextOptions) gate(c Comparison) string {
	word, sentence := c.Words()
	paint := map[Judgement]func(string) string{Worse: o.Style.Red, Better: o.Style.Green, Same: o.Style.Green, Untested: o.Style.Yellow}
	if sentence != "" {
		sentence = ": " + sentence
	}
	return paint[c.Gate()](word) + sentence
}

// Words returns the gate in a word, and a sentence that explains it if necessary.
func (c Comparison) Words() (word, sentence string) {
	switch g := c.Gate(); {
	case g == Worse && c.Correctness() == Worse:
		return "worse", "the service is no longer correct"
	case g == Untested && !c.repeated():
		return "could not tell", fmt.Sprintf("it takes %d runs of each side to show a difference", repeated)
	case g == Untested && c.Correctness() == Untested:
		return "could not tell", fmt.Sprintf("the verdicts are %s and %s", c.Old.State, c.New.State)
	case g == Untested:
		return "could not tell", "no figure could be tested"
	case g == Same:
		return "no worse", ""
	case len(c.Parameters) > 0:
		return string(g), "parameters changed, too, and may be why"
	default:
		return string(g), ""
	}
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return console.Clean(text)
}

// change formats a ratio as a difference in percent.
func change(ratio float64) string {
	switch {
	case math.IsNaN(ratio):
		return "?"
	case math.IsInf(ratio, 0) || ratio >= 10:
		return "×" + figure.Number(ratio)
	}
	return fmt.Sprintf("%+.1f %%", 100*(ratio-1))
}

// Change returns the change between the medians of both sides, in percent.
func (f Figure) Change() string { return change(quotient(f.New, f.Old)) }

// Interval returns the confidence interval of the change; empty without samples.
func (f Figure) Interval() string {
	if f.Samples[0] == 0 || f.Samples[1] == 0 {
		return ""
	}
	low, high := change(f.Ratio.Low), change(f.Ratio.High)
	if strings.HasSuffix(high, " %") {
		low = strings.TrimSuffix(low, " %")
	}
	return low + " to " + high
}

// few reports whether the figure has too few samples to be tested.
func (f Figure) few() bool { return min(f.Samples[0], f.Samples[1]) < repeated }

// Probability returns the p of the test, in words; empty if there was no test.
func (f Figure) Probability() string {
	switch {
	case f.few():
		return ""
	case f.P < .001:
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", f.P)
}

// WriteNoise renders the result of Noise.
func WriteNoise(w io.Writer, spreads []Spread, o TextOptions) error {
	t := console.Table{Header: []string{"figure", "noise", "samples"}, Right: []int{1, 2}}
	for _, s := range spreads {
		t.Add(console.Clean(s.Name), "± "+figure.Share(s.HalvesDiffer), figure.Count(int64(s.Samples)))
	}
	return t.Write(w)
}
