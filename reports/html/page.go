// Package html renders a conformance run as one self-contained page: it needs no
// network and no server. The page states the verdict in words and shows the tables of
// the article, with each cell in the colour of its verdict. It lists the failures and
// the unjudged cases, and lets the reader filter and search all cases. It works in
// light and dark, on a phone, on paper, and by keyboard.
package html

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"

	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/reports/internal/page"
	"ifmatch/reports/summary"
)

//go:embed page.gohtml
var source string

//go:embed page.css
var style string

//go:embed page.js
var script string

var whole = page.New("run", source, style, script, template.FuncMap{"sign": sign, "fit": page.Fit})

// view is a run as the page shows it.
type view struct {
	reports.Run
	Closing   summary.Closing
	Mood      string // good, bad or doubt
	Endpoints []endpoint
	Services  []service
	Shown     []reports.Status // the columns of the services: verdicts that some case has
	Article   []grid
	Others    []grid
	Headline  string    // how many cases failed; empty if none that gates
	Worst     []failure // the most harmful failures, which are seen first
	Further   []failure
	Once      []once
	Unjudged  []unjudged
	Lost      int // planned cases that were not reached
	Data      dataset
}

type endpoint struct{ Service, Address, Version string }

// failure is a card for all failures with the same cause.
type failure struct {
	reports.Scenario
	Promise reports.Promise
	Harm    reports.Harm
	Cases   int // including its own
	Gates   bool
}

// atOnce is how many failures stand above the tables; the others unfold.
const atOnce = 10

// once is a finding that its probe did not show again.
type once struct {
	Name, Text string
	Standing   string
	Mark       string // blocked if it makes the run inconclusive
}

// unjudged is a reason why some cases have no verdict.
type unjudged struct {
	Status reports.Status
	Text   string
	Cases  int
	First  string // the first of them
	Number int    // number that filters them in the list of all cases
}

type service struct {
	Name    string
	Clauses int
	Summary reports.Summary
}

// Write renders r.
func Write(w io.Writer, r reports.Run) error {
	v := view{Run: r, Closing: summary.Close(r), Mood: mood(r.Outcome()), Endpoints: endpoints(r.Target), Services: services(r), Lost: r.Summary.Planned - r.Summary.Total()}
	for _, s := range reports.Statuses {
		if r.Summary.Count(s) > 0 || s == reports.Passed || s == reports.Failed {
			v.Shown = append(v.Shown, s)
		}
	}
	for _, c := range summary.Cards(r) {
		v.Worst = append(v.Worst, failure{c.Lead, r.Promise(c.Lead.Clause()), c.Harm, c.Cases, r.Decides(c.Lead)})
	}
	few := min(len(v.Worst), atOnce)
	v.Worst, v.Further = v.Worst[:few], v.Worst[few:]
	for _, f := range r.Found {
		v.Once = append(v.Once, seenOnce(r, f))
	}
	reasons := summary.Reasons(r)
	for i, n := range reasons {
		v.Unjudged = append(v.Unjudged, unjudged{n.Cases[0].Status, n.Text, len(n.Cases), n.Cases[0].ID, i})
	}
	var err error
	if v.Data, err = collect(r, reasons); err != nil {
		return err
	}
	for _, t := range r.Grids {
		shown := judged(r, t, &v.Data)
		if t.Article {
			v.Article = append(v.Article, shown)
		} else {
			v.Others = append(v.Others, shown)
		}
	}
	return whole.Write(w, v)
}

func seenOnce(r reports.Run, f reports.Finding) once {
	mark := "recorded"
	if r.Doubts(f) {
		mark = "blocked"
	}
	return once{summary.Of(f), summary.Once(f), summary.Standing(r, f), mark}
}

func mood(o reports.Outcome) string {
	switch o {
	case reports.Conforms:
		return "good"
	case reports.Deviates:
		return "bad"
	}
	return "doubt"
}

func endpoints(t reports.Target) []endpoint {
	var out []endpoint
	for _, name := range slices.Sorted(maps.Keys(t.Endpoints)) {
		out = append(out, endpoint{name, t.Endpoints[name], t.Versions[name]})
	}
	for _, name := range slices.Sorted(maps.Keys(t.Versions)) {
		if t.Endpoints[name] == "" {
			out = append(out, endpoint{Service: name, Version: t.Versions[name]})
		}
	}
	return out
}

// services counts the cases of each service.
func services(r reports.Run) []service {
	counts, clauses := map[string]*service{}, map[string]map[string]bool{}
	for _, s := range r.Scenarios {
		if counts[s.Service] == nil {
			counts[s.Service], clauses[s.Service] = &service{Name: s.Service}, map[string]bool{}
		}
		counts[s.Service].Summary.Add(s.Status)
		for _, c := range s.Clauses {
			clauses[s.Service][c] = true
		}
	}
	var out []service
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		counts[name].Clauses = len(clauses[name])
		out = append(out, *counts[name])
	}
	return out
}

// grid is a table of a document with judged cells.
type grid struct {
	reports.Grid
	Cells [][]cell
	Tally string // how many cells hold
}

// cell is a cell with its verdict.
type cell struct {
	Text   string
	Key    string // of its card; empty if no case judges it
	Status string // the worst verdict that counts, "weak" for one that does not gate
	Passed int
	Cases  int
	Row    bool // names the row
}

// judged judges every cell of a table by its cases.
func judged(r reports.Run, t reports.Grid, d *dataset) grid {
	out := grid{Grid: t}
	held, all, open := 0, 0, 0
	for i, row := range t.Rows {
		var cells []cell
		for k, c := range row {
			shown := cell{Text: c.Text, Row: k == 0}
			var at []int
			if len(c.Cases) > 0 {
				for n, s := range r.Scenarios {
					if c.Has(s) {
						at = append(at, n)
					}
				}
			}
			if len(at) > 0 {
				shown.Key = fmt.Sprintf("%s/%d/%d", t.Name, i+1, k+1)
				shown.Cases = len(at)
				var names []string
				for _, n := range at {
					names = append(names, seen(r, r.Scenarios[n]))
					if s := r.Scenarios[n].Status; s == reports.Passed || s == reports.Fixed {
						shown.Passed++
					}
				}
				shown.Status = slices.MinFunc(names, func(a, b string) int {
					return cmp.Compare(slices.Index(weights, a), slices.Index(weights, b))
				})
				d.Cells[shown.Key] = at
				all++
				switch sign(shown.Status) {
				case "✓":
					held++
				case "–", "?":
					open++
				}
			}
			cells = append(cells, shown)
		}
		out.Cells = append(out.Cells, cells)
	}
	out.Tally = fmt.Sprintf("%s of %s hold", console.Number(held), console.Plural(all, "cell"))
	if open > 0 {
		out.Tally += ", " + console.Number(open) + " not judged"
	}
	return out
}
