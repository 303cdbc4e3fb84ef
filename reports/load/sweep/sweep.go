// Package sweep shows how a service behaves as the contention grows: a curve of
// goodput, which first rises with the load, then stops rising, and then falls.
package sweep

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

// fixed is the width of a row without its bar and its note, in columns.
const fixed = 60

// Write renders the points of a sweep or a search as a table, with a bar for the
// goodput of each, the least value first. The result of a search follows. Write
// writes nothing for a run without points.
func Write(w io.Writer, r load.Run, o Options) error {
	if len(r.Points) == 0 {
		return nil
	}
	most, goodput, bottleneck, noted := 0.0, false, false, 10
	for _, p := range r.Points {
		goodput = goodput || p.Goodput > 0
		bottleneck = bottleneck || p.Bottleneck != ""
		noted = max(noted, console.Width(o.note(p, r.Knee)))
	}
	height := func(p load.Point) float64 {
		if goodput {
			return p.Goodput
		}
		return p.Rate // this pattern has no commits
	}
	for _, p := range r.Points {
		most = max(most, height(p))
	}
	length := 24
	if o.Width > 0 {
		length = min(max(o.Width-fixed-noted, 6), length)
	}
	t := console.Table{
		Header: []string{r.Points[0].Param, "sent/s", "goodput/s", "", "conflicts", "attempts", "Jain", "p99", ""},
		Right:  []int{0, 1, 2, 4, 5, 6, 7},
	}
	for _, p := range r.Curve() {
		if !p.Measured() {
			t.Add(figure.Number(p.Value), "-", "-", "", "-", "-", "-", "-", o.note(p, r.Knee))
			continue
		}
		t.Add(figure.Number(p.Value), figure.Number(p.Rate), figure.Number(p.Goodput), o.Style.Green(bar(height(p)/max(most, 1e-9), length)),
			figure.Share(p.ConflictRate), attempts(p.AttemptsPer), figure.Number(p.Jain), figure.Duration(p.P99), o.note(p, r.Knee))
	}
	if err := t.Write(w); err != nil {
		return err
	}
	var notes []string
	if bottleneck {
		notes = append(notes, "* the generator was the bottleneck: the service may do better")
	}
	if r.Found != "" {
		notes = append(notes, console.Clean(r.Found))
	}
	for _, n := range notes {
		if _, err := io.WriteString(w, strings.Join(console.Wrap(n, o.Width), "\n")+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// note returns a remark on a point: that it is the result of a search, or why its
// figures prove less than they seem to.
func (o Options) note(p load.Point, knee float64) string {
	var parts []string
	switch state := p.State(); state {
	case load.Valid:
	case load.Invalid:
		parts = append(parts, o.Style.Red(state))
	default:
		parts = append(parts, o.Style.Yellow(state))
	}
	if p.Bottleneck != "" {
		parts = append(parts, o.Style.Yellow("*"))
	}
	if knee > 0 && p.Value == knee {
		parts = append(parts, o.Style.Bold("◀ found"))
	}
	return strings.Join(parts, " ")
}

// attempts formats the attempts for each commit; without a commit there is no
// figure.
func attempts(per float64) string {
	if per == 0 {
		return "-"
	}
	return figure.Number(per)
}

// bar draws a share of length columns, in steps of an eighth of a column. A share
// above zero is always visible.
func bar(share float64, length int) string {
	eighths := int(share*float64(length)*8 + .5)
	if share > 0 {
		eighths = max(eighths, 1)
	}
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string(rune('█' + 8 - rest))
	}
	return text + strings.Repeat(" ", max(length-(eighths+7)/8, 0))
}

// Overall says in a line how many of the points are valid, what that promises, and
// which points are not valid: "6 of 7 points valid; invalid: clients=128".
func Overall(r load.Run, o Options) string {
	by := r.ByState()
	text := fmt.Sprintf("%d of %s valid", len(by[load.Valid]), figure.Plural(int64(len(r.Points)), "point"))
	var others []string
	for _, state := range []string{load.Invalid, load.Incomplete, load.Undecided, load.Unmeasured} {
		if names := by[state]; len(names) > 0 {
			others = append(others, state+": "+console.Clean(strings.Join(names, ", ")))
		}
	}
	switch {
	case len(by[load.Invalid]) > 0:
		text = o.Style.Red(text)
	case len(others) > 0:
		text = o.Style.Yellow(text)
	default:
		text = o.Style.Green(text)
	}
	if promise, _, _ := strings.Cut(r.Plan.Invariant, ":"); promise != "" && len(by[load.Valid]) > 0 {
		text += ": " + console.Clean(promise)
	}
	text = strings.Join(slices.Concat([]string{text}, others), "; ")
	if r.Interrupted {
		text += o.Style.Yellow(" (interrupted)")
	}
	return text
}

// Options says how the curve is shown. The zero value is plain text of any width.
type Options struct {
	Style console.Style
	Width int // columns, zero if unlimited
}
