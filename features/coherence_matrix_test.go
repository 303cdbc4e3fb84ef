package features_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"
	"github.com/google/go-cmp/cmp"

	"ifmatch/features"
	"ifmatch/steps/plan"
	"ifmatch/steps/plan/register"
)

// matrices names the documents' matrices by the prefix of their clauses.
var matrices = map[string]string{
	"BLOB-LM-": "lease-blob-outcomes", "CONT-LM-": "lease-container-outcomes",
	"BLOB-UM-": "use-blob", "CONT-UM-": "use-container",
}

var leaseColumns = []string{"Av", "Le", "Bi", "Bo", "Ex"}

// TestMatricesAreTheDocuments compares the Examples that are written as a matrix of lease
// states with the documents' tables, cell by cell. If no matrix repeats a row of a table, each
// of its cells must have a case elsewhere.
func TestMatricesAreTheDocuments(t *testing.T) {
	t.Parallel()
	s := suite(t)
	got := matrixRows(t, features.FS)
	for prefix, name := range matrices {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, problem := range matrixProblems(s, prefix, table(t, name), got[prefix]) {
				t.Error(problem)
			}
		})
	}
}

// matrixRows reads every matrix of the features: prefix, row key, cells.
func matrixRows(t *testing.T, fsys fs.FS) map[string]map[string][][]string {
	t.Helper()
	out := map[string]map[string][][]string{}
	err := fs.WalkDir(fsys, ".", func(p string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(p) != ".feature" {
			return err
		}
		text, err := fs.ReadFile(fsys, p)
		if err != nil {
			return err
		}
		doc, err := gherkin.ParseGherkinDocument(bytes.NewReader(text), (&messages.Incrementing{}).NewId)
		if err != nil {
			return err
		}
		for _, child := range doc.Feature.Children {
			for _, ex := range child.Scenario.Examples {
				head := values(ex.TableHeader)
				if !slices.ContainsFunc(leaseColumns, func(c string) bool { return slices.Contains(head, c) }) {
					continue
				}
				for _, r := range ex.TableBody {
					addMatrixRow(t, out, p, head, values(r))
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func addMatrixRow(t *testing.T, out map[string]map[string][][]string, file string, head, row []string) {
	t.Helper()
	at := func(column string) string {
		if i := slices.Index(head, column); i >= 0 {
			return row[i]
		}
		t.Errorf("%s: a matrix without the column %s: %q", file, column, head)
		return ""
	}
	clause := at("clause")
	for prefix := range matrices {
		key, ok := strings.CutPrefix(clause, prefix)
		if !ok {
			continue
		}
		if out[prefix] == nil {
			out[prefix] = map[string][][]string{}
		}
		var cells []string
		for _, c := range leaseColumns {
			cells = append(cells, at(c))
		}
		out[prefix][key] = append(out[prefix][key], cells)
		return
	}
	t.Errorf("%s: a matrix row of clause %s, which is in no matrix of the documents", file, clause)
}

func values(r *messages.TableRow) (out []string) {
	for _, c := range r.Cells {
		out = append(out, c.Value)
	}
	return out
}

// matrixProblems lists where the rows of the features' matrices differ from those of the
// document's table.
func matrixProblems(s *plan.Suite, prefix string, rows []map[string]string, got map[string][][]string) (out []string) {
	known := map[string]bool{}
	for _, row := range rows {
		key := row["row"]
		known[key] = true
		var want []string
		for _, c := range leaseColumns {
			want = append(want, row[c])
		}
		for _, cells := range got[key] {
			if d := cmp.Diff(want, cells); d != "" {
				out = append(out, fmt.Sprintf("row %s%s differs, -document +feature:\n%s", prefix, key, d))
			}
		}
		if len(got) > 0 && len(got[key]) == 0 {
			out = append(out, elsewhere(s, prefix, row)...)
		}
	}
	for key := range got {
		if !known[key] {
			out = append(out, fmt.Sprintf("row %s%s is not in the document", prefix, key))
		}
	}
	return out
}

// elsewhere lists the outcomes without a case, for a row that no matrix repeats.
func elsewhere(s *plan.Suite, prefix string, row map[string]string) (out []string) {
	for _, column := range leaseColumns {
		outcomes, err := register.ParseOutcomes(row[column])
		if err != nil {
			out = append(out, err.Error())
		}
		for _, o := range outcomes {
			id := prefix + row["row"] + "-" + column
			if o.Case != "" {
				id += "-" + o.Case
			}
			if len(s.CasesOf(id)) == 0 {
				out = append(out, fmt.Sprintf("row %s%s is in no matrix, and %s has no case", prefix, row["row"], id))
			}
		}
	}
	return out
}

func TestMatrixProblems(t *testing.T) {
	t.Parallel()
	rows := table(t, "use-blob")[:2]
	full := func() map[string][][]string {
		got := map[string][][]string{}
		for _, row := range rows {
			for range 2 { // a matrix may occur once for writes and once for deletes
				got[row["row"]] = append(got[row["row"]], []string{row["Av"], row["Le"], row["Bi"], row["Bo"], row["Ex"]})
			}
		}
		return got
	}
	tests := []struct {
		name   string
		change func(map[string][][]string)
		want   []string // what each problem says
	}{
		{"nothing", func(map[string][][]string) {}, nil},
		{"no matrix", func(got map[string][][]string) { clear(got) }, nil},
		{"a cell", func(got map[string][][]string) { got["W-A"][1][3] = "412 (LeaseLost)" }, []string{"row BLOB-UM-W-A differs"}},
		{"a row of our own", func(got map[string][][]string) { got["W-Z"] = got["W-A"] }, []string{"row BLOB-UM-W-Z is not in the document"}},
		{"a missing row", func(got map[string][][]string) { delete(got, "W-A") }, []string{
			"BLOB-UM-W-A-Av has no case", "BLOB-UM-W-A-Le has no case", "BLOB-UM-W-A-Bi has no case", "BLOB-UM-W-A-Bo has no case", "BLOB-UM-W-A-Ex has no case"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := full()
			tt.change(got)
			problems := matrixProblems(&plan.Suite{}, "BLOB-UM-", rows, got)
			if len(problems) != len(tt.want) {
				t.Fatalf("problems: %q, want %q", problems, tt.want)
			}
			for i, want := range tt.want {
				if !strings.Contains(problems[i], want) {
					t.Errorf("problem %q, want it to say %q", problems[i], want)
				}
			}
		})
	}
}
