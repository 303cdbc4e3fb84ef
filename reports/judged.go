package reports

import (
	"slices"
	"strings"
)

// Has reports whether a case judges the cell.
func (c Cell) Has(s Scenario) bool {
	return slices.ContainsFunc(c.Cases, func(name string) bool {
		if begin, ok := strings.CutSuffix(name, "*"); ok {
			return strings.HasPrefix(s.ID, begin)
		}
		return s.ID == name || slices.Contains(s.Clauses, name)
	})
}

// GridsOf returns the tables in which r judges at least one cell.
func GridsOf(r Run, all []Grid) []Grid {
	var out []Grid
	for _, t := range all {
		if slices.ContainsFunc(r.Scenarios, t.has) {
			out = append(out, t)
		}
	}
	return out
}

func (t Grid) has(s Scenario) bool {
	return slices.ContainsFunc(t.Rows, func(row []Cell) bool { return slices.ContainsFunc(row, func(c Cell) bool { return c.Has(s) }) })
}
