package register

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestParseTSV(t *testing.T) {
	t.Parallel()
	s, err := parseTSV("f.tsv", "a\tb\n1\t\n2\tx y\n")
	if err != nil {
		t.Fatalf("parseTSV = %v, want no error", err)
	}
	if diff := cmp.Diff([]string{"a", "b"}, s.Columns); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]map[string]string{{"a": "1", "b": ""}, {"a": "2", "b": "x y"}}, s.Rows); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestParseTSVNamesWhatIsWrong(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, text string
		want       []string // parts of the error
	}{
		{"empty file", "", []string{"f.tsv", "no line end"}},
		{"cut file", "a\tb\n1\t2", []string{"no line end"}},
		{"unnamed column", "a\t\n", []string{"line 1, column 2", "needs a name"}},
		{"column twice", "a\tb\ta\n", []string{"line 1, column 3", `"a"`}},
		{"byte order mark hides in a name", "\xff\ta\n", []string{"line 1, column 1", "UTF-8"}},
		{"cell missing", "a\tb\n1\t2\n3\n", []string{"line 3", "1 cells, want 2"}},
		{"cell too many", "a\tb\n1\t2\t3\n", []string{"line 2", "3 cells, want 2"}},
		{"empty line", "a\tb\n\n1\t2\n", []string{"line 2", "1 cells, want 2"}},
		{"CRLF", "a\tb\r\n", []string{"line 1, column 2", "control character"}},
		{"space around", "a\tb\n1\t 2\n", []string{"line 2, column b", "white space"}},
		{"not UTF-8", "a\tb\n1\t\xc3\x28\n", []string{"line 2, column b", "UTF-8"}},
		{"all problems at once", "a\tb\n1 \t2\n3\t4 \n5\n", []string{"line 2, column a", "line 3, column b", "line 4"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			_, err := parseTSV("f.tsv", tc.text)
			if err == nil {
				t.Fatalf("parseTSV(%q) = nil, want an error with %q", tc.text, tc.want)
			}
			for _, part := range tc.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("parseTSV(%q) = %q, want it to contain %q", tc.text, err, part)
				}
			}
		})
	}
}

// FuzzParseTSV: accepted text has exactly one spelling, so writing the cells again gives the
// same bytes.
func FuzzParseTSV(f *testing.F) {
	f.Add("a\tb\n1\t2\n")
	f.Add("a\n\n")
	f.Add("id\tlevel\r\nX\tmust\n")
	f.Add("a\ta\n")
	f.Add("\u00a0\n")
	f.Add("a")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parseTSV("f.tsv", text)
		if err != nil {
			return
		}
		var b strings.Builder
		b.WriteString(strings.Join(s.Columns, "\t") + "\n")
		for _, row := range s.Rows {
			var cells []string
			for _, column := range s.Columns {
				cells = append(cells, row[column])
			}
			b.WriteString(strings.Join(cells, "\t") + "\n")
		}
		if b.String() != text {
			t.Errorf("parseTSV(%q) written again is %q", text, b.String())
		}
	})
}

func TestReadRowsKeepsTheDocumentsOrder(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{"tables/ops.tsv": {Data: []byte("operation\tETag\nPut Blob\tYes\nGet Blob\t\n")}}
	got, err := ReadRows(fsys, "tables/ops.tsv")
	if err != nil {
		t.Fatalf("ReadRows = %v, want no error", err)
	}
	want := &Table{
		Columns: []string{"operation", "ETag"},
		Rows:    []map[string]string{{"operation": "Put Blob", "ETag": "Yes"}, {"operation": "Get Blob", "ETag": ""}},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Table{})); diff != "" {
		t.Errorf("ReadRows (-want +got):\n%s", diff)
	}
}

func TestReadRowsNamesFileAndLine(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{"tables/ops.tsv": {Data: []byte("operation\tETag\nPut Blob\n")}}
	if _, err := ReadRows(fsys, "tables/ops.tsv"); err == nil || !strings.Contains(err.Error(), "tables/ops.tsv line 2") {
		t.Errorf("ReadRows = %v, want an error about tables/ops.tsv line 2", err)
	}
	if _, err := ReadRows(fsys, "tables/verbs.tsv"); err == nil || !strings.Contains(err.Error(), "verbs") {
		t.Errorf("ReadRows of a missing table = %v, want an error that names it", err)
	}
}
