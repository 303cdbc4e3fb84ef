// Package matrix compares many results: clauses down, targets across. Every verdict comes
// with counts, because a rate alone hides how little was tried.
package matrix

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/reports/console"
)

// Column is a result and its title.
type Column struct {
	Name string
	reports.Run
	Gating, Weak int // failed cases: those that gate, and others
}

// Matrix is the comparison.
type Matrix struct {
	Columns []Column
	Rows    []Row    // rows in which targets differ come first
	Clients []Client // clients that only some targets satisfy come first
}

// Client is the verdict of the targets for a client that people run on Azure Storage.
type Client struct {
	Name, Title string
	Cells       []reports.Profile // one for each column
}

// Differs reports whether the targets differ for the client.
func (c Client) Differs() bool {
	return slices.ContainsFunc(c.Cells, func(p reports.Profile) bool { return p.Fit != c.Cells[0].Fit })
}

// Row is a clause.
type Row struct {
	reports.Promise
	Service string
	Group   Group
	Cells   []Cell // one for each column
}

// Cell is a clause at a target.
type Cell struct {
	// State is failed, weak (it failed but does not gate), passed, blocked, recorded,
	// skipped, or empty if the result has no case of the clause.
	State         string
	Passed, Cases int
}

// Group says at which targets a clause holds.
type Group int

// The groups, in the order of the page.
const (
	Differ   Group = iota // holds at some targets but not at others
	Nowhere               // holds at none
	Partly                // holds wherever it was judged, but was not judged everywhere
	All                   // holds at all
	Unjudged              // was judged nowhere
)

// Groups are the headings of the groups.
var Groups = []string{"Differ between targets", "Hold nowhere", "Hold wherever they were judged", "Hold everywhere", "Not judged anywhere"}

// New compares results, and what clients demand of a target. It uses only the verdicts,
// not loads.
func New(columns []Column, demands ...reports.Demand) (Matrix, error) {
	m := Matrix{Columns: slices.Clone(columns)}
	rows := map[string]*Row{}
	for i := range m.Columns {
		c := &m.Columns[i]
		if c.Plan.Level != m.Columns[0].Plan.Level {
			return m, fmt.Errorf("compare results: %s gates on %s, but %s on %s: judge all at the same --level", m.Columns[0].Name, m.Columns[0].Plan.Level, c.Name, c.Plan.Level)
		}
		if slices.ContainsFunc(m.Columns[:i], func(o Column) bool { return o.Name == c.Name }) {
			return m, fmt.Errorf("compare results: two of them are called %s: write NAME=RESULT", c.Name)
		}
		for _, s := range c.Scenarios {
			switch state(c.Run, s) {
			case "failed":
				c.Gating++
			case "weak":
				c.Weak++
			}
			for _, id := range s.Clauses {
				r := rows[id]
				if r == nil {
					r = &Row{Promise: c.Promise(id), Service: s.Service, Cells: make([]Cell, len(columns))}
					if r.Clause = id; r.Level == "" {
						r.Level = s.Level
					}
					rows[id] = r
				}
				r.Cells[i].add(state(c.Run, s))
			}
		}
	}
	for _, d := range demands {
		c := Client{Name: d.Name, Title: d.Title}
		for _, column := range m.Columns {
			c.Cells = append(c.Cells, column.Demanded(d))
		}
		m.Clients = append(m.Clients, c)
	}
	slices.SortStableFunc(m.Clients, func(a, b Client) int {
		switch {
		case a.Differs() == b.Differs():
			return 0
		case a.Differs():
			return -1
		}
		return 1
	})
	for _, r := range rows {
		r.Group = group(r.Cells)
		m.Rows = append(m.Rows, *r)
	}
	slices.SortFunc(m.Rows, func(a, b Row) int { return cmp.Or(cmp.Compare(a.Group, b.Group), strings.Compare(a.Clause, b.Clause)) })
	return m, nil
}

// state returns the verdict on a case as the matrix counts it.
func state(r reports.Run, s reports.Scenario) string {
	switch v := s.Plainly(); {
	case v == reports.Failed && !reports.Gates(s.GatingLevel(), r.Plan.Level):
		return "weak"
	case v == reports.Error:
		return string(reports.Blocked)
	default:
		return string(v)
	}
}

// weights orders the states of cases by their priority for a cell.
var weights = []string{"failed", "weak", "blocked", "passed", "recorded", "skipped", ""}

func (c *Cell) add(state string) {
	if c.Cases++; state == string(reports.Passed) {
		c.Passed++
	}
	if slices.Index(weights, state) < slices.Index(weights, c.State) {
		c.State = state
	}
}

func group(cells []Cell) Group {
	holds, fails, open := 0, 0, 0
	for _, c := range cells {
		switch c.State {
		case "passed":
			holds++
		case "failed", "weak":
			fails++
		default:
			open++
		}
	}
	switch {
	case holds > 0 && fails > 0:
		return Differ
	case fails > 0:
		return Nowhere
	case holds > 0 && open > 0:
		return Partly
	case holds > 0:
		return All
	}
	return Unjudged
}

// Recorded returns how many clauses Azure itself was recorded to keep; 0 if the results know nothing of that.
func (m Matrix) Recorded() int {
	n := 0
	for _, r := range m.Rows {
		if r.Seen != nil && r.Seen.Times > 0 {
			n++
		}
	}
	return n
}

// Count returns how many clauses are in a group.
func (m Matrix) Count(g Group) int {
	n := 0
	for _, r := range m.Rows {
		if r.Group == g {
			n++
		}
	}
	return n
}

// Text writes the targets, and the number of clauses in each group, for a terminal.
func (m Matrix) Text(w io.Writer) error {
	t := console.Table{Header: []string{"", "cases", "passed", "failed", "below " + m.Columns[0].Plan.Level, "not judged", "date"}, Right: []int{1, 2, 3, 4, 5}}
	for _, c := range m.Columns {
		t.Add(console.Clean(c.Name), console.Number(c.Summary.Planned), console.Number(c.Summary.Passed), console.Number(c.Gating), console.Number(c.Weak), console.Number(c.Unjudged()), c.Started.UTC().Format("2006-01-02"))
	}
	if err := t.Write(w); err != nil {
		return err
	}
	if err := m.clients(w); err != nil {
		return err
	}
	if n := m.Recorded(); n > 0 {
		if _, err := fmt.Fprintf(w, "Azure (recorded): %s of %s\n", console.Number(n), console.Plural(len(m.Rows), "clause")); err != nil {
			return err
		}
	}
	for g, heading := range Groups {
		if _, err := fmt.Fprintf(w, "%s: %s\n", heading, console.Plural(m.Count(Group(g)), "clause")); err != nil {
			return err
		}
	}
	return nil
}

// clients writes which clients may rely on which target.
func (m Matrix) clients(w io.Writer) error {
	if len(m.Clients) == 0 {
		return nil
	}
	t := console.Table{Header: []string{"client (load not run)"}}
	for _, c := range m.Columns {
		t.Header = append(t.Header, console.Clean(c.Name))
	}
	for _, c := range m.Clients {
		row := []string{console.Clean(c.Name)}
		for _, p := range c.Cells {
			row = append(row, fmt.Sprintf("%s %d/%d", p.Fit, p.Passed, p.Cases))
		}
		t.Add(row...)
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	if err := t.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// Unjudged counts the cases that say nothing about the target.
func (c Column) Unjudged() int { return c.Summary.Planned - c.Summary.Passed - c.Gating - c.Weak }

// Versions returns the api-versions of a target.
func (c Column) Versions() string {
	var all []string
	for _, service := range slices.Sorted(maps.Keys(c.Target.Versions)) {
		if v := c.Target.Versions[service]; v != "" && !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return cmp.Or(strings.Join(all, ", "), "as the SDK sends")
}
