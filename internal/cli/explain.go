package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ifmatch/internal/catalogue"
	"ifmatch/reports"
	"ifmatch/reports/console"
	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain CLAUSE|STATUS|CODE...",
		Short: "Show what a clause says, where it comes from, and which cases test it",
		Long: paragraphs(
			`explain shows a clause: its statement in our own words, its level, the document and heading it comes from, the level at which each error code is judged, Microsoft's pages, and the cases that test it. The level says where the status and the effect are documented: must in the article "Managing Concurrency in Microsoft Azure Storage", should only in the REST reference, and observed only in recordings, live tests or an emulator.`,
			`A case id explains the clauses of that case; a glob explains every clause that fits. Letter case does not matter.`,
			`409, 412 or an error code, such as BlobAlreadyExists, shows instead which requests are answered with it: the condition, the state of the resource, the answer, how often Azure was seen to give it, and the clause. docs/409-or-412.md has them all.`),
		Example:           "  ifmatch explain BLOB-TAB-15C\n  ifmatch explain 'CONT-TAB-07*'\n  ifmatch explain 412\n  ifmatch explain BlobAlreadyExists",
		ValidArgsFunction: a.completeClauses,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef(`"ifmatch list clauses" shows them all`, "explain which clause?")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			suite, err := a.suite()
			if err != nil {
				return fmt.Errorf("load the suite: %w", err)
			}
			var clauses []register.Clause
			for _, arg := range args {
				if answers, is := catalogue.AnswersTo(suite, arg); is {
					if err := a.explainAnswers(arg, answers); err != nil {
						return err
					}
					continue
				}
				found, err := catalogue.Named(suite, arg)
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
					fmt.Fprintln(a.stdout)
				}
				if err := a.explain(suite, c); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func (a *app) explain(suite *plan.Suite, c register.Clause) error {
	style := a.style(a.stdout)
	width, _ := terminal(a.stdout)
	if width == 0 {
		width = helpWidth + 20
	}
	fmt.Fprintf(a.stdout, "%s  %s\n", style.Bold(c.ID), style.Dim(fmt.Sprintf("%s · %s · %s", c.Level, c.Service, c.State)))
	t := console.Table{Indent: "  ", Width: width}
	t.Add("says", c.Statement+".")
	cases := suite.CasesOf(c.ID)
	t.Add("status", fmt.Sprintf("%s, %s: %s, %q", c.Level, catalogue.Source[c.Level], c.Document, c.Heading))
	if len(cases) > 0 {
		add(&t, "codes", catalogue.Codes(c, cases))
	}
	add(&t, "pages", catalogue.PagesOf(c, cases))
	t.Add("api-versions", c.APIVersions)
	seen, err := a.sightings()
	if err != nil {
		return err
	}
	t.Add("on Azure", onAzure(c, seen))
	if c.Reason != "" {
		t.Add("remark", c.Reason)
	}
	t.Add("cases", caseCount(c, len(cases)))
	if err := t.Write(a.stdout); err != nil {
		return err
	}
	list := console.Table{Indent: "    "}
	for _, cs := range cases {
		list.Add(cs.ID, fmt.Sprintf("features/%s.feature:%d", cs.Feature, cs.Line), times(seen[cs.ID]), cs.Title())
	}
	if err := list.Write(a.stdout); err != nil {
		return err
	}
	if len(cases) > 0 {
		fmt.Fprintf(a.stdout, "  %s  ifmatch run %s\n", "try it", c.ID)
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
