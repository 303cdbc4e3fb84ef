package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ifmatch/internal/catalogue"
	"ifmatch/reports/console"
)

// refusalPage is where the answers are side by side.
const refusalPage = "docs/409-or-412.md"

// explainAnswers shows what is answered with a status or an error code.
func (a *app) explainAnswers(arg string, all []catalogue.Answer) error {
	seen, err := a.sightings()
	if err != nil {
		return err
	}
	style := a.style(a.stdout)
	fmt.Fprintf(a.stdout, "%s  %s\n", style.Bold(arg), style.Dim(fmt.Sprintf("answers %s of the register; %s shows 409 and 412 side by side, and what Azurite answers", console.Plural(len(all), "row"), refusalPage)))
	width, _ := terminal(a.stdout)
	chapter := ""
	var t console.Table
	flush := func() error {
		if chapter == "" {
			return nil
		}
		return t.Write(a.stdout)
	}
	slices.SortStableFunc(all, func(x, y catalogue.Answer) int {
		return cmp.Or(cmp.Compare(slices.Index(serviceNames(), x.Service), slices.Index(serviceNames(), y.Service)),
			cmp.Compare(slices.Index(catalogue.Chapters, x.Chapter), slices.Index(catalogue.Chapters, y.Chapter)))
	})
	for _, r := range all {
		if name := r.Service + ", " + strings.ToLower(r.Chapter); name != chapter {
			if err := flush(); err != nil {
				return err
			}
			chapter = name
			fmt.Fprintf(a.stdout, "\n%s\n", style.Bold(chapter))
			t = console.Table{Indent: "  ", Width: width}
		}
		t.Add(cmp.Or(r.Condition, "plain"), r.Resource+", "+r.State, r.Answer, times(catalogue.SeenOnAzure(r, seen)), some(r.Clauses, " "), some(r.Operations, ", "))
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
