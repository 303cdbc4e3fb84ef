package mutate

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reports/console"
)

// WriteText prints a table of the families, and the faults that were not killed.
func WriteText(w io.Writer, style console.Style, r Report) error {
	t := &console.Table{Right: []int{1, 2, 3, 4, 5}}
	for _, h := range []string{"family", "faults", "killed", "elsewhere", "survived", "excused"} {
		t.Header = append(t.Header, style.Dim(h))
	}
	for _, f := range append(slices.Clone(r.Families), r.Total()) {
		t.Add(f.Name, strconv.Itoa(f.Faults), strconv.Itoa(f.Killed), strconv.Itoa(f.Elsewhere), strconv.Itoa(f.Survived), strconv.Itoa(f.Excused))
	}
	fmt.Fprintln(w)
	if err := t.Write(w); err != nil {
		return err
	}
	showUnnoticed(w, style, r)
	showWhole(w, r)
	total := r.Total()
	text := "every fault was noticed"
	switch {
	case r.Incomplete:
		text = fmt.Sprintf("interrupted: %d of %d faults were tried", total.Faults, r.Planned)
	case total.Survived > 0:
		text = console.Plural(total.Survived, "fault") + " survived"
	case len(r.Blunt()) > 0:
		text += fmt.Sprintf(", but %s of level must show none", console.Plural(len(r.Blunt()), "clause"))
	case total.Excused > 0:
		text += fmt.Sprintf(", except %d that no case can notice", total.Excused)
	}
	_, err := fmt.Fprintf(w, "\n%s\n", text)
	return err
}

// showWhole prints what runs of the whole suite, and failed cases run alone, say of the cards.
func showWhole(w io.Writer, r Report) {
	if whole, first := r.Cards(); whole > 0 {
		fmt.Fprintf(w, "\nof %s shown to the whole suite, %d are on the first card\n", console.Plural(whole, "fault"), first)
	}
	for _, f := range r.Faults {
		if f.Whole && f.Rank != 1 {
			fmt.Fprintf(w, "  with %s, the first card names %s, not %s\n", f.Name, cmp.Or(strings.Join(f.Charged, " "), "nothing"), strings.Join(f.Clauses, " "))
		}
	}
	if run, conform := r.Again(); run > 0 {
		fmt.Fprintf(w, "of %s run once more alone, %d conform\n", console.Plural(run, "failed case"), conform)
	}
	for _, f := range r.Faults {
		for _, id := range f.Conform {
			fmt.Fprintf(w, "  with %s, %s\n", f.Name, id)
		}
	}
}

// showUnnoticed prints the faults that the cases of their clauses do not find, and the clauses that show no fault.
func showUnnoticed(w io.Writer, style console.Style, r Report) {
	for _, f := range r.Of(Survived) {
		fmt.Fprintf(w, "\n%s survived: %s\n  clauses  %s\n", style.Bold(f.Name), f.Sentence, strings.Join(f.Clauses, " "))
	}
	for _, f := range r.Of(Elsewhere) {
		fmt.Fprintf(w, "\n%s is killed only elsewhere, by %s: %s\n  clauses  %s\n", style.Bold(f.Name), f.By, f.Sentence, strings.Join(f.Clauses, " "))
	}
	for _, c := range r.Blunt() {
		fmt.Fprintf(w, "\n%s shows no fault: whatever the fault, no case that leads with it fails\n  clause   %s\n", style.Bold(c.ID), c.Statement)
	}
}
