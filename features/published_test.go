package features_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "add new ids to the list of published ones")

// published is every case id that this project has ever had, sorted, one a line.
const published = "testdata/published.txt"

// TestIDsRest makes sure that no case id is ever lost: people have them in lists of known failures,
// in stored results and in scripts. It only ever adds to the list of published ids.
func TestIDsRest(t *testing.T) {
	t.Parallel()
	s := suite(t)
	text, err := os.ReadFile(published)
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Fields(string(text))
	today := map[string]bool{}
	for _, c := range s.Cases {
		today[c.ID] = true
	}
	for _, id := range known {
		if !today[id] && !today[s.Renamed.Current(id)] {
			t.Errorf("no case is called %s any more: features/renamed.tsv must say what it is called now", id)
		}
	}
	for old := range s.Renamed {
		if _, ok := slices.BinarySearch(known, old); !ok {
			t.Errorf("features/renamed.tsv renames %s, but no case was ever called that", old)
		}
	}
	all := slices.Clone(known)
	for id := range today {
		if _, ok := slices.BinarySearch(known, id); !ok {
			all = append(all, id)
			if !*update {
				t.Errorf("the id %s is new; \"make docs\" publishes it, and from then on it stays", id)
			}
		}
	}
	slices.Sort(all)
	if *update && len(all) > len(known) {
		if err := os.WriteFile(published, []byte(strings.Join(all, "\n")+"\n"), 0o666); err != nil {
			t.Error(err)
		}
	}
}
