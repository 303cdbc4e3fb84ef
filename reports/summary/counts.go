package summary

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// tally counts the cases in one row of the table.
type tally struct {
	clauses map[string]bool
	summary reports.Summary
}

// counts prints one row per service and, under it, one per group of clauses. A
// case counts in the group of the clause at the beginning of its id, so that
// the rows of a service add up to it.
func (p *printer) counts() {
	services := map[string]*tally{}
	groups := map[string]map[string]*tally{}
	for _, s := range p.run.Scenarios {
		clause, _, _ := strings.Cut(s.ID, "/")
		if groups[s.Service] == nil {
			groups[s.Service] = map[string]*tally{}
		}
		add(services, s.Service, s)
		add(groups[s.Service], Chapter(clause), s)
		for _, c := range s.Clauses {
			services[s.Service].clauses[c] = true
			if t := groups[s.Service][Chapter(c)]; t != nil {
				t.clauses[c] = true
			}
		}
	}
	if len(services) == 0 {
		return
	}
	// Columns of zeros are left out, except passed and failed, which readers
	// look for.
	shown := []reports.Status{reports.Passed, reports.Failed}
	for _, v := range reports.Statuses[2:] {
		if p.run.Summary.Count(v) > 0 {
			shown = append(shown, v)
		}
	}
	t := console.Table{Header: []string{"", "clauses", "cases"}, Right: []int{1, 2}}
	for i, v := range shown {
		t.Header = append(t.Header, string(v))
		t.Right = append(t.Right, 3+i)
	}
	row := func(name string, c *tally) {
		cells := []string{name, strconv.Itoa(len(c.clauses)), strconv.Itoa(c.summary.Total())}
		for _, v := range shown {
			cells = append(cells, p.count(v, c.summary.Count(v)))
		}
		t.Add(cells...)
	}
	for _, service := range slices.Sorted(maps.Keys(services)) {
		row(p.Style.Bold(service), services[service])
		for _, g := range slices.Sorted(maps.Keys(groups[service])) {
			row("  "+g, groups[service][g])
		}
	}
	p.rows(&t)
}

func add(rows map[string]*tally, name string, s reports.Scenario) {
	if rows[name] == nil {
		rows[name] = &tally{clauses: map[string]bool{}}
	}
	rows[name].summary.Add(s.Status)
}

// Chapter returns the first two words of a clause id: BLOB-LM of
// BLOB-LM-ACQ-B-Le.
func Chapter(clause string) string {
	parts := strings.SplitN(clause, "-", 3)
	return strings.Join(parts[:min(len(parts), 2)], "-")
}

// count shows one number in the colour of its verdict; a zero is dimmed.
func (p *printer) count(v reports.Status, n int) string {
	text := strconv.Itoa(n)
	if n == 0 {
		return p.Style.Dim(text)
	}
	return p.paint(v, text)
}

func (p *printer) paint(v reports.Status, text string) string {
	switch v {
	case reports.Passed:
		return p.Style.Green(text)
	case reports.Failed:
		return p.Style.Red(text)
	case reports.Blocked, reports.Error, reports.Fixed:
		return p.Style.Yellow(text)
	}
	return text
}
