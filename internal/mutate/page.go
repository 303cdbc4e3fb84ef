package mutate

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"ifmatch/reference/fault"
)

// WriteMarkdown writes the figures that are the same in every run. The number of failing cases is
// not, if a fault shows only to concurrent clients.
func WriteMarkdown(w io.Writer, r Report) error {
	var b bytes.Buffer
	total := r.Total()
	fmt.Fprintf(&b, "<!-- Written by `make mutate`; do not edit. -->\n\n# Strength\n\n")
	fmt.Fprintf(&b, "How many wrong servers the suite notices, at level %s. Each of %d references is wrong in one way; `ifmatch list faults` shows them all, `ifmatch serve --fault NAME` serves one, and `ifmatch mutate NAME` tries the suite on it. "+
		"Each fault alters one datum, and must be noticed by the clauses that state this datum. A fault is *killed* if a case of these clauses finds it, *elsewhere* if only other cases find it, and *excused* if no case can find it.\n\n", r.Level, total.Faults)
	fmt.Fprintf(&b, "| family | faults | killed | elsewhere | survived | excused |\n|---|---:|---:|---:|---:|---:|\n")
	for _, f := range append(slices.Clone(r.Families), total) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d |\n", f.Name, f.Faults, f.Killed, f.Elsewhere, f.Survived, f.Excused)
	}
	fmt.Fprintf(&b, "\n%d more faults, not counted here, mirror the pairs of operations from which the suite makes races: `ifmatch mutate 'pair-*'` tries them, and `make nightly`.\n", len(fault.Mirrored()))
	if whole, first := r.Cards(); whole > 0 {
		fmt.Fprintf(&b, "\nOf %d faults, drawn by seed and shown to the whole suite, %d have a clause of their own on the first card.\n", whole, first)
	}
	if run, conform := r.Again(); run > 0 {
		fmt.Fprintf(&b, "\nOf %d failed cases, run once more by the `again` line of their cards, %d conform.\n", run, conform)
	}
	writeMusts(&b, r)
	for _, part := range []struct {
		title string
		of    Verdict
	}{{"Surviving faults", Survived}, {"Excused faults", Excused}, {"Faults that only other cases find", Elsewhere}} {
		all := r.Of(part.of)
		if len(all) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n", part.title)
		for _, f := range all {
			fmt.Fprintf(&b, "- `%s`: %s", f.Name, f.Sentence)
			if f.Reason != "" {
				fmt.Fprintf(&b, " %s", f.Reason)
			}
			fmt.Fprintln(&b)
		}
	}
	_, err := w.Write(b.Bytes())
	return err
}

func writeMusts(b *bytes.Buffer, r Report) {
	if len(r.Must) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## What the article says\n\nThe register has %d clauses of level must. Each leads a case that fails by more than an error code under at least one of the faults", len(r.Must))
	for i, c := range r.Blunt() {
		fmt.Fprintf(b, "%s\n- `%s`: %s.", map[bool]string{true: ", except:\n"}[i == 0], c.ID, c.Statement)
	}
	fmt.Fprintln(b, map[bool]string{true: "."}[len(r.Blunt()) == 0])
}

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{"join": func(s []string) string { return strings.Join(s, " ") }}).Parse(pageText))

// WriteHTML writes a self-contained page.
func WriteHTML(w io.Writer, r Report) error {
	if err := page.Execute(w, r); err != nil {
		return fmt.Errorf("write the page of faults: %w", err)
	}
	return nil
}
