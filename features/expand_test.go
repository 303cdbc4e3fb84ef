package features_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"ifmatch/features"
	"ifmatch/steps"
	"ifmatch/steps/plan"
)

// TestExpandedFeaturesSayTheSame: what is written out has a scenario for each case, and says what the case says.
func TestExpandedFeaturesSayTheSame(t *testing.T) {
	t.Parallel()
	suite := suite(t)
	p, err := suite.Select(plan.Selection{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	fsys := fstest.MapFS{}
	for _, s := range p.Expanded() {
		if text := string(s.Text); strings.Contains(text, "Examples:") || strings.Contains(text, "Outline") {
			t.Errorf("%s still has an outline", s.Name)
		}
		fsys[s.Name+".feature"] = &fstest.MapFile{Data: s.Text}
	}
	for _, table := range []string{"accounts.tsv", "clauses.tsv", "profiles.tsv", "probes.tsv"} {
		text, err := features.FS.ReadFile(table)
		if err != nil {
			t.Fatal(err)
		}
		if table == "probes.tsv" {
			text, _, _ = cutLine(text) // only its head: the probes name ids
		}
		fsys[table] = &fstest.MapFile{Data: text}
	}
	fsys["renamed.tsv"] = &fstest.MapFile{Data: renamedHead(t)}
	again, err := steps.Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Cases) != len(p.Cases) {
		t.Fatalf("%d scenarios of %d cases", len(again.Cases), len(p.Cases))
	}
	said := map[[2]string]plan.Case{}
	for _, c := range again.Cases {
		said[[2]string{c.Feature, c.Name}] = c
	}
	for _, c := range p.Cases {
		x, found := said[[2]string{c.Feature, c.Title()}]
		if !found {
			t.Errorf("%s is not there", c.ID)
			continue
		}
		var want []string
		for _, s := range c.Steps {
			want = append(want, plan.English(s))
		}
		if !slices.Equal(x.Steps, want) || x.Level != c.Level || x.Service != c.Service || !slices.Equal(x.Clauses, c.Clauses) || x.Wait() != c.Wait() || !slices.Equal(x.Needs, c.Needs) {
			t.Errorf("%s became %+v, want %q", c.ID, x, want)
		}
	}
}

func cutLine(text []byte) (head, rest []byte, found bool) {
	before, after, found := strings.Cut(string(text), "\n")
	return []byte(before + "\n"), []byte(after), found
}

func renamedHead(t *testing.T) []byte {
	t.Helper()
	text, err := features.FS.ReadFile("renamed.tsv")
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := cutLine(text)
	return head
}
