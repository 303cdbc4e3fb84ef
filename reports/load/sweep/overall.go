package sweep

import (
	"fmt"
	"slices"
	"strings"

	"ifmatch/reports/console"
	"ifmatch/reports/figure"
	"ifmatch/reports/load"
)

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
