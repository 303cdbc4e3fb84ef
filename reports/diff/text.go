package diff

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/summary"
)

// Options says how a comparison is shown. The zero value is plain text of any width.
type Options struct {
	Style   console.Style
	Width   int  // columns, zero if unlimited
	Verbose bool // every case, with the wanted and the actual answer
	// Sides are the names of the results; empty: old and new.
	Sides [2]string
}

// Write renders r: the compared results, the changes by kind, with similar changes
// of a clause joined, and the outcome.
func Write(w io.Writer, r Result, o Options) error {
	b := bufio.NewWriter(w)
	var failed error
	o.Sides = [2]string{cmp.Or(o.Sides[0], "old"), cmp.Or(o.Sides[1], "new")}
	t := console.Table{Width: o.Width}
	t.Add(o.Sides[0], about(r.Old))
	t.Add(o.Sides[1], about(r.New))
	failed = errors.Join(failed, t.Write(b))
	if r.Old.Plan.Level != r.New.Plan.Level || r.Old.Tool.Version != r.New.Tool.Version {
		fmt.Fprintf(b, "the runs differ in more than the target: level %s and %s, ifmatch %s and %s\n",
			r.Old.Plan.Level, r.New.Plan.Level, console.Clean(r.Old.Tool.Version), console.Clean(r.New.Tool.Version))
	}
	for _, k := range kinds {
		changes := r.Of(k)
		if len(changes) == 0 {
			continue
		}
		fmt.Fprintf(b, "\n%s\n", o.Style.Bold(fmt.Sprintf("%s (%s)", k, console.Number(len(changes)))))
		t := console.Table{Indent: "  ", Width: o.Width}
		for _, row := range rows(changes, o.Verbose) {
			name, level := row.name, row.level
			if row.gates {
				name = o.Style.Red(name)
			} else if k == Fails || k == Worse || k == Otherwise {
				level += ", does not gate"
			}
			t.Add(name, level, console.Clean(row.text))
		}
		failed = errors.Join(failed, t.Write(b))
	}
	if len(r.Once) > 0 {
		fmt.Fprintf(b, "\n%s\n", o.Style.Bold(fmt.Sprintf("newly seen once, and not again (%s)", console.Number(len(r.Once)))))
		t := console.Table{Indent: "  ", Width: o.Width}
		for _, f := range r.Once {
			t.Add(summary.Of(f), f.Level, summary.Once(f))
		}
		failed = errors.Join(failed, t.Write(b))
	}
	fmt.Fprintf(b, "\n%s\n", verdict(r, o))
	return errors.Join(failed, b.Flush())
}

func about(r reports.Run) string {
	text := fmt.Sprintf("%s, %s of %s passed", console.Clean(r.Target.Name), console.Number(r.Summary.Passed+r.Summary.Fixed), console.Plural(r.Summary.Planned, "case"))
	switch {
	case r.Stopped != "":
		text += ", ended early: " + console.Clean(r.Stopped)
	case r.Incomplete:
		text += ", incomplete"
	}
	return text
}

// row is the cases of a clause that changed in the same way.
type row struct {
	name, level, text string
	gates             bool
}

func rows(changes []Change, verbose bool) []row {
	type key struct {
		clause, text string
		gates        bool
	}
	var order []key
	groups := map[key][]Change{}
	for _, c := range changes {
		k := key{c.New.Clause(), says(c.Old) + " → " + says(c.New), c.Gates}
		if verbose {
			k.clause = c.New.ID
			if c.New.Want != "" || c.Old.Want != "" {
				k.text += fmt.Sprintf("; want %s, got %s, then %s", cmp.Or(c.New.Want, c.Old.Want), cmp.Or(c.Old.Got, string(c.Old.Status), "-"), cmp.Or(c.New.Got, string(c.New.Status)))
			}
		}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], c)
	}
	var out []row
	for _, k := range order {
		cases := groups[k]
		name := cases[0].New.ID
		if len(cases) > 1 {
			name = fmt.Sprintf("%s (%s)", k.clause, console.Plural(len(cases), "case"))
		}
		out = append(out, row{name, cases[0].New.GatingLevel(), k.text, k.gates})
	}
	return out
}

// says describes a verdict in few words that distinguish it from others.
func says(s reports.Scenario) string {
	switch s.Status {
	case "":
		return "missing"
	case reports.Failed:
		return reports.MannerOf(s).String()
	case reports.Recorded:
		if m := reports.MannerOf(s); len(m.Differs) > 0 {
			return "recorded: " + m.String()
		}
		return "recorded: as the case supposes"
	case reports.Passed:
		return "passed"
	}
	return strings.TrimSuffix(string(s.Status)+": "+console.Shorten(s.Reason, 60), ": ")
}

// verdict is the closing line.
func verdict(r Result, o Options) string {
	count := func(kinds ...Kind) string {
		var parts []string
		for _, k := range kinds {
			if n := len(r.Of(k)); n > 0 {
				parts = append(parts, fmt.Sprintf("%s %s", console.Number(n), k))
			}
		}
		return strings.Join(parts, ", ")
	}
	text := map[reports.Outcome]string{
		reports.Conforms: o.Style.Green("nothing is worse"), reports.Unknown: o.Style.Yellow("could not tell"), reports.Deviates: o.Style.Red("worse"),
	}[r.Outcome()]
	if all := count(kinds...); all != "" {
		text += ": " + all
	}
	notes := []string{console.Number(r.Same) + " the same"}
	if r.Missing > 0 {
		notes = append(notes, console.Plural(r.Missing, "case")+" only in "+o.Sides[0])
	}
	if r.Added > 0 {
		notes = append(notes, console.Plural(r.Added, "case")+" only in "+o.Sides[1])
	}
	if n := len(r.Once); n > 0 {
		notes = append(notes, console.Plural(n, "broken promise")+" newly seen once, and not again")
	}
	if n := r.New.Summary.Blocked + r.New.Summary.Error; n > 0 {
		notes = append(notes, console.Plural(n, "case")+" could not be judged in "+o.Sides[1])
	}
	return text + "; " + strings.Join(notes, ", ")
}
