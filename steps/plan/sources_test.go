package plan

import (
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"
	"github.com/google/go-cmp/cmp"
)

// told are the names of the scenarios that godog finds in sources, by feature.
func told(t *testing.T, sources []Source) (out [][]string) {
	t.Helper()
	for _, src := range sources {
		n := 0
		ids := func() string { n++; return strconv.Itoa(n) }
		doc, err := gherkin.ParseGherkinDocument(strings.NewReader(string(src.Text)), ids)
		if err != nil {
			t.Fatalf("the text does not parse: %v\n%s", err, src.Text)
		}
		names := []string{src.Name}
		for _, pickle := range gherkin.Pickles(*doc, src.Name, ids) {
			if names = append(names, pickle.Name); len(pickle.Steps) != 1 || pickle.Steps[0].Type != messages.PickleStepType_UNKNOWN {
				t.Errorf("%s has the steps %v, want one that is of no kind", pickle.Name, pickle.Steps)
			}
		}
		out = append(out, names)
	}
	return out
}

func TestSourcesTellTheChosenCasesAndTimedOnesFirst(t *testing.T) {
	t.Parallel()
	fsys, register := fstest.MapFS{}, registerHead
	for name, step := range map[string]string{"a": "nothing", "b": "5 seconds pass", "c": "nothing", "d": "5 seconds pass"} {
		id := "BLOB-" + strings.ToUpper(name)
		register += clauseLine(id, "must", "blob", "active")
		fsys[name+".feature"] = &fstest.MapFile{Data: []byte("Feature: " + name + "\n  @" + id +
			"\n  Scenario: S\n    Given nothing\n  @" + id + "\n  Scenario Outline: <x|y> #\n    Given " + step + "\n    Examples:\n      | x\\|y |\n      | -1   |\n      | * :  |\n")}
	}
	fsys["clauses.tsv"] = &fstest.MapFile{Data: []byte(register)}
	s, err := Load(fsys, plain)
	if err != nil {
		t.Fatal(err)
	}
	a := []string{"a", "BLOB-A/s", "BLOB-A/minus-1", "BLOB-A/*"}
	b, bTimed := []string{"b", "BLOB-B/s"}, []string{"b, timed", "BLOB-B/minus-1", "BLOB-B/*"}
	c := []string{"c", "BLOB-C/s", "BLOB-C/minus-1", "BLOB-C/*"}
	d, dTimed := []string{"d", "BLOB-D/s"}, []string{"d, timed", "BLOB-D/minus-1", "BLOB-D/*"}
	for name, tt := range map[string]struct {
		keep func(Case) bool
		want [][]string
	}{
		"all":                {func(Case) bool { return true }, [][]string{bTimed, dTimed, a, b, c, d}},
		"none":               {func(Case) bool { return false }, nil},
		"no b":               {func(c Case) bool { return c.Feature != "b" }, [][]string{dTimed, a, c, d}},
		"none that is timed": {func(c Case) bool { return !c.Timed }, [][]string{a, b, c, d}},
		"the last":           {func(c Case) bool { return c.ID == dTimed[2] }, [][]string{{"d, timed", dTimed[2]}}},
	} {
		if d := cmp.Diff(tt.want, told(t, s.Choose(func(Case) bool { return true }).Sources(tt.keep))); d != "" {
			t.Errorf("%s: scenarios -want +got:\n%s", name, d)
		}
	}
}
