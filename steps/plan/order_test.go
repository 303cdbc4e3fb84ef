package plan

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestTimedCasesComeFirst(t *testing.T) {
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
	a, c := []string{"BLOB-A/s", "BLOB-A/minus-1", "BLOB-A/*"}, []string{"BLOB-C/s", "BLOB-C/minus-1", "BLOB-C/*"}
	b, bTimed := "BLOB-B/s", []string{"BLOB-B/minus-1", "BLOB-B/*"}
	d, dTimed := "BLOB-D/s", []string{"BLOB-D/minus-1", "BLOB-D/*"}
	for name, tt := range map[string]struct {
		keep func(Case) bool
		want []string
	}{
		"all":                {func(Case) bool { return true }, slices.Concat(bTimed, dTimed, a, []string{b}, c, []string{d})},
		"none":               {func(Case) bool { return false }, nil},
		"no b":               {func(c Case) bool { return c.Feature != "b" }, slices.Concat(dTimed, a, c, []string{d})},
		"none that is timed": {func(c Case) bool { return !c.Timed() }, slices.Concat(a, []string{b}, c, []string{d})},
		"the last":           {func(c Case) bool { return c.ID == dTimed[1] }, dTimed[1:]},
	} {
		var got []string
		for _, c := range InOrder(s.Choose(tt.keep).Cases) {
			got = append(got, c.ID)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: cases -want +got:\n%s", name, d)
		}
	}
}
