package exploration

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ifmatch/reference/explore/hazard"
	"ifmatch/reference/explore/history"
)

// hazards are the kinds of hazards by the names that people allow them by.
var hazards = map[string]hazard.Kind{
	"lost-update": hazard.LostUpdate, "ended-lease": hazard.EndedLease, "two-owners": hazard.TwoOwners,
	"early-delete": hazard.EarlyDelete, "own-write": hazard.OwnWrite, "done-twice": hazard.DoneTwice,
}

// HazardNames are the names of all kinds of hazards.
func HazardNames() []string { return slices.Sorted(maps.Keys(hazards)) }

// Hazards are the kinds of hazards with these names.
func Hazards(names []string) (map[hazard.Kind]bool, error) {
	all := map[hazard.Kind]bool{}
	for _, name := range names {
		kind, found := hazards[name]
		if !found {
			return nil, fmt.Errorf("there is no hazard %q", name)
		}
		all[kind] = true
	}
	return all, nil
}

// Write says how a run ended, shows its exchanges, and gives the command that runs it again.
func (o Outcome) Write(w io.Writer, again string) {
	if o.Failed == "" {
		fmt.Fprintln(w, "the command succeeds in this schedule")
	} else {
		fmt.Fprintf(w, "%s in this schedule\n", o.Failed)
	}
	fmt.Fprint(w, o.Draw())
	if o.Output != "" {
		fmt.Fprintf(w, "\nthe command printed\n%s", o.Output)
	}
	fmt.Fprintf(w, "\nto run it again: %s\n", again)
}

// maxLines is how much of a history people read.
const maxLines = 60

// Draw draws what happened, with the hazards.
func (o Outcome) Draw() string {
	text := history.Draw(o.Lines, hazard.Notes(o.Hazards))
	if lines := strings.SplitAfter(text, "\n"); len(lines) > maxLines {
		text = strings.Join(relevant(lines), "")
	}
	return text + hazard.Summary(o.Hazards)
}

// relevant leaves out the lines of a drawing that are far from a decision or a note.
func relevant(lines []string) []string {
	keep := make([]bool, len(lines))
	for i, line := range lines {
		if strings.HasPrefix(line, ">") || strings.HasPrefix(strings.TrimSpace(line), "^") {
			for j := max(0, i-2); j < min(len(lines), i+4); j++ {
				keep[j] = true
			}
		}
	}
	var out []string
	for i, line := range lines {
		switch {
		case keep[i]:
			out = append(out, line)
		case i > 0 && keep[i-1]:
			out = append(out, "  …\n")
		}
	}
	return out
}
