package catalogue

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"ifmatch/internal/target"
	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
)

// Explanation is what people read about clauses and answers.
type Explanation struct {
	W     io.Writer
	Style console.Style
	Width int // columns; 0: unknown
	Suite *plan.Suite
	Seen  map[string]reports.Sighting // what Azure was recorded to answer, by clause and by case
}

// pageWidth is how wide an explanation is where the width is unknown.
const pageWidth = 100

// Explain explains statuses and error codes, and then the clauses that the other words name, each once.
func (e Explanation) Explain(words []string) error {
	var clauses []register.Clause
	for _, word := range words {
		if answers, is := AnswersTo(e.Suite, word); is {
			if err := e.answers(word, answers); err != nil {
				return err
			}
			continue
		}
		found, err := Named(e.Suite, word)
		if err != nil {
			return err
		}
		for _, c := range found {
			if !slices.ContainsFunc(clauses, func(have register.Clause) bool { return have.ID == c.ID }) {
				clauses = append(clauses, c)
			}
		}
	}
	for i, c := range clauses {
		if i > 0 {
			fmt.Fprintln(e.W)
		}
		if err := e.clause(c); err != nil {
			return err
		}
	}
	return nil
}

// clause explains one clause.
func (e Explanation) clause(c register.Clause) error {
	style, width := e.Style, cmp.Or(e.Width, pageWidth)
	fmt.Fprintf(e.W, "%s  %s\n", style.Bold(c.ID), style.Dim(fmt.Sprintf("%s · %s · %s", c.Level, c.Service, c.State)))
	t := console.Table{Indent: "  ", Width: width}
	t.Add("says", c.Statement+".")
	cases := e.Suite.CasesOf(c.ID)
	t.Add("status", fmt.Sprintf("%s, %s: %s, %q", c.Level, Source[c.Level], c.Document, c.Heading))
	if len(cases) > 0 {
		add(&t, "codes", Codes(c, cases))
	}
	add(&t, "pages", PagesOf(c, cases))
	t.Add("api-versions", c.APIVersions)
	t.Add("on Azure", onAzure(c, e.Seen))
	if c.Reason != "" {
		t.Add("remark", c.Reason)
	}
	t.Add("cases", caseCount(c, len(cases)))
	if err := t.Write(e.W); err != nil {
		return err
	}
	list := console.Table{Indent: "    ", Width: e.Width}
	for _, cs := range cases {
		list.Add(cs.ID, fmt.Sprintf("features/%s.feature:%d", cs.Feature, cs.Line), times(e.Seen[cs.ID]), cs.Title())
	}
	if err := list.Write(e.W); err != nil {
		return err
	}
	if len(cases) > 0 {
		fmt.Fprintf(e.W, "  %s  ifmatch run %s\n", "try it", c.ID)
	}
	return nil
}

// onAzure says how often a clause was seen, and under which service versions.
func onAzure(c register.Clause, all map[string]reports.Sighting) string {
	s := all[c.ID]
	text := reports.Promise{Level: c.Level.String(), Seen: &s}.OnAzure()
	if v := s.Versions; len(v) > 0 {
		text += ", versions " + strings.Join(slices.Compact([]string{v[0], v[len(v)-1]}), " to ")
	}
	return text
}

// times is how often a case was seen, in short.
func times(s reports.Sighting) string {
	if s.Times == 0 {
		return ""
	}
	return fmt.Sprintf("%d×", s.Times)
}

// add puts several lines under one label.
func add(t *console.Table, label string, lines []string) {
	for _, text := range lines {
		t.Add(label, text)
		label = ""
	}
}

// caseCount says how many cases a clause has, or why it has none.
func caseCount(c register.Clause, n int) string {
	switch {
	case n > 0:
		return fmt.Sprint(n)
	case c.State == register.Note:
		return "none: the clause is a note, not about what a service answers"
	case c.State == register.Untestable:
		return "none: it cannot be tested"
	}
	return "none yet"
}

// refusalPage is where the answers are side by side.
const refusalPage = "docs/409-or-412.md"

// answers shows what is answered with a status or an error code.
func (e Explanation) answers(arg string, all []Answer) error {
	style := e.Style
	text := style.Bold(arg) + "  " + style.Dim(fmt.Sprintf("answers %s of the register; %s shows 409 and 412 side by side, and what Azurite answers", console.Plural(len(all), "row"), refusalPage))
	if e.Width > 0 {
		text = strings.Join(console.Wrap(text, e.Width), "\n  ")
	}
	fmt.Fprintln(e.W, text)
	chapter := ""
	var t console.Table
	flush := func() error {
		if chapter == "" {
			return nil
		}
		return t.Write(e.W)
	}
	slices.SortStableFunc(all, func(x, y Answer) int {
		return cmp.Or(cmp.Compare(slices.Index(target.Services, target.Service(x.Service)), slices.Index(target.Services, target.Service(y.Service))),
			cmp.Compare(slices.Index(Chapters, x.Chapter), slices.Index(Chapters, y.Chapter)))
	})
	for _, r := range all {
		if name := r.Service + ", " + strings.ToLower(r.Chapter); name != chapter {
			if err := flush(); err != nil {
				return err
			}
			chapter = name
			fmt.Fprintf(e.W, "\n%s\n", style.Bold(chapter))
			t = console.Table{Indent: "  ", Width: e.Width}
		}
		t.Add(cmp.Or(r.Condition, "plain"), r.Resource+", "+r.State, r.Answer, times(SeenOnAzure(r, e.Seen)), some(r.Clauses, " "), some(r.Operations, ", "))
	}
	return flush()
}

// some joins names, as many as fit on a line.
func some(all []string, between string) string {
	const most = 4
	if len(all) <= most {
		return strings.Join(all, between)
	}
	return fmt.Sprintf("%s and %d more", strings.Join(all[:most-1], between), len(all)-most+1)
}
