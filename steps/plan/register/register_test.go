package register

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// file makes a file system with a register of these rows below the header. In a row, "|"
// separates the cells, for readability.
func file(rows ...string) fstest.MapFS {
	text := strings.Join(columns, "\t") + "\n"
	for _, r := range rows {
		text += strings.ReplaceAll(r, "|", "\t") + "\n"
	}
	return fstest.MapFS{clausesFile: {Data: []byte(text)}}
}

func TestLoadKeepsTheOrderOfTheFile(t *testing.T) {
	t.Parallel()
	r, err := Load(file(
		"BLOB-COND-20|observed|blob|any|it is answered 409|recorded traffic|Creation|disputed|two sources",
		"BLOB-COND-02-m|must|blob|>=2019-12-12|it succeeds|The article|Overview|active|",
	))
	if err != nil {
		t.Fatalf("Load = %v, want no error", err)
	}
	want := []Clause{
		{"BLOB-COND-20", Observed, "blob", "any", "it is answered 409", "recorded traffic", "Creation", Disputed, "two sources"},
		{"BLOB-COND-02-m", Must, "blob", ">=2019-12-12", "it succeeds", "The article", "Overview", Active, ""},
	}
	if diff := cmp.Diff(want, r.Clauses); diff != "" {
		t.Errorf("Clauses (-want +got):\n%s", diff)
	}
	if got, ok := r.Clause("BLOB-COND-02-m"); !ok || got != want[1] {
		t.Errorf("Clause(BLOB-COND-02-m) = %v, %v, want %v", got, ok, want[1])
	}
	if got, ok := r.Clause("BLOB-COND-02"); ok || got != (Clause{}) {
		t.Errorf("Clause(BLOB-COND-02) = %v, %v, want none", got, ok)
	}
}

func TestLoadNamesLineAndColumn(t *testing.T) {
	t.Parallel()
	const good = "A-1|must|blob|any|s|d|h|active|"
	for _, tc := range []struct {
		name string
		rows []string
		want []string // parts of the error
	}{
		{"id in small letters", []string{good, "a-1|must|blob|any|s|d|h|active|"}, []string{"clauses.tsv line 3, column id", `"a-1"`}},
		{"id of one word", []string{"A|must|blob|any|s|d|h|active|"}, []string{"line 2, column id"}},
		{"id that is no tag", []string{"A-1 2|must|blob|any|s|d|h|active|"}, []string{"line 2, column id"}},
		{"id twice", []string{good, "A-2|must|blob|any|s|d|h|active|", good}, []string{"line 4, column id", "A-1 occurs a second time"}},
		{"level", []string{"A-1|MUST|blob|any|s|d|h|active|"}, []string{"line 2, column level", "must, should or observed"}},
		{"service", []string{"A-1|must|container|any|s|d|h|active|"}, []string{"line 2, column service", "blob, table, queue, file, smb"}},
		{"version", []string{"A-1|must|blob|2019-12-12|s|d|h|active|"}, []string{"line 2, column api-versions", "any or >=YYYY-MM-DD"}},
		{"no statement", []string{"A-1|must|blob|any||d|h|active|"}, []string{"line 2, column statement"}},
		{"no document", []string{"A-1|must|blob|any|s||h|active|"}, []string{"line 2, column document"}},
		{"no heading", []string{"A-1|must|blob|any|s|d||active|"}, []string{"line 2, column heading"}},
		{"state", []string{"A-1|must|blob|any|s|d|h|done|"}, []string{"line 2, column state", `"done"`}},
		{"open without reason", []string{"A-1|must|blob|any|s|d|h|open|"}, []string{"line 2, column reason"}},
		{"note without reason", []string{"A-1|must|blob|any|s|d|h|note|"}, []string{"line 2, column reason"}},
		{"several rows and columns", []string{"a|no|blob|any|s|d|h|active|", "A-1|must|x|any|s|d|h|active|"}, []string{"line 2, column id", "line 2, column level", "line 3, column service"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			r, err := Load(file(tc.rows...))
			if err == nil {
				t.Fatalf("Load = %v, want an error with %q", r, tc.want)
			}
			for _, part := range tc.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("Load = %q, want it to contain %q", err, part)
				}
			}
		})
	}
}

func TestLoadRefusesOtherColumns(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{clausesFile: {Data: []byte("id\tlevel\nA-1\tmust\n")}}
	if _, err := Load(fsys); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("Load = %v, want an error about line 1", err)
	}
	if _, err := Load(fstest.MapFS{}); err == nil {
		t.Error("Load of a file system without clauses.tsv = nil, want an error")
	}
}

func TestLevelsAreOrderedFromTheStrongest(t *testing.T) {
	t.Parallel()
	if !(Must < Should && Should < Observed) {
		t.Errorf("Must, Should, Observed = %d, %d, %d, want them ascending", Must, Should, Observed)
	}
	var zero Level
	if zero >= Must {
		t.Errorf("the zero Level is %d, want it to be no level", zero)
	}
}

func TestParseLevelReadsWhatStringWrites(t *testing.T) {
	t.Parallel()
	for level, name := range map[Level]string{Must: "must", Should: "should", Observed: "observed"} {
		if got := level.String(); got != name {
			t.Errorf("Level(%d).String() = %q, want %q", level, got, name)
		}
		if got, err := parseLevel(name); got != level || err != nil {
			t.Errorf("parseLevel(%q) = %v, %v, want %v", name, got, err, level)
		}
	}
	for _, l := range []Level{0} {
		if _, err := parseLevel(l.String()); err == nil {
			t.Errorf("parseLevel(%q) = nil, want an error", l)
		}
	}
}

func TestParseLevelNamesTheLevels(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "MUST", "musst", "must "} {
		_, err := parseLevel(s)
		if err == nil || !strings.Contains(err.Error(), "must, should or observed") {
			t.Errorf("parseLevel(%q) = %v, want an error that names the levels", s, err)
		}
	}
}

func TestRenamed(t *testing.T) {
	t.Parallel()
	read := func(lines ...string) (map[string]string, error) {
		text := strings.ReplaceAll(strings.Join(lines, "\n")+"\n", "|", "\t")
		return Renamed(fstest.MapFS{renamedFile: {Data: []byte(text)}})
	}
	got, err := read("old id|new id", "A-1/a|A-1/c", "A-1/b|A-1/c")
	if d := cmp.Diff(map[string]string{"A-1/a": "A-1/c", "A-1/b": "A-1/c"}, got); d != "" || err != nil {
		t.Errorf("%v, -want +got:\n%s", err, d)
	}
	if got, err := Renamed(fstest.MapFS{}); got != nil || err != nil {
		t.Errorf("without the file: %v, %v", got, err)
	}
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"old|new"}, `renamed.tsv line 1: the columns are ["old" "new"], want ["old id" "new id"]`},
		{[]string{"old id|new id", "A-1/a|"}, "line 2: an id is missing"},
		{[]string{"old id|new id", "A-1/a|A-1/b", "A-1/a|A-1/c"}, "line 3, column old id: A-1/a occurs a second time"},
		{[]string{"old id|new id", "A-1/b|A-1/c", "A-1/a|A-1/c"}, "line 3, column old id: A-1/a belongs above line 2"},
		{[]string{"old id|new id", "A-1/a|A-1/b", "A-1/b|A-1/c"}, "line 2, column new id: A-1/b was itself renamed; write A-1/c"},
	} {
		if _, err := read(c.lines...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.lines, err, c.want)
		}
	}
}
