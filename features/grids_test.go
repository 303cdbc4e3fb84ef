package features_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"ifmatch/features"
	"ifmatch/reports"
)

// silent are the columns of the documents' tables that no case judges: they only name the row.
var silent = []string{"Share mode", "Operation", "Action", "Attempt", "Remark", "Example", "Verb", "If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since"}

// lists are tables that consist of their first column.
var lists = []string{"article-blob-lease-operations", "article-container-lease-operations"}

func TestEveryCellOfTheDocumentsIsJudged(t *testing.T) {
	t.Parallel()
	s := suite(t)
	tables, err := s.Grids()
	if err != nil {
		t.Fatal(err)
	}
	all := scenarios(t)
	for _, tab := range tables {
		for _, row := range tab.Rows {
			for k, cell := range row {
				column := tab.Columns[k]
				judged := slices.Contains(lists, tab.Name) && k == 0 || !slices.Contains(silent, column)
				if judged != (len(cell.Cases) > 0) && cell.Text != "-" && cell.Text != "?" {
					t.Errorf("%s, %q, column %s, %q: judged %v, want %v", tab.Name, row[0].Text, column, cell.Text, !judged, judged)
				}
				for _, name := range cell.Cases {
					one := reports.Cell{Cases: []string{name}}
					if !slices.ContainsFunc(all, one.Has) {
						t.Errorf("%s, %q, column %s: %s is no case", tab.Name, row[0].Text, column, name)
					}
				}
			}
		}
	}
}

// TestNoCellIsJudgedByAnother: two cells of a table share no case, unless the document repeats
// the same promise.
func TestNoCellIsJudgedByAnother(t *testing.T) {
	t.Parallel()
	tables, err := suite(t).Grids()
	if err != nil {
		t.Fatal(err)
	}
	all := scenarios(t)
	for _, tab := range tables {
		of := map[string]string{}
		for _, row := range tab.Rows {
			for k, cell := range row {
				for _, s := range all {
					if !cell.Has(s) {
						continue
					}
					at := row[0].Text + ", " + tab.Columns[k]
					if other := of[s.ID]; other != "" {
						t.Errorf("%s: %s judges %s and %s", tab.Name, s.ID, other, at)
					}
					of[s.ID] = at
				}
			}
		}
	}
}

func TestEveryTableOfTheDocumentsIsShown(t *testing.T) {
	t.Parallel()
	tables, err := suite(t).Grids()
	if err != nil {
		t.Fatal(err)
	}
	files, err := features.FS.ReadDir("tables")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), path.Ext(f.Name()))
		shown := slices.ContainsFunc(tables, func(tab reports.Grid) bool { return tab.Name == name })
		if want := name != "conditional-headers-support"; shown != want {
			t.Errorf("%s is shown: %v, want %v", name, shown, want)
		}
	}
}

// scenarios are the cases as a result has them.
func scenarios(t *testing.T) []reports.Scenario {
	t.Helper()
	var out []reports.Scenario
	for _, c := range suite(t).Cases {
		out = append(out, reports.Scenario{ID: c.ID, Clauses: c.Clauses})
	}
	return out
}
