package reports_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ifmatch/reports"
)

var renamed = reports.Renamed{"A-1/older": "A-1/new", "A-1/old": "A-1/new", "B-1/old": "B-1/new"}

func TestCurrentAndFormer(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{"A-1/old": "A-1/new", "A-1/older": "A-1/new", "A-1/new": "A-1/new", "C-1/row": "C-1/row", "": ""} {
		if got := renamed.Current(id); got != want {
			t.Errorf("Current(%q) = %q, want %q", id, got, want)
		}
	}
	if d := cmp.Diff(map[string][]string{"A-1/new": {"A-1/old", "A-1/older"}, "B-1/new": {"B-1/old"}}, renamed.Former()); d != "" {
		t.Errorf("Former -want +got:\n%s", d)
	}
	if got := reports.Renamed(nil).Current("A-1/old"); got != "A-1/old" {
		t.Errorf("without a table, Current = %q", got)
	}
}

// TestUpdateRenamesWhereverAResultNamesACase fills every field that names a case, and looks
// for old ids in the JSON of the result, so that a field which is added is not forgotten.
func TestUpdateRenamesWhereverAResultNamesACase(t *testing.T) {
	t.Parallel()
	before := reports.Run{
		Scenarios: []reports.Scenario{{ID: "A-1/old"}, {ID: "C-1/row"}},
		Found:     []reports.Finding{{Case: "A-1/older", Scenario: "B-1/old"}},
		Grids:     []reports.Grid{{Rows: [][]reports.Cell{{{Text: "x", Cases: []string{"B-1/old", "C-1/*"}}}}}},
		Profiles: []reports.Profile{{
			Broken:   []reports.Unmet{{Cases: []string{"A-1/old"}}},
			Unjudged: []reports.Unmet{{Cases: []string{"C-1/row", "B-1/old"}}},
		}},
	}
	was := text(t, before)
	got := text(t, renamed.Update(before))
	if strings.Contains(got, "/old") {
		t.Errorf("an old id is left:\n%s", got)
	}
	want := strings.NewReplacer("A-1/older", "A-1/new", "A-1/old", "A-1/new", "B-1/old", "B-1/new").Replace(was)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if d := cmp.Diff(was, text(t, before)); d != "" {
		t.Errorf("the result that was given has changed -want +got:\n%s", d)
	}
}

func text(t *testing.T, r reports.Run) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	if err := e.Encode(r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
