package plan

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"ifmatch/steps/verdict"
)

const registerHead = "id\tlevel\tservice\tapi-versions\tstatement\tdocument\theading\tstate\treason\n"

// clauseLine is a line of a register.
func clauseLine(id, level, service, state string) string {
	return strings.Join([]string{id, level, service, "any", "it holds", "a document", "a heading", state, "because"}, "\t") + "\n"
}

// suiteFS is a file system with a register of six clauses and the given features.
func suiteFS(features map[string]string) fs.FS {
	fsys := fstest.MapFS{"clauses.tsv": &fstest.MapFile{Data: []byte(registerHead +
		clauseLine("BLOB-M", "must", "blob", "active") + clauseLine("BLOB-S", "should", "blob", "disputed") +
		clauseLine("BLOB-O", "observed", "blob", "open") + clauseLine("BLOB-N", "should", "blob", "note") +
		clauseLine("BLOB-U", "must", "blob", "untestable") + clauseLine("QUEUE-M", "must", "queue", "active"))}}
	for name, text := range features {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func scenarioOf(tags, name, step string) string {
	return "  " + tags + "\n  Scenario: " + name + "\n    Given " + step + "\n\n"
}

func TestLoadJoinsCasesAndRegister(t *testing.T) {
	t.Parallel()
	s, err := Load(suiteFS(map[string]string{
		"queue/z.feature":      "Feature: Z\n" + scenarioOf("@QUEUE-M", "Taken", "x"),
		"blob/deep/b.feature":  "@blob\nFeature: B\n" + scenarioOf("@BLOB-O @BLOB-M", "First", "x") + scenarioOf("@must @BLOB-M @BLOB-O", "Second", "x"),
		"blob/notes.txt":       "Feature: not read\n",
		"blob/a.feature":       "Feature: A\n" + scenarioOf("@BLOB-S", "First", "x"),
		"blob/a.feature.d/x.y": "Feature: not read\n",
	}), plain)
	if err != nil {
		t.Fatal(err)
	}
	type brief struct {
		ID, Feature, Level, Service string
		Open                        bool
	}
	var got []brief
	for _, c := range s.Cases {
		got = append(got, brief{c.ID, c.Feature, c.Level, c.Service, c.Open})
	}
	want := []brief{
		{"BLOB-S/first", "blob/a", "should", "blob", false},
		{"BLOB-O/first", "blob/deep/b", "observed", "blob", true},
		{"BLOB-M/second", "blob/deep/b", "must", "blob", false},
		{"QUEUE-M/taken", "queue/z", "must", "queue", false},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("cases -want +got:\n%s", d)
	}
	var of []string
	for _, c := range s.CasesOf("BLOB-M") {
		of = append(of, c.ID)
	}
	if d := cmp.Diff([]string{"BLOB-O/first", "BLOB-M/second"}, of); d != "" {
		t.Errorf("CasesOf(BLOB-M) -want +got:\n%s", d)
	}
	if got := s.CasesOf("BLOB-N"); got != nil {
		t.Errorf("CasesOf(BLOB-N) = %v", got)
	}
}

// TestPartKeepsWhatBelongsToItsCases: the clauses' cases and the probes are those of the part, wherever they stood.
func TestPartKeepsWhatBelongsToItsCases(t *testing.T) {
	t.Parallel()
	fsys := suiteFS(map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "First", "x") + scenarioOf("@BLOB-M", "Second", "x") + scenarioOf("@BLOB-O", "Third", "x"),
		probesFile: "operation\trespect\tafter\tcase\nPut Blob\t*\t*\tBLOB-M/first\nGet Blob\t*\t*\tBLOB-O/third\n"})
	s, err := Load(fsys, plain)
	if err != nil {
		t.Fatal(err)
	}
	ids := func(cases []Case) (out []string) {
		for _, c := range cases {
			out = append(out, c.ID)
		}
		return out
	}
	part := s.Part(func(c Case) bool { return c.ID != "BLOB-M/first" })
	got := [][]string{ids(part.Cases), ids(part.CasesOf("BLOB-M")), ids(part.Probes(verdict.Finding{Operation: "Put Blob"})), ids(part.Probes(verdict.Finding{Operation: "Get Blob"})), ids(s.Probes(verdict.Finding{Operation: "Put Blob"}))}
	if d := cmp.Diff([][]string{{"BLOB-M/second", "BLOB-O/third"}, {"BLOB-M/second"}, nil, {"BLOB-O/third"}, {"BLOB-M/first"}}, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

func TestUncoveredListsWhatOughtToHaveACase(t *testing.T) {
	t.Parallel()
	s, err := Load(suiteFS(map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-O @BLOB-M", "First", "x")}), plain)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		services []string
		want     []string
	}{
		{nil, []string{"BLOB-S", "QUEUE-M"}},
		{[]string{"blob"}, []string{"BLOB-S"}},
		{[]string{"queue", "table"}, []string{"QUEUE-M"}},
		{[]string{"table"}, nil},
	}
	for _, tt := range tests {
		var got []string
		for _, cl := range s.Uncovered(tt.services...) {
			got = append(got, cl.ID)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("Uncovered(%q) -want +got:\n%s", tt.services, d)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	t.Parallel()
	outline := func(name string) string {
		return "Feature: A\n  @BLOB-M\n  Scenario Outline: " + name + "\n    Given <a> and <b>\n    Examples:\n      | a | b |\n      | 1 | 2 |\n      | 1 | 3 |\n"
	}
	tests := map[string]struct {
		features map[string]string
		want     string
	}{
		"a clause that the register lacks": {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-X", "S", "x")}, "a.feature:3: no clause BLOB-X"},
		"a clause of no family":            {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@DISK-A", "S", "x")}, "a.feature:3: no clause DISK-A in the register"},
		"a second clause that it lacks":    {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M @BLOB-X", "S", "x")}, "no clause BLOB-X"},
		"a note with a case":               {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-N", "S", "x")}, "BLOB-N is note: it cannot have a case"},
		"an untestable clause with a case": {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M @BLOB-U", "S", "x")}, "BLOB-U is untestable"},
		"another level":                    {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@must @BLOB-S", "S", "x")}, "the tag says @must but clause BLOB-S is should"},
		"another service":                  {map[string]string{"a.feature": "@blob\nFeature: A\n" + scenarioOf("@QUEUE-M", "S", "x")}, "the tag says @blob but clause QUEUE-M belongs to service queue"},
		"a clause twice":                   {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M @BLOB-S @BLOB-M", "S", "x")}, "clause BLOB-M occurs twice"},
		"an id twice in one outline":       {map[string]string{"a.feature": outline("<a> alone")}, "a.feature:8: case id BLOB-M/1 is taken by a.feature:7; add another column to the scenario's name"},
		"an id twice in two files": {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "S", "x"), "b.feature": "Feature: B\n" + scenarioOf("@BLOB-M", "s!", "x")},
			"b.feature:3: case id BLOB-M/s is taken by a.feature:3"},
		"a name twice in one file": {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "S", "x") + scenarioOf("@BLOB-S", "S", "x")},
			`a.feature:7: the name "S" is taken by line 3`},
		"a sentence that nobody knows": {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "S", "x") + scenarioOf("@BLOB-S", "T", "odd words")},
			`a.feature:7: "odd words": nobody says that`},
		"an id that another case had": {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "S", "x") + scenarioOf("@BLOB-M", "T", "x"), "renamed.tsv": "old id\tnew id\nBLOB-M/s\tBLOB-M/t\n"},
			"a.feature:3: case id BLOB-M/s belonged to another case (renamed.tsv), and ids are never used again"},
		"an earlier id of no case": {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "S", "x"), "renamed.tsv": "old id\tnew id\nBLOB-M/r\tBLOB-M/t\n"},
			"renamed.tsv: BLOB-M/r became BLOB-M/t, but there is no case BLOB-M/t"},
		"a damaged table of earlier ids": {map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "S", "x"), "renamed.tsv": "old id\tnew id\nBLOB-M/r\n"}, "renamed.tsv line 2: 1 cells, want 2"},
		"a file that is no feature":      {map[string]string{"a.feature": "Scenario: S\n"}, "read feature file a.feature"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, err := Load(suiteFS(tt.features), plain)
			if err == nil {
				err = s.Check()
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Load = %v, %v, want an error with %q", s, err, tt.want)
			}
		})
	}
	if _, err := Load(fstest.MapFS{}, plain); err == nil || !strings.Contains(err.Error(), "reading the table clauses.tsv") {
		t.Errorf("Load without a register: %v", err)
	}
}

func TestANameMayStandInTwoFiles(t *testing.T) {
	t.Parallel()
	s, err := Load(suiteFS(map[string]string{"a.feature": "Feature: A\n" + scenarioOf("@BLOB-M", "S", "x"), "b.feature": "Feature: B\n" + scenarioOf("@BLOB-S", "S", "x")}), plain)
	if err != nil || len(s.Cases) != 2 {
		t.Errorf("Load: %v", err)
	}
}

func TestEnglish(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Append Block to a append blob that was deleted": "Append Block to an append blob that was deleted",
		"a block blob, a entity and a page blob":         "a block blob, an entity and a page blob",
		"writes by A and reads by B on a queue":          "writes by A and reads by B on a queue",
	} {
		if got := English(text); got != want {
			t.Errorf("English(%q) = %q, want %q", text, got, want)
		}
	}
}
