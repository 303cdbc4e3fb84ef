package plan

import (
	"cmp"
	"slices"
	"strings"

	"ifmatch/reports"
	"ifmatch/steps/plan/register"
)

// article is the document whose tables come first.
const article = "Managing Concurrency in Microsoft Azure Storage"

// Grids reads the documents' tables and says which cases judge their cells. grids.tsv has a row for each column: its name in the
// file and on the page, and what judges its cells, or nothing if it only names the row: a clause, or the ids of cases, with
// asterisks for any text, "without" those of other texts. {x} is the cell x of the row, and <x> the same as ids write it.
// The table conditional-headers-support is left out: the article has its operations in tables of its own.
func (s *Suite) Grids() ([]reports.Grid, error) {
	columns, err := register.ReadRows(s.fsys, "grids.tsv", "table", "title", "document", "column", "page", "judged")
	if err != nil {
		return nil, err
	}
	under := map[string][]string{} // the clauses whose ids are an id, or begin with it and a suffix
	for _, c := range s.Register.Clauses {
		for i, r := range c.ID + "-" {
			if r == '-' {
				under[c.ID[:i]] = append(under[c.ID[:i]], c.ID)
			}
		}
	}
	var out []reports.Grid
	var read *register.Table
	for i, c := range columns.Rows {
		if i == 0 || c["table"] != columns.Rows[i-1]["table"] {
			if read, err = register.ReadRows(s.fsys, "tables/"+c["table"]+".tsv"); err != nil {
				return nil, err
			}
			out = append(out, reports.Grid{Name: c["table"], Title: c["title"], Document: c["document"], Article: c["document"] == article, Rows: make([][]reports.Cell, len(read.Rows))})
		}
		if !slices.Contains(read.Columns, c["column"]) {
			return nil, columns.Problem(i, "column", "%s has no column %q", c["table"], c["column"])
		}
		t := &out[len(out)-1]
		t.Columns = append(t.Columns, c["page"])
		for n, row := range read.Rows {
			t.Rows[n] = append(t.Rows[n], reports.Cell{Text: row[c["column"]], Cases: s.judging(under, c["judged"], row)})
		}
	}
	return out, nil
}

// judging are the clauses, or the ids of cases, that a column names for a row.
func (s *Suite) judging(under map[string][]string, judged string, row map[string]string) (out []string) {
	if strings.ContainsAny(judged, "{<") {
		var cells []string
		for column, cell := range row {
			cells = append(cells, "{"+column+"}", cell, "<"+column+">", cmp.Or(slug(cell), "absent"))
		}
		judged = strings.NewReplacer(cells...).Replace(judged)
	}
	named, but, without := strings.Cut(judged, " without ")
	clause, key, ofCases := strings.Cut(named, "/")
	switch {
	case named == "":
	case !ofCases: // a suffix is part of the id where the lease state alone does not decide
		return under[clause]
	case !without && strings.Index(named, "*") == len(named)-1:
		return []string{named} // all that begin so
	default:
		fits, misfits, all := glob("*/"+key), glob(but), s.CasesOf(clause)
		family, several := strings.CutSuffix(clause, "*")
		if several {
			all = s.Cases
		}
		for _, c := range all {
			if (!several || strings.HasPrefix(c.ID, family)) && fits(c.ID) && !misfits(c.ID) {
				out = append(out, c.ID)
			}
		}
	}
	return out
}
